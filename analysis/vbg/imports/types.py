"""Describe the sheet of a workbook, and what an import did."""

from collections.abc import Iterable
from dataclasses import dataclass, field


@dataclass(frozen=True, slots=True)
class SheetRows:
    """Hold the titles of a sheet, how many rows it has, its name, and its rows as blocks of COPY's text format."""

    columns: list[str]
    count: int
    layer: str | None
    blocks: Iterable[bytes]


@dataclass(frozen=True, slots=True)
class RowError:
    """Hold the first fault of a row of a file; `row` counts as the spreadsheet does."""

    row: int
    message: str


@dataclass(frozen=True, slots=True)
class ImportCounts:
    """Hold how many rows were written or not; at most MAX_ERRORS errors are listed."""

    total_rows: int
    imported: int
    updated: int
    skipped: int
    errors: list[RowError] = field(default_factory=list)
