"""Find the layout of a sheet of an .xlsx while its parts are decompressed. Runs in the child process.

Nothing is parsed into a tree: a sheet may have millions of cells, and few of them are of interest.
"""

import re
from collections.abc import Iterable, Iterator
from html import unescape
from pathlib import Path
from posixpath import join, normpath
from typing import Final

from geo.tables.layout import UNCOMPUTED, Layout, Mark, Merge, RowMarks
from geo.tables.number_formats import NumberFormat, parse_format
from geo.tables.sandbox import Archive
from geo.tables.sheet_extent import parse_column_letters

# Element names may have a prefix.
PREFIX: Final = rb"(?:[\w.-]+:)?"
SHEET: Final = re.compile(rb"<" + PREFIX + rb"sheet\s[^<>]*>")
RELATION: Final = re.compile(rb"<" + PREFIX + rb"Relationship\s[^<>]*>")
FORMAT: Final = re.compile(rb"<" + PREFIX + rb"numFmt\s[^<>]*>")
STYLES: Final = re.compile(rb"<" + PREFIX + rb"cellXfs\b.*?</" + PREFIX + rb"cellXfs>", re.DOTALL)
STYLE: Final = re.compile(rb"<" + PREFIX + rb"xf\b[^<>]*>")
MERGED: Final = re.compile(
    rb"<" + PREFIX + rb"mergeCell\s[^<>]*?ref\s*=\s*[\"']([A-Za-z]{1,3})([0-9]{1,7}):[A-Za-z]{1,3}([0-9]{1,7})[\"']"
)
HIDDEN_ROW: Final = re.compile(
    rb"<" + PREFIX + rb"row\s(?=[^<>]*\bhidden\s*=\s*[\"'](?:1|true)[\"'])[^<>]*?\br\s*=\s*[\"']([0-9]{1,7})[\"']"
)
COLUMN: Final = re.compile(rb"<" + PREFIX + rb"col\s[^<>]*>")
SPAN_START: Final = re.compile(rb"\smin\s*=\s*[\"']([0-9]{1,7})[\"']")
SPAN_END: Final = re.compile(rb"\smax\s*=\s*[\"']([0-9]{1,7})[\"']")
# A formula in a cell without a type, and no value after it: a computed empty result has a type.
NEVER_RUN: Final = (
    rb"<"
    + PREFIX
    + rb"c\s(?![^<>]*\bt\s*=)([^<>]*)>\s*<"
    + PREFIX
    + rb"f\b(?:[^<>]*/>|[^<>]*>[^<]*</"
    + PREFIX
    + rb"f>)\s*(?:<"
    + PREFIX
    + rb"v\s*/>|<"
    + PREFIX
    + rb"v>\s*</"
    + PREFIX
    + rb"v>)?\s*</"
    + PREFIX
    + rb"c>"
)
REFERENCE: Final = re.compile(rb"\br\s*=\s*[\"']([A-Za-z]{1,3})([0-9]{1,7})[\"']")
STYLED: Final = re.compile(rb"\bs\s*=\s*[\"']([0-9]{1,6})[\"']")
ROW_END: Final = b"row>"
MAX_COLUMN: Final = 16_384
# Rows longer than this are skipped.
MAX_ROW: Final = 16 * 1024 * 1024
# Byte sequences without which a sheet holds nothing of the kind: they save the slower patterns.
MERGE_SIGN: Final = b"mergeCell "
HIDDEN_SIGN: Final = b"hidden="
COLUMNS_SIGN: Final = b"cols>"
FORMULA_SIGN: Final = re.compile(rb"<" + PREFIX + rb"f[\s>/]")


def _parse_attribute(tag: bytes, name: str) -> str:
    found = re.search(rb"(?:^|[\s:])" + name.encode() + rb"\s*=\s*(?:\"([^\"]*)\"|'([^']*)')", tag)
    return unescape((found[1] or found[2] or b"").decode("utf-8", "replace")) if found else ""


def _read_part(archive: Archive, name: str) -> bytes:
    return b"".join(archive.read_member(name)) if name in archive.list_names() else b""


