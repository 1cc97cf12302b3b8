"""Apply the layout of a sheet: number formats, merged and hidden cells, formulas that were never computed.

The reader of workbooks does not report these. For an .xlsx the parts are searched (`geo.tables.xlsx_layout`), for an
.xls its library reports them (`geo.tables.xls_layout`). Runs in the child process.
"""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from typing import Final

from geo.tables.number_formats import NumberFormat

# A text that replaces the value of a cell, or the format in which its number is shown.
Mark = str | NumberFormat
# The marks of one row by column; rows count from 1, columns from 0.
RowMarks = tuple[int, dict[int, Mark]]
Rows = Iterator[tuple[int, list[str]]]
# Marks a formula that was never computed; no spreadsheet uses this word as an error.
UNCOMPUTED: Final = "#NON_CALCULE!"
# A remark about a sheet: code, line, column (from 0, or None), value, other value.
SheetRemark = tuple[str, int, int | None, str, str]
MAX_REMARKS: Final = 1_000


@dataclass(frozen=True)
class Merge:
    """Hold merged cells: first and last line (from 1), first column (from 0)."""

    first: int
    last: int
    column: int


@dataclass
class Layout:
    """Hold the layout of one sheet.

    `hidden` are lines (from 1), `hidden_columns` count from 0; `marks` are in the order of the rows.
    """

    merges: list[Merge] = field(default_factory=list)
    hidden: list[int] = field(default_factory=list)
    hidden_columns: list[int] = field(default_factory=list)
    marks: Iterable[RowMarks] = ()


def _apply_marks(cells: list[str], marks: dict[int, Mark], shift: int) -> None:
    for column, mark in marks.items():
        place = column - shift
        if 0 <= place < len(cells):
            if isinstance(mark, str):
                cells[place] = mark
            elif cells[place].isascii() and cells[place].isdecimal():
                cells[place] = mark.render(cells[place])


def apply_layout(rows: Rows, layout: Layout, shift: int) -> Rows:
    """Yield the rows with their marks, and with merged cells filled down.

    Cells are filled only in rows that are not empty, and below the titles (the first such row). `shift` is the column
    of the first cell of the rows.
    """
    marks = iter(layout.marks)
    pending = next(marks, None)
    starting: dict[int, list[Merge]] = {}
    for merge in layout.merges:
        starting.setdefault(merge.first, []).append(merge)
    open_: list[tuple[Merge, str]] = []
    is_below_titles = False
    for line, cells in rows:
        while pending and pending[0] < line:
            pending = next(marks, None)
        if pending and pending[0] == line:
            _apply_marks(cells, pending[1], shift)
        if open_ and any(cells):
            open_ = [(merge, text) for merge, text in open_ if merge.last >= line]
            for merge, text in open_:
                cells[merge.column - shift] = cells[merge.column - shift] or text
        if is_below_titles:
            open_ += [
                (merge, cells[merge.column - shift])
                for merge in starting.get(line, ())
                if 0 <= merge.column - shift < len(cells)
            ]
        is_below_titles = is_below_titles or any(cells)
        yield line, cells


def list_remarks(layout: Layout, head: int, shift: int, width: int) -> list[SheetRemark]:
    """Return the remarks about a sheet whose `width` titles are in line `head`, at most MAX_REMARKS."""
    merged: list[SheetRemark] = [
        ("fusion", merge.first, merge.column - shift, str(merge.first), str(merge.last))
        for merge in layout.merges
        if merge.first > head
    ]
    hidden = [line for line in layout.hidden if line > head]
    masked: list[SheetRemark] = [("masquees", min(hidden), None, str(len(hidden)), "")] if hidden else []
    columns: list[SheetRemark] = [
        ("colonne_masquee", head, column - shift, "", "")
        for column in layout.hidden_columns
        if 0 <= column - shift < width
    ]
    return (masked + columns + merged)[:MAX_REMARKS]
