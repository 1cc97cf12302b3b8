"""Read the rows of one sheet of an .xlsx or .xls. Runs in the child process."""

import datetime
from collections.abc import Callable, Iterator, Sequence
from itertools import chain, islice
from pathlib import Path
from typing import Any, Final

import python_calamine

from config.disk_space import is_disk_full
from geo.tables.byte_signs import DAMAGED, FAILURES, SignSearch
from geo.tables.csv_text import HEAD_LINES, OpenedTable, Record, refuse_too_many_rows
from geo.tables.formats import OLE, ZIP, read_head
from geo.tables.formula_errors import copy_with_error_texts
from geo.tables.layout import Layout, SheetRemark, apply_layout, list_remarks
from geo.tables.sandbox import Archive, UnreadableFile
from geo.tables.sheet_extent import inspect_archive
from geo.tables.xls_layout import read_xls_layout
from geo.tables.xlsx_layout import read_xlsx_layout

# A panic of the reader's Rust code on some damaged files; it does not derive from Exception.
PANIC: Final = "PanicException"
# A sheet is a table of the wanted kind from this many known titles on, and more than an example from this many rows on.
ENOUGH_TITLES: Final = 2
LEAST_ROWS: Final = 3
MAX_NAMED: Final = 50
# A spreadsheet keeps 15 digits of a number.
INEXACT: Final = 1e15


def _format_cell(value: Any) -> str:
    """Return a cell as a person would type it: `7` for 7.0, ISO dates, `oui` and `non`."""
    if isinstance(value, str):
        return value
    if isinstance(value, bool):
        return "oui" if value else "non"
    if isinstance(value, float):
        if abs(value) >= INEXACT:
            # Its last digits were lost when it became a number: show that, as the spreadsheet does.
            return f"{value:.15g}"
        return str(int(value)) if value.is_integer() else repr(value) if abs(value) >= 1e-4 else f"{value:f}"
    return value.isoformat() if isinstance(value, (datetime.date, datetime.time)) else str(value)


def _list_worksheets(book: Any, *, visible: bool) -> list[str]:
    return [
        meta.name
        for meta in book.sheets_metadata
        if meta.typ == python_calamine.SheetTypeEnum.WorkSheet
        and (meta.visible == python_calamine.SheetVisibleEnum.Visible) == visible
    ]


def _list_visible_sheets(book: Any) -> list[str]:
    return _list_worksheets(book, visible=True)


def _list_hidden_sheets(book: Any) -> list[str]:
    return _list_worksheets(book, visible=False)


def _is_wanted_table(sheet: Any, is_title: Callable[[str], bool]) -> bool:
    """Return whether the first row that is not empty names enough wanted columns.

    That tells a table from a page of text.
    """
    if not sheet.height:
        return False
    first: list[Any] = next((row for row in sheet.iter_rows() if any(row)), [])
    return sum(is_title(_format_cell(cell)) for cell in first) >= ENOUGH_TITLES


def _choose_sheet(book: Any, options: dict[str, Any]) -> tuple[Any, list[str]]:
    """Return the sheet to read, and the names of other sheets that are tables of the same kind.

    It is the sheet that the caller named (`layer`), else the first visible one whose titles are known (`is_title`),
    else the first visible one that is not empty. Raises UnreadableFile.
    """
    names, wanted = _list_visible_sheets(book), options.get("layer")
    is_title = options.get("is_title")
    if wanted is not None and wanted not in book.sheet_names:
        raise UnreadableFile("couche", couche=wanted, couches=", ".join(book.sheet_names[:20]))
    picked = book.get_sheet_by_name(wanted) if wanted is not None else None
    alike = []
    for name in names if is_title or picked is None else ():
        if name == wanted:
            continue
        sheet = book.get_sheet_by_name(name)
        if is_title and _is_wanted_table(sheet, is_title):
            if picked is not None and sheet.height >= LEAST_ROWS:
                alike.append(name)
            picked = picked or sheet
    if picked is None:
        filled = (sheet for sheet in map(book.get_sheet_by_name, names) if sheet.height)
        picked = next(filled, None)
    if picked is None:
        hidden = [name for name in _list_hidden_sheets(book) if book.get_sheet_by_name(name).height]
        raise (
            UnreadableFile("classeur_masque", feuilles=", ".join(hidden[:20]))
            if hidden
            else UnreadableFile("classeur_vide")
        )
    return picked, alike


def _refuse_other_sheets(book: Any, picked: Any) -> None:
    """Raise UnreadableFile when another sheet holds anything, visible or not: nobody would look at its titles."""
    others = (meta for meta in book.sheets_metadata if meta.name != picked.name)
    filled = [
        meta.name
        for meta in others
        if meta.typ != python_calamine.SheetTypeEnum.WorkSheet or book.get_sheet_by_name(meta.name).height
    ]
    if filled:
        raise UnreadableFile("feuilles", feuilles=", ".join(filled[:MAX_NAMED]))


def _refuse_untitled_cells(rows: Iterator[Record], header: Sequence[str]) -> Iterator[Record]:
    """Yield rows. Raises UnreadableFile at one that goes on beyond the titles: what stands there has none."""
    width = max((place for place, title in enumerate(header, 1) if title.strip()), default=0)
    for line, cells, fault in rows:
        if any(cell.strip() for cell in cells[width:]):
            raise UnreadableFile("sans_titre", ligne=line)
        yield line, cells, fault


