"""Reads CSV and workbooks: `python -m geo.imports.table_child`."""

from pathlib import Path
from typing import Any

from geo.imports.child import kind_of, main
from geo.imports.sandbox import Archive
from geo.imports.sheet import Table, read_csv, read_workbook


def opened(path: Path, options: dict[str, Any], folder: Path) -> Table:
    """The table, ready to be read. A workbook is inflated once and counted before its reader meets it."""
    if kind_of(path) == "csv":
        return read_csv(path, options.get("encoding"), options["max_columns"])
    if kind_of(path) == "xlsx":
        Archive(path, options["max_inflated"]).count()
    return read_workbook(path, options.get("layer"), options["max_columns"], options["max_rows"])


if __name__ == "__main__":
    main(opened)
