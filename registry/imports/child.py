"""The child process that reads one file: `python -m registry.imports.child`, the request as JSON on standard input.

On standard output one line of JSON (columns and about how many rows), then every row in the text format of COPY:
line, fault of the row as a whole, cells. It ends with 0 when the file was read to its end; else standard error holds
why it cannot be read. It knows neither Django nor the database, and its limits stand before the file is opened.
"""

import datetime
import json
import re
import sys
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any

import python_calamine

from geo.imports.sandbox import Archive, Unreadable, limit
from registry.imports.text import Found, Record, read_text

ZIP = b"PK\x03\x04"
OLE = b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1"
# Cells beyond column ZZ: no import has so many, but a reader would make room for all that lie between.
FAR_CELL = re.compile(rb' r="[A-Z]{3}[0-9]')
DECLARATION = re.compile(rb"<!(?:DOCTYPE|ENTITY)", re.IGNORECASE)
OVERLAP = 32
REFUSED = 3
TO_ESCAPE = re.compile(r"[\\\n\r\t\x00]")
ESCAPES = {"\\": "\\\\", "\n": "\\n", "\r": "\\r", "\t": "\\t", "\x00": "\ufffd"}


def inspect(path: Path, options: dict[str, Any]) -> None:
    """Inflate an .xlsx once, counting, before any reader meets it. Raises Unreadable for a bomb, for entities, and
    for more rows than the caller waits for."""
    archive = Archive(path, options["max_inflated"])
    if "xl/workbook.xml" not in archive.names():
        raise Unreadable("pas_classeur")
    for name in archive.names():
        before, rows = b"", 0
        for chunk in archive.read(name):
            window = before + chunk
            if DECLARATION.search(window) or window.startswith((b"\xff\xfe", b"\xfe\xff")):
                raise Unreadable("entites")
            if name.startswith("xl/worksheets/") and FAR_CELL.search(window):
                raise Unreadable("colonnes_loin")
            before = chunk[-OVERLAP:]
            rows += chunk.count(b"<row ")
        if name.startswith("xl/worksheets/"):
            refuse_long(rows - 1, options)


def refuse_long(rows: int, options: dict[str, Any]) -> None:
    """Raise Unreadable when the caller does not wait for so many rows."""
    if options["most"] is not None and rows > options["most"]:
        raise Unreadable("trop_long")


def _text(value: Any) -> str:
    """A cell as a person would type it: `7` for 7.0, ISO dates, oui and non."""
    if isinstance(value, str):
        return value
    if isinstance(value, bool):
        return "oui" if value else "non"
    if isinstance(value, float):
        return str(int(value)) if value.is_integer() else repr(value) if 1e-4 <= abs(value) < 1e15 else f"{value:f}"
    return value.isoformat() if isinstance(value, (datetime.date, datetime.time)) else str(value)


def _sheet(path: Path) -> Any:
    """The first visible sheet that holds something. Raises Unreadable."""
    try:
        book = python_calamine.CalamineWorkbook.from_path(str(path))
        for meta in book.sheets_metadata:
            worksheet = meta.typ == python_calamine.SheetTypeEnum.WorkSheet
            if worksheet and meta.visible == python_calamine.SheetVisibleEnum.Visible:
                sheet = book.get_sheet_by_name(meta.name)
                if sheet.height:
                    return sheet
    except (python_calamine.CalamineError, OSError, ValueError) as error:
        raise Unreadable("classeur") from error
    raise Unreadable("vide")


def read_sheet(path: Path, options: dict[str, Any]) -> Found:
    """The first visible sheet that holds something; the line of a record is its row in the sheet."""
    with path.open("rb") as file:
        head = file.read(8)
    if not head:
        raise Unreadable("vide")
    if head.startswith(ZIP):
        inspect(path, options)
    elif not head.startswith(OLE):
        raise Unreadable("pas_classeur")
    sheet = _sheet(path)
    if sheet.width > options["max_columns"]:
        raise Unreadable("colonnes", max=options["max_columns"])
    rows = ((line, [_text(value) for value in cells]) for line, cells in enumerate(sheet.iter_rows(), 1))
    filled = ((line, cells, None) for line, cells in rows if any(cells))
    _line, header, _fault = next(filled, (1, [], None))
    return header, sheet.height - 1, filled, {}


def copied(records: Iterable[Record], width: int, max_rows: int) -> Iterator[str]:
    """Records as lines of COPY; blanks around a cell go, empty cells are null."""
    for count, (number, cells, fault) in enumerate(records, 1):
        if count > max_rows:
            raise Unreadable("lignes", max=max_rows)
        cells = [cell.strip() for cell in cells]
        if len(cells) != width:
            fault = fault or ("surplus" if any(cells[width:]) else "courte" if len(cells) < width else None)
            cells = cells[:width] + [""] * (width - len(cells))
        joined = "".join(cells)
        if "\x00" in joined:
            fault = fault or "nul"
        elif "\ufffd" in joined:
            fault = fault or "illisible"
        if TO_ESCAPE.search(joined):
            cells = [TO_ESCAPE.sub(lambda found: ESCAPES[found[0]], cell) for cell in cells]
        yield f"{number}\t{fault or ''}\t" + "\t".join(cells) + "\n"


def read(request: dict[str, Any]) -> None:
    path, options = Path(request["fichier"]), request["options"]
    found = read_text(path) if request["texte"] else read_sheet(path, options)
    header, expected, records, facts = found
    refuse_long(expected, options)
    while header and not header[-1].strip():
        header.pop()
    if not header:
        raise Unreadable("vide")
    if len(header) > options["max_columns"]:
        raise Unreadable("colonnes", max=options["max_columns"])
    out = sys.stdout.buffer
    out.write(json.dumps({"colonnes": header, "lignes": expected, **facts}).encode() + b"\n")
    waiting: list[str] = []
    for line in copied(records, len(header), options["max_rows"]):
        waiting.append(line)
        if len(waiting) == 1000:
            out.write("".join(waiting).encode("utf-8", "replace"))
            waiting.clear()
    out.write("".join(waiting).encode("utf-8", "replace"))
    out.flush()


def main() -> int:
    request = json.load(sys.stdin)
    limit(request["memoire"], request["secondes"], request["max_sortie"])
    try:
        read(request)
    except Unreadable as error:
        reason = {"erreur": error.code, "details": error.details}
    except MemoryError:
        reason = {"erreur": "memoire", "details": {}}
    except BrokenPipeError:
        return REFUSED
    else:
        return 0
    sys.stderr.write(json.dumps(reason))
    return REFUSED


if __name__ == "__main__":
    sys.exit(main())