def _list_hidden_tables(book: Any, picked: Any, options: dict[str, Any]) -> list[SheetRemark]:
    """Report which hidden sheets are also tables of the wanted kind: the user cannot see that they are not read."""
    is_title = options.get("is_title")
    if is_title is None:
        return []
    sheets = ((name, book.get_sheet_by_name(name)) for name in _list_hidden_sheets(book) if name != picked.name)
    found = [name for name, sheet in sheets if sheet.height >= LEAST_ROWS and _is_wanted_table(sheet, is_title)]
    return [("feuilles_masquees", 1, None, picked.name, ", ".join(found[:MAX_NAMED]))] if found else []


def _inspect_workbook(path: Path, options: dict[str, Any], signs: SignSearch) -> list[str]:
    """Return which parts of an .xlsx are sheets with formula errors; of an .xls none, but all signs are assumed.

    Raises UnreadableFile for any other file.
    """
    head = read_head(path, 8)
    if not head:
        raise UnreadableFile("vide")
    if head.startswith(ZIP):
        archive = Archive(path, options["max_inflated"])
        # An .xlsb (`xl/workbook.bin`) is refused too: neither the size of its sheets nor their errors can be checked.
        if "xl/workbook.xml" not in archive.list_names():
            raise UnreadableFile("pas_classeur")
        return inspect_archive(archive, options, signs)
    if not head.startswith(OLE):
        raise UnreadableFile("pas_classeur")
    signs.found.update(signs.searched)
    return []


def _open_workbook(path: Path, options: dict[str, Any], signs: SignSearch) -> Any:
    failures = _inspect_workbook(path, options, signs)
    if not (failures and options.get("failures")):
        return python_calamine.CalamineWorkbook.from_path(str(path))
    with copy_with_error_texts(path, failures, options["max_inflated"]) as copy:
        return python_calamine.CalamineWorkbook.from_filelike(copy)


def _describe_sheet(
    book: Any, sheet: Any, alike: list[str], remarks: list[SheetRemark], *, is_named: bool
) -> dict[str, Any]:
    """Describe which sheet is read, which are not, and the remarks about its layout."""
    visible = _list_visible_sheets(book)
    return {
        "name": sheet.name,
        "unread": [name for name in visible if name != sheet.name][:MAX_NAMED],
        "hidden": [name for name in _list_hidden_sheets(book) if name != sheet.name][:MAX_NAMED],
        "alike": alike[:MAX_NAMED],
        "is_expected": is_named or visible[:1] == [sheet.name],
        "notes": remarks,
    }


def _read_layout(path: Path, sheet: str, options: dict[str, Any]) -> Layout:
    """Return the layout of a sheet for callers that set `failures`, else an empty one."""
    if not options.get("failures"):
        return Layout()
    if read_head(path, 8).startswith(OLE):
        return read_xls_layout(path, sheet)
    return read_xlsx_layout(path, sheet, options["max_inflated"])


def _find_title_row(rows: Iterator[Record], options: dict[str, Any]) -> tuple[Record, Iterator[Record]]:
    """Return the titles, and the rows below: the first row among HEAD_LINES that `is_header` accepts, else the first."""
    first: Record = next(rows, (1, [], None))
    is_header = options.get("is_header")
    taken: list[Record] = []
    for row in chain([first], islice(rows, HEAD_LINES if is_header else 0)):
        if is_header and is_header(row[1]):
            return row, rows
        taken.append(row)
    return first, chain(taken[1:], rows)


def read_workbook(path: Path, options: dict[str, Any]) -> OpenedTable:
    """Open one sheet (see `_choose_sheet`); the line of a record is its row in the sheet. Raises UnreadableFile.

    An .xlsx is inspected before its reader opens it; an .xls has at most 65,536 rows of 256 cells. With `failures` a
    cell whose formula failed holds its error (`geo.tables.formula_errors`) instead of nothing; numbers are read as they
    are shown, and merged cells are filled down (`geo.tables.layout`).
    """
    signs = SignSearch(FAILURES, DAMAGED)
    try:
        book = _open_workbook(path, options, signs)
        sheet, alike = _choose_sheet(book, options)
    except (python_calamine.CalamineError, OSError, ValueError) as error:
        if is_disk_full(error):
            raise
        raise UnreadableFile("classeur") from error
    except BaseException as error:
        if type(error).__name__ == PANIC:
            raise UnreadableFile("classeur") from error
        raise
    if options.get("only_sheet"):
        _refuse_other_sheets(book, sheet)
    if sheet.width > options["max_columns"]:
        raise UnreadableFile("colonnes", max=options["max_columns"])
    refuse_too_many_rows(sheet.height - 1, options)
    rows = ((line, [_format_cell(value) for value in cells]) for line, cells in enumerate(sheet.iter_rows(), 1))
    layout, shift = _read_layout(path, sheet.name, options), sheet.start[1] if sheet.start else 0
    filled: Iterator[Record] = ((line, cells, None) for line, cells in apply_layout(rows, layout, shift) if any(cells))
    (head, header, _fault), filled = _find_title_row(filled, options)
    if options.get("only_sheet"):
        filled = _refuse_untitled_cells(filled, header)
    remarks = _list_hidden_tables(book, sheet, options) + list_remarks(layout, head, shift, len(header))
    facts = {
        "format": "XLSX",
        "couche": sheet.name,
        "feuille": _describe_sheet(book, sheet, alike, remarks, is_named=bool(options.get("layer"))),
        "avis": [],
        "signes": sorted(signs.found | ({FAILURES} if layout.marks else set())),
    }
    return header, sheet.height - 1, filled, facts
