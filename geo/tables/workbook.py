"""The rows of one sheet of an .xlsx or .xls. Runs in the child process."""

import datetime
from collections.abc import Callable
from pathlib import Path
from typing import Any, Final

import python_calamine

from config.storage import is_disk_full
from geo.tables import markup, xls
from geo.tables.extent import inspect
from geo.tables.failures import shown
from geo.tables.formats import OLE, ZIP, head_of
from geo.tables.layout import Layout, Note, lay_out, notes
from geo.tables.sandbox import Archive, Unreadable
from geo.tables.signs import DAMAGED, FAILURES, Signs
from geo.tables.text import Found, refuse_long

# What the reader raises over some damaged files, in the words of its own language; it is no Exception.
PANIC: Final = "PanicException"
# So many known titles make a sheet a table of the wanted kind, and so many rows one that is more than an example.
ENOUGH_TITLES: Final = 2
LEAST_ROWS: Final = 3
MAX_NAMED: Final = 50
# A spreadsheet has 15 digits of a number.
INEXACT: Final = 1e15


def _text(value: Any) -> str:
    """A cell as a person would type it: `7` for 7.0, ISO dates, oui and non."""
    if isinstance(value, str):
        return value
    if isinstance(value, bool):
        return "oui" if value else "non"
    if isinstance(value, float):
        if abs(value) >= INEXACT:
            # Its last digits were lost when it became a number: it shows that, as the spreadsheet does.
            return f"{value:.15g}"
        return str(int(value)) if value.is_integer() else repr(value) if abs(value) >= 1e-4 else f"{value:f}"
    return value.isoformat() if isinstance(value, (datetime.date, datetime.time)) else str(value)


def _worksheets(book: Any, *, visible: bool) -> list[str]:
    return [
        meta.name for meta in book.sheets_metadata
        if meta.typ == python_calamine.SheetTypeEnum.WorkSheet
        and (meta.visible == python_calamine.SheetVisibleEnum.Visible) == visible
    ]  # fmt: skip


def _visible(book: Any) -> list[str]:
    return _worksheets(book, visible=True)


def _hidden(book: Any) -> list[str]:
    return _worksheets(book, visible=False)


def _is_recognised(sheet: Any, is_title: Callable[[str], bool]) -> bool:
    """Whether the first row that holds something names the columns that are wanted: enough of them tell a table from
    a page of words."""
    if not sheet.height:
        return False
    first: list[Any] = next((row for row in sheet.iter_rows() if any(row)), [])
    return sum(is_title(_text(cell)) for cell in first) >= ENOUGH_TITLES


def _pick(book: Any, options: dict[str, Any]) -> tuple[Any, list[str]]:
    """The sheet that is read, and others that are tables of the same kind: the sheet that was named (`layer`), else the
    first visible one whose columns are known (`is_title`), else the first that holds something."""
    names, wanted = _visible(book), options.get("layer")
    is_title = options.get("is_title")
    if wanted is not None and wanted not in book.sheet_names:
        raise Unreadable("couche", couche=wanted, couches=", ".join(book.sheet_names[:20]))
    picked = book.get_sheet_by_name(wanted) if wanted is not None else None
    alike = []
    for name in names if is_title or picked is None else ():
        if name == wanted:
            continue
        sheet = book.get_sheet_by_name(name)
        if is_title and _is_recognised(sheet, is_title):
            if picked is not None and sheet.height >= LEAST_ROWS:
                alike.append(name)
            picked = picked or sheet
    if picked is None:
        filled = (sheet for sheet in map(book.get_sheet_by_name, names) if sheet.height)
        picked = next(filled, None)
    if picked is None:
        hidden = [name for name in _hidden(book) if book.get_sheet_by_name(name).height]
        raise Unreadable("classeur_masque", feuilles=", ".join(hidden[:20])) if hidden else Unreadable("classeur_vide")
    return picked, alike


def _note_hidden(book: Any, picked: Any, options: dict[str, Any]) -> list[Note]:
    """Tell which hidden sheets are tables of the wanted kind, too: nobody sees that they are not read."""
    is_title = options.get("is_title")
    if is_title is None:
        return []
    sheets = ((name, book.get_sheet_by_name(name)) for name in _hidden(book) if name != picked.name)
    found = [name for name, sheet in sheets if sheet.height >= LEAST_ROWS and _is_recognised(sheet, is_title)]
    return [("feuilles_masquees", 1, None, picked.name, ", ".join(found[:MAX_NAMED]))] if found else []


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


def _describe(book: Any, sheet: Any, alike: list[str], remarks: list[Note], *, is_named: bool) -> dict[str, Any]:
    """Which sheet is read, which are not, and what is to be told of its layout."""
    visible = _visible(book)
    return {
        "name": sheet.name,
        "unread": [name for name in visible if name != sheet.name][:MAX_NAMED],
        "hidden": [name for name in _hidden(book) if name != sheet.name][:MAX_NAMED],
        "alike": alike[:MAX_NAMED],
        "is_expected": is_named or visible[:1] == [sheet.name],
        "notes": remarks,
    }


def _layout(path: Path, sheet: str, options: dict[str, Any]) -> Layout:
    """What a caller who asks for `failures` is told beyond values."""
    if not options.get("failures"):
        return Layout()
    if head_of(path, 8).startswith(OLE):
        return xls.layout_of(path, sheet)
    return markup.layout_of(path, sheet, options["max_inflated"])


def read_workbook(path: Path, options: dict[str, Any]) -> Found:
    """One sheet (see `_pick`); the line of a record is its row in the sheet.

    An .xlsx is inspected before its reader meets it; an .xls has at most 65,536 rows of 256 cells. With `failures` a cell
    whose formula failed holds its error (`geo.tables.failures`), else nothing; and numbers are read as they are shown,
    merged cells filled down (`geo.tables.layout`). Raises Unreadable.
    """
    signs = Signs(FAILURES, DAMAGED)
    try:
        book = _book(path, options, signs)
        sheet, alike = _pick(book, options)
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
    rows = ((line, [_text(value) for value in cells]) for line, cells in enumerate(sheet.iter_rows(), 1))
    layout, shift = _layout(path, sheet.name, options), sheet.start[1] if sheet.start else 0
    filled = ((line, cells, None) for line, cells in lay_out(rows, layout, shift) if any(cells))
    head, header, _fault = next(filled, (1, [], None))
    remarks = _note_hidden(book, sheet, options) + notes(layout, head, shift, len(header))
    facts = {
        "format": "XLSX",
        "couche": sheet.name,
        "feuille": _describe(book, sheet, alike, remarks, is_named=bool(options.get("layer"))),
        "avis": [],
        "signes": sorted(signs.found | ({FAILURES} if layout.marks else set())),
    }
    return header, sheet.height - 1, filled, facts
