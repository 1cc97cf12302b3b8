"""Find the errors and the layout of a sheet of an .xls, which the reader of rows does not report.

These are cells that hold an error (the reader returns them as empty), number formats, merged and hidden cells. A
formula that was never computed has the value 0 there, as in any file of this format. Runs in the child process.
"""

import os
import struct
from pathlib import Path

import xlrd
from xlrd.compdoc import CompDocError

from geo.tables.layout import Layout, Mark, Merge
from geo.tables.number_formats import NumberFormat, parse_format
from geo.tables.sandbox import UnreadableFile

# What xlrd raises on damaged files.
DAMAGE = (
    xlrd.XLRDError,
    CompDocError,
    struct.error,
    ArithmeticError,
    AssertionError,
    AttributeError,
    LookupError,
    TypeError,
    ValueError,
)


def read_xls_layout(path: Path, sheet: str) -> Layout:
    """Return the layout of the sheet of this name, with its errors. Raises UnreadableFile.

    Of a workbook whose formats cannot be read, only the errors are returned.
    """
    try:
        return _open_layout(path, sheet, True)
    except DAMAGE:
        return _read_errors(path, sheet)


def _read_errors(path: Path, sheet: str) -> Layout:
    try:
        return _open_layout(path, sheet, False)
    except DAMAGE as error:
        raise UnreadableFile("classeur") from error


def _open_layout(path: Path, sheet: str, with_formats: bool) -> Layout:
    # The library would write warnings to standard output, between the rows. Workbooks whose streams overlap, as some
    # programs write them, are accepted: spreadsheet programs and the reader of rows accept them too.
    with (
        open(os.devnull, "w") as nowhere,
        xlrd.open_workbook(
            path, logfile=nowhere, on_demand=True, formatting_info=with_formats, ignore_workbook_corruption=True
        ) as book,
    ):
        return _read_sheet_layout(book.sheet_by_name(sheet), _read_formats(book) if with_formats else {})


def _read_formats(book: xlrd.Book) -> dict[int, NumberFormat]:
    """Return the cell styles that show numbers with leading zeros, by their index."""
    parsed = {key: parse_format(each.format_str or "") for key, each in book.format_map.items()}
    found = ((place, parsed.get(style.format_key)) for place, style in enumerate(book.xf_list))
    return {place: number_format for place, number_format in found if number_format}


def _read_sheet_layout(sheet: xlrd.sheet.Sheet, formats: dict[int, NumberFormat]) -> Layout:
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
