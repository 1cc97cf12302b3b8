"""Where the cells of an .xls are that hold an error: the reader of its rows gives nothing for them, as if they were
empty. Runs in the child process.
"""

import os
import struct
from pathlib import Path
from typing import IO

import xlrd
from xlrd.compdoc import CompDocError

from geo.tables.sandbox import Unreadable

Cells = dict[tuple[int, int], str]
# What the library raises over a damaged file.
DAMAGE = (
    xlrd.XLRDError, CompDocError, struct.error, ArithmeticError, AssertionError, AttributeError, LookupError, TypeError,
    ValueError,
)  # fmt: skip


def error_cells(path: Path, sheet: str) -> Cells:
    """The error of each cell (row and column from 0) of this sheet that holds one. Raises Unreadable."""
    try:
        # It would write its warnings between the rows on standard output.
        with open(os.devnull, "w") as nowhere, _opened(path, nowhere) as book:
            return _errors(book.sheet_by_name(sheet))
    except DAMAGE as error:
        raise Unreadable("classeur") from error


def _opened(path: Path, log: IO[str]) -> xlrd.Book:
    """The workbook, also one whose streams overlap, as some programs write them: spreadsheets open it, and the reader of
    its rows does."""
    return xlrd.open_workbook(path, logfile=log, on_demand=True, ignore_workbook_corruption=True)


def _errors(sheet: xlrd.sheet.Sheet) -> Cells:
    return {
        (row, column): xlrd.error_text_from_code.get(sheet.cell_value(row, column), "#N/A")
        for row in range(sheet.nrows)
        for column, kind in enumerate(sheet.row_types(row))
        if kind == xlrd.XL_CELL_ERROR
    }
