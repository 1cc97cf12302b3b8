"""Read the header and rows of a table file as text, within the limits. Runs in the child process."""

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import islice
from pathlib import Path
from typing import Any

from geo.tables.csv_text import Record, read_text
from geo.tables.sandbox import UnreadableFile
from geo.tables.workbook import read_workbook


@dataclass
class Table:
    """Hold an open table: the cells of its header, about how many rows follow, the rows, and facts about the file.

    Every row has as many cells as the header, stripped of blanks, and the fault of the row as a whole, if any (a code
    of `messages.ROW_FAULTS`, or `courte` for a row with too few cells).
    """

    header: list[str]
    expected: int
    records: Iterator[Record]
    facts: dict[str, Any]


def _fit_record(number: int, cells: list[str], fault: str | None, width: int) -> Record:
    cells = list(map(str.strip, cells))
    if len(cells) != width:
        fault = fault or ("surplus" if any(cells[width:]) else "courte" if len(cells) < width else None)
        cells = cells[:width] + [""] * (width - len(cells))
    joined = "".join(cells)
    if "\x00" in joined:
        fault = fault or "nul"
        cells = [cell.replace("\x00", "\ufffd") for cell in cells]
    elif "\ufffd" in joined:
        fault = fault or "illisible"
    return number, cells, fault


def _limit_records(records: Iterator[Record], width: int, max_rows: int, first: int | None) -> Iterator[Record]:
    for count, (number, cells, fault) in enumerate(islice(records, first), 1):
        if count > max_rows:
            raise UnreadableFile("lignes", max=max_rows)
        yield _fit_record(number, cells, fault, width)


def read_table(path: Path, options: dict[str, Any], *, text: bool) -> Table:
    """Open the table of a CSV (`text`) or of a workbook. Raises UnreadableFile.

    `options`: max_rows, max_columns, max_inflated; `awaited_rows`, the rows that the caller waits for, or None;
    optionally `first`, how many rows are read; for a CSV its `encoding`, for a workbook the name of its sheet
    (`layer`), for a table that may begin with other lines `is_header`, whether cells are its titles.
    """
    header, expected, records, facts = (read_text if text else read_workbook)(path, options)
    header = [cell.strip() for cell in header]
    while header and not header[-1]:
        header.pop()
    if not header:
        raise UnreadableFile("blanc") if text else UnreadableFile("feuille_vide", feuille=facts["feuille"]["name"])
    if len(header) > options["max_columns"]:
        raise UnreadableFile("colonnes", max=options["max_columns"])
    return Table(
        header, expected, _limit_records(records, len(header), options["max_rows"], options.get("first")), facts
    )
