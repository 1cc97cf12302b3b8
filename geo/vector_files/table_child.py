"""Read CSV and workbooks: `python -m geo.vector_files.table_child`."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

from geo.tables.formats import is_text
from geo.tables.table import Table, read_table
from geo.vector_files.feature_rows import run_child

# Faults of a whole row that refuse it; damaged characters are checked by field, and short rows are accepted.
FAULTS = {"surplus": "decalee", "guillemet": "guillemet", "coupee": "coupee"}


def build_column_names(cells: list[str]) -> list[str]:
    """Return column names with single spaces; empty ones are named by their position, repeated ones numbered."""
    names: list[str] = []
    for place, cell in enumerate(cells, 1):
        name = " ".join(cell.split()) or f"colonne {place}"
        twin = sum(1 for earlier in names if earlier == name or earlier.startswith(f"{name} #"))
        names.append(f"{name} #{twin + 1}" if twin else name)
    return names


class TableSource:
    """Adapt a table to a source of rows: attributes by column, no geometry (the database parses coordinates)."""

    has_geometry = False

    def __init__(self, table: Table) -> None:
        self.table = table
        self.columns = build_column_names(table.header)

    def iterate_rows(self) -> Iterator[tuple[int, dict[str, Any], None, str | None]]:
        for line, cells, fault in self.table.records:
            yield line, dict(zip(self.columns, cells, strict=True)), None, FAULTS.get(fault or "")

    def describe_file(self) -> dict[str, Any]:
        return self.table.facts


def open_source(path: Path, options: dict[str, Any], folder: Path) -> TableSource:
    """Open the table. Raises UnreadableFile."""
    return TableSource(read_table(path, options, text=is_text(path)))


if __name__ == "__main__":
    run_child(open_source)