def find_sheet_part(archive: Archive, sheet: str) -> str | None:
    """Return the name of the part that holds the sheet of this name, or None."""
    found = next(
        (
            tag
            for tag in SHEET.findall(_read_part(archive, "xl/workbook.xml"))
            if _parse_attribute(tag, "name") == sheet
        ),
        b"",
    )
    relation_id = _parse_attribute(found, "id")
    for tag in RELATION.findall(_read_part(archive, "xl/_rels/workbook.xml.rels")):
        if relation_id and _parse_attribute(tag, "Id") == relation_id:
            target = _parse_attribute(tag, "Target")
            path = normpath(target.lstrip("/") if target.startswith("/") else join("xl", target))
            return path if path in archive.list_names() else None
    return None


def _read_formats(archive: Archive) -> dict[bytes, NumberFormat]:
    """Return the cell styles that show numbers with leading zeros, by their index."""
    styles = _read_part(archive, "xl/styles.xml")
    formats = {
        _parse_attribute(tag, "numFmtId"): parse_format(_parse_attribute(tag, "formatCode"))
        for tag in FORMAT.findall(styles)
    }
    cells = STYLES.search(styles)
    found = {}
    for place, tag in enumerate(STYLE.findall(cells[0]) if cells else ()):
        if number_format := formats.get(_parse_attribute(tag, "numFmtId")):
            found[str(place).encode()] = number_format
    return found


def _split_at_rows(chunks: Iterable[bytes]) -> Iterator[bytes]:
    """Yield a sheet in pieces that end where a row ends."""
    rest = b""
    for chunk in chunks:
        piece = rest + chunk
        cut = piece.rfind(ROW_END) + len(ROW_END)
        if cut < len(ROW_END):
            rest = piece if len(piece) < MAX_ROW else b""
            continue
        rest = piece[cut:]
        yield piece[:cut]
    yield rest


def _find_marks(chunks: Iterable[bytes], formats: dict[bytes, NumberFormat]) -> Iterator[RowMarks]:
    """Yield the cells whose formula never ran, and those shown with leading zeros, row by row."""
    never_run = re.compile(NEVER_RUN)
    styles = rb"|".join(formats) or rb"(?!)"
    shown = re.compile(rb"<" + PREFIX + rb"c\s((?=[^<>]*\bs\s*=\s*[\"'](?:" + styles + rb")[\"'])[^<>]*)>")
    for piece in _split_at_rows(chunks):
        rows: dict[int, dict[int, Mark]] = {}
        for tag in shown.findall(piece) if formats else ():
            style = STYLED.search(tag)
            if (place := REFERENCE.search(tag)) and style:
                rows.setdefault(int(place[2]), {})[parse_column_letters(place[1]) - 1] = formats[style[1]]
        for tag in never_run.findall(piece) if FORMULA_SIGN.search(piece) else ():
            if place := REFERENCE.search(tag):
                rows.setdefault(int(place[2]), {})[parse_column_letters(place[1]) - 1] = UNCOMPUTED
        yield from sorted(rows.items())


def _find_hidden_columns(piece: bytes) -> Iterator[int]:
    """Yield the hidden columns (from 0) of the part of a sheet that describes its columns, in order and each once."""
    beyond = 0
    for tag in COLUMN.findall(piece):
        first, last = SPAN_START.search(tag), SPAN_END.search(tag)
        if first and last and _parse_attribute(tag, "hidden") in ("1", "true"):
            start, beyond = max(int(first[1]) - 1, beyond), max(min(int(last[1]), MAX_COLUMN), beyond)
            yield from range(start, beyond)


def read_xlsx_layout(path: Path, sheet: str, max_inflated: int) -> Layout:
    """Return the layout of the sheet of this name, empty when its part is not found. Raises UnreadableFile."""
    archive = Archive(path, max_inflated)
    part = find_sheet_part(archive, sheet)
    if part is None:
        return Layout()
    layout = Layout()
    has_formulas = False
    for piece in _split_at_rows(archive.read_member(part)):
        if MERGE_SIGN in piece:
            layout.merges += [
                Merge(int(first), int(last), parse_column_letters(letters) - 1)
                for letters, first, last in MERGED.findall(piece)
                if int(last) > int(first)
            ]
        if HIDDEN_SIGN in piece:
            layout.hidden += map(int, HIDDEN_ROW.findall(piece))
            if COLUMNS_SIGN in piece:
                layout.hidden_columns += _find_hidden_columns(piece)
        has_formulas = has_formulas or FORMULA_SIGN.search(piece) is not None
    formats = _read_formats(archive)
    if formats or has_formulas:
        layout.marks = _find_marks(Archive(path, max_inflated).read_member(part), formats)
    return layout
