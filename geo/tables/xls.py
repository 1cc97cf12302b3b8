"""What the reader of rows does not tell of an .xls: which cells hold an error (it gives nothing for them, as if they were
empty), how numbers are shown, what is merged or hidden. Runs in the child process.

A formula that was never computed has a value there, as in any file of this format: 0.
"""

import os
import struct
from pathlib import Path

import xlrd
from xlrd.compdoc import CompDocError

from geo.tables.layout import Layout, Mark, Merge
from geo.tables.numbers import NumberFormat, parse_format
from geo.tables.sandbox import Unreadable

# What the library raises over a damaged file.
DAMAGE = (
    xlrd.XLRDError, CompDocError, struct.error, ArithmeticError, AssertionError, AttributeError, LookupError, TypeError,
    ValueError,
)  # fmt: skip


def layout_of(path: Path, sheet: str) -> Layout:
    """The layout of the sheet of this name, with its errors; only these of a workbook whose formats cannot be read.
    Raises Unreadable."""
    try:
        return _layout_of(path, sheet, True)
    except DAMAGE:
        return _errors_of(path, sheet)


def _errors_of(path: Path, sheet: str) -> Layout:
    try:
        return _layout_of(path, sheet, False)
    except DAMAGE as error:
        raise Unreadable("classeur") from error


def _layout_of(path: Path, sheet: str, with_formats: bool) -> Layout:
    # The library would write its warnings between the rows on standard output. A workbook whose streams overlap, as some
    # programs write them, is opened: spreadsheets do, and so does the reader of its rows.
    with (
        open(os.devnull, "w") as nowhere,
        xlrd.open_workbook(
            path, logfile=nowhere, on_demand=True, formatting_info=with_formats, ignore_workbook_corruption=True
        ) as book,
    ):
        return _read(book.sheet_by_name(sheet), _formats(book) if with_formats else {})


def _formats(book: xlrd.Book) -> dict[int, NumberFormat]:
    """The styles of cells whose numbers are shown with zeros in front."""
    parsed = {key: parse_format(each.format_str or "") for key, each in book.format_map.items()}
    found = ((place, parsed.get(style.format_key)) for place, style in enumerate(book.xf_list))
    return {place: number_format for place, number_format in found if number_format}


def _read(sheet: xlrd.sheet.Sheet, formats: dict[int, NumberFormat]) -> Layout:
    marks: dict[int, dict[int, Mark]] = {}
    for row in range(sheet.nrows):
        for column, kind in enumerate(sheet.row_types(row)):
            if kind == xlrd.XL_CELL_ERROR:
                text = xlrd.error_text_from_code.get(sheet.cell_value(row, column), "#N/A")
                marks.setdefault(row + 1, {})[column] = text
            elif formats and kind == xlrd.XL_CELL_NUMBER and (style := sheet.cell_xf_index(row, column)) in formats:
                marks.setdefault(row + 1, {})[column] = formats[style]
    merges = [Merge(top + 1, bottom, left) for top, bottom, left, _right in sheet.merged_cells if bottom > top + 1]
    hidden = sorted(row + 1 for row, info in sheet.rowinfo_map.items() if info.hidden)
    columns = sorted(column for column, info in sheet.colinfo_map.items() if info.hidden)
    return Layout(merges, hidden, columns, sorted(marks.items()))
