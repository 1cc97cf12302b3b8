"""Describe what an import did."""

from dataclasses import dataclass, field


@dataclass(frozen=True, slots=True)
class RowError:
    """Hold the first fault of a row of a file; `row` counts as the spreadsheet does.

    `column` is the title over the wrong cell, or None where no single cell is wrong.
    """

    row: int
    column: str | None
    message: str


@dataclass(frozen=True, slots=True)
class ImportCounts:
    """Hold how many rows were written or not; at most MAX_ERRORS errors are listed."""

    total_rows: int
    imported: int
    updated: int
    skipped: int
    errors: list[RowError] = field(default_factory=list)
