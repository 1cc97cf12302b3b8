"""Describe the sheet of a workbook."""

from collections.abc import Iterable
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class SheetRows:
    """Hold the titles of a sheet, how many rows it has, its name, and its rows as blocks of COPY's text format."""

    columns: list[str]
    count: int
    layer: str | None
    blocks: Iterable[bytes]
