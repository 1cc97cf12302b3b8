"""The rows of one sheet of an .xlsx or .xls. Runs in the child process."""

import datetime
from collections.abc import Iterator
from pathlib import Path
from typing import Any, Final

import python_calamine

from config.storage import is_disk_full
from geo.tables.extent import inspect
from geo.tables.failures import shown
from geo.tables.formats import OLE, ZIP, head_of
from geo.tables.sandbox import Archive, Unreadable
from geo.tables.signs import DAMAGED, FAILURES, Signs
from geo.tables.text import Found, refuse_long
from geo.tables.xls import Cells, error_cells

# What the reader raises over some damaged files, in the words of its own language; it is no Exception.
PANIC: Final = "PanicException"
Rows = Iterator[tuple[int, list[str]]]


def _text(value: Any) -> str:
    """A cell as a person would type it: `7` for 7.0, ISO dates, oui and non."""
    if isinstance(value, str):
        return value
    if isinstance(value, bool):
        return "oui" if value else "non"
    if isinstance(value, float):
        return str(int(value)) if value.is_integer() else repr(value) if 1e-4 <= abs(value) < 1e15 else f"{value:f}"
    return value.isoformat() if isinstance(value, (datetime.date, datetime.time)) else str(value)


def _pick(book: Any, wanted: str | None) -> Any:
    """The sheet that was named, else the first visible one that holds something."""
    if wanted is not None:
        if wanted not in book.sheet_names:
            raise Unreadable("couche", couche=wanted, couches=", ".join(book.sheet_names[:20]))
        return book.get_sheet_by_name(wanted)
    for meta in book.sheets_metadata:
        worksheet = meta.typ == python_calamine.SheetTypeEnum.WorkSheet
        if worksheet and meta.visible == python_calamine.SheetVisibleEnum.Visible:
            sheet = book.get_sheet_by_name(meta.name)
            if sheet.height:
                return sheet
    raise Unreadable("vide")


def _inspect(path: Path, options: dict[str, Any], signs: Signs) -> list[str]:
    """Which parts of an .xlsx are sheets with errors of formulas; none of an .xls, which may hold anything."""
    head = head_of(path, 8)
    if not head:
        raise Unreadable("vide")
    if head.startswith(ZIP):
        archive = Archive(path, options["max_inflated"])
        # Not an .xlsb either (`xl/workbook.bin`): neither the room that its sheets ask for nor their errors can be seen.
        if "xl/workbook.xml" not in archive.names():
            raise Unreadable("pas_classeur")
        return inspect(archive, options, signs)
    if not head.startswith(OLE):
        raise Unreadable("pas_classeur")
    signs.found.update(signs.asked)
    return []


def _book(path: Path, options: dict[str, Any], signs: Signs) -> Any:
    failures = _inspect(path, options, signs)
    if not (failures and options.get("failures")):
        return python_calamine.CalamineWorkbook.from_path(str(path))
    with shown(path, failures, options["max_inflated"]) as copy:
        return python_calamine.CalamineWorkbook.from_filelike(copy)


def _with_errors(rows: Rows, cells: Cells, first: int) -> Rows:
    """The rows of an .xls with its errors where they are; `first` is the column of their first cell."""
    by_row: dict[int, dict[int, str]] = {}
    for (row, column), text in cells.items():
        by_row.setdefault(row + 1, {})[column - first] = text
    for line, row_cells in rows:
        for place, text in by_row.get(line, {}).items():
            if 0 <= place < len(row_cells):
                row_cells[place] = text
        yield line, row_cells


def read_workbook(path: Path, options: dict[str, Any]) -> Found:
    """One sheet (`layer`, else the first that holds something); the line of a record is its row in the sheet.

    An .xlsx is inspected before its reader meets it; an .xls has at most 65,536 rows of 256 cells. With `failures` a cell
    whose formula failed holds its error (`geo.tables.failures`), else nothing. Raises Unreadable.
    """
    signs = Signs(FAILURES, DAMAGED)
    try:
        book = _book(path, options, signs)
        sheet = _pick(book, options.get("layer"))
    except (python_calamine.CalamineError, OSError, ValueError) as error:
        if is_disk_full(error):
            raise
        raise Unreadable("classeur") from error
    except BaseException as error:
        if type(error).__name__ == PANIC:
            raise Unreadable("classeur") from error
        raise
    if sheet.width > options["max_columns"]:
        raise Unreadable("colonnes", max=options["max_columns"])
    refuse_long(sheet.height - 1, options)
    rows: Rows = ((line, [_text(value) for value in cells]) for line, cells in enumerate(sheet.iter_rows(), 1))
    if options.get("failures") and head_of(path, 8).startswith(OLE) and sheet.start:
        rows = _with_errors(rows, error_cells(path, sheet.name), sheet.start[1])
    filled = ((line, cells, None) for line, cells in rows if any(cells))
    _line, header, _fault = next(filled, (1, [], None))
    facts = {"format": "XLSX", "couche": sheet.name, "avis": [], "signes": sorted(signs.found)}
    return header, sheet.height - 1, filled, facts
