"""Tables without geometry of their own: CSV and spreadsheets, row by row. Runs in the child process."""

import csv
import datetime
import itertools
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import python_calamine

from geo.imports.sandbox import Unreadable

DELIMITERS = ",;\t|"
MAX_CELL = 1_000_000
SURPLUS = "__surplus__"
Record = tuple[int, dict[str, Any]]


@dataclass
class Table:
    """An open table: column names, records (line, cells by column), and what was found out about the file."""

    columns: list[str]
    records: Iterator[Record]
    found: dict[str, Any]
    located: bool = False

    def rows(self) -> Iterator[tuple[int, dict[str, Any], None, None]]:
        """Line, cells, and neither geometry nor trouble: columns with coordinates are read in the database."""
        return ((line, cells, None, None) for line, cells in self.records)

    def facts(self) -> dict[str, Any]:
        return self.found


def _decoding(path: Path, wanted: str | None) -> tuple[str, list[str]]:
    """The encoding to read with, and notices. UTF-8 is proven by decoding all of it; else it is Windows-1252."""
    with path.open("rb") as file:
        head = file.read(4)
    if wanted:
        return wanted, []
    if head.startswith((b"\xff\xfe", b"\xfe\xff")):
        return "utf-16", []
    try:
        with path.open(encoding="utf-8-sig") as text:
            while text.read(1024 * 1024):
                continue
    except UnicodeDecodeError:
        return "cp1252", ["encodage_devine"]
    return "utf-8-sig", []


def _delimiter(path: Path, encoding: str) -> str:
    """The delimiter that stands most often in the first line, outside quotes."""
    with path.open(encoding=encoding, errors="replace") as text:
        line = text.readline(MAX_CELL)
    bare = "".join(line.split('"')[::2])
    return max(DELIMITERS, key=bare.count)


def header(cells: list[Any], max_columns: int) -> list[str]:
    """Column names: trimmed, empty ones named after their place, repeated ones numbered."""
    while cells and cells[-1] in (None, ""):
        cells = cells[:-1]
    if len(cells) > max_columns:
        raise Unreadable("colonnes", max=max_columns)
    names: list[str] = []
    for place, cell in enumerate(cells, 1):
        name = " ".join(str(cell if cell is not None else "").split()).strip("\ufeff") or f"colonne {place}"
        twin = sum(1 for earlier in names if earlier == name or earlier.startswith(f"{name} #"))
        names.append(f"{name} #{twin + 1}" if twin else name)
    return names


def _record(columns: list[str], cells: list[Any]) -> dict[str, Any]:
    found = dict(zip(columns, cells, strict=False))
    if any(cell not in (None, "") for cell in cells[len(columns) :]):
        found[SURPLUS] = True
    return found


def _csv_rows(path: Path, encoding: str) -> Iterator[tuple[int, list[str]]]:
    csv.field_size_limit(MAX_CELL)
    delimiter = _delimiter(path, encoding)
    try:
        with path.open(encoding=encoding, newline="") as text:
            reader = csv.reader(text, delimiter=delimiter)
            line = 1
            for cells in reader:
                if any(cell.strip() for cell in cells):
                    yield line, cells
                line = reader.line_num + 1
    except UnicodeError as error:
        raise Unreadable("encodage", encodage=encoding) from error
    except csv.Error as error:
        raise Unreadable("csv") from error


def read_csv(path: Path, encoding: str | None, max_columns: int) -> Table:
    """A CSV file; the line of a record is its first physical line."""
    try:
        found, notices = _decoding(path, encoding)
    except LookupError as error:
        raise Unreadable("encodage_inconnu", encodage=encoding) from error
    rows = _csv_rows(path, found)
    _line, first = next(rows, (1, []))
    columns = header(list(first), max_columns)
    if not columns:
        raise Unreadable("vide")
    records = ((line, _record(columns, cells)) for line, cells in rows)
    return Table(columns, records, {"format": "CSV", "encodage": found, "avis": notices})


def _cell(value: Any) -> Any:
    if isinstance(value, float):
        return int(value) if value.is_integer() else value
    if isinstance(value, (datetime.date, datetime.time)):
        return value.isoformat()
    return str(value) if isinstance(value, datetime.timedelta) else value


def _pick(book: Any, wanted: str | None) -> Any:
    """The sheet that was named, else the first visible one that holds something."""
    names = book.sheet_names
    if wanted is not None:
        if wanted not in names:
            raise Unreadable("couche", couche=wanted, couches=", ".join(names[:20]))
        return book.get_sheet_by_name(wanted)
    for meta in book.sheets_metadata:
        if meta.typ == python_calamine.SheetTypeEnum.WorkSheet and (
            meta.visible == python_calamine.SheetVisibleEnum.Visible
        ):
            sheet = book.get_sheet_by_name(meta.name)
            if sheet.height:
                return sheet
    raise Unreadable("vide")


def read_workbook(path: Path, layer: str | None, max_columns: int, max_rows: int) -> Table:
    """One sheet of an .xlsx or .xls workbook; the line of a record is its row in the sheet."""
    try:
        sheet = _pick(python_calamine.CalamineWorkbook.from_path(str(path)), layer)
    except (python_calamine.CalamineError, OSError, ValueError) as error:
        raise Unreadable("classeur") from error
    if sheet.width > max_columns:
        raise Unreadable("colonnes", max=max_columns)
    if sheet.height > max_rows + 1:
        raise Unreadable("lignes", max=max_rows)
    rows = ((line, [_cell(value) for value in cells]) for line, cells in enumerate(sheet.iter_rows(), 1))
    filled = ((line, cells) for line, cells in rows if any(cell not in (None, "") for cell in cells))
    first = list(itertools.islice(filled, 1))
    columns = header(first[0][1], max_columns) if first else []
    if not columns:
        raise Unreadable("vide")
    records = ((line, _record(columns, cells)) for line, cells in filled)
    return Table(columns, records, {"format": "XLSX", "couche": sheet.name, "avis": []})
