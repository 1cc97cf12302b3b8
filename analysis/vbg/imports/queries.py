"""Describe the rows of a workbook that stand in `import_raw`, and what an import found in them."""

from collections.abc import Mapping, Sequence
from typing import Any, Final

import orjson

from analysis.vbg.imports.models import UploadKind
from analysis.vbg.imports.rules import MAX_ERRORS, REQUIRED, ROW_FAULTS, find_faulty_column, suggest_mapping
from analysis.vbg.imports.types import ImportCounts, RowError
from config.sql import Queries

SQL: Final = Queries(__file__, "imports.sql")
# The field whose repeated values are duplicates, by kind.
KEYS: Final = {UploadKind.SERVICES: "code", UploadKind.AGENTS: "telephone"}


def describe_rows(kind: str, columns: Sequence[str]) -> dict[str, Any]:
    """Return the analysis of a file: its columns, the rows without a required value, duplicates and a mapping."""
    suggestion = suggest_mapping(kind, columns)
    total = int(SQL.fetch_one("count_raw")["n"])
    found = {row["name"]: row for row in SQL.fetch_rows("describe_columns")}
    key = suggestion.get(KEYS.get(UploadKind(kind), ""))
    duplicates = SQL.fetch_rows("list_duplicates", {"column": key, "limit": MAX_ERRORS}) if key else []
    required = [suggestion[field] for field in REQUIRED.get(UploadKind(kind), ()) if suggestion[field]]
    empty = SQL.fetch_rows("list_incomplete", {"columns": required, "limit": MAX_ERRORS})
    count = int(SQL.fetch_one("count_incomplete", {"columns": required})["n"])
    return {
        "totalRows": total,
        "validRows": total - count,
        "invalidRows": count,
        "columns": [_describe_column(name, found.get(name)) for name in columns],
        "errors": [
            {
                "row": row["ligne"],
                "column": row["name"],
                "message": str(ROW_FAULTS["vide"] if row["name"] else ROW_FAULTS["ligne"]),
            }
            for row in empty
        ],
        "warnings": [],
        "duplicates": [{"column": key, "value": row["value"], "rows": row["rows"]} for row in duplicates],
        "mappingSuggestion": suggestion,
    }


def _describe_column(name: str, facts: dict[str, Any] | None) -> dict[str, Any]:
    if facts is None:
        return {"name": name, "type": "vide", "filled": 0, "unique": 0}
    kind = "date" if facts["is_date"] else "nombre" if facts["is_number"] else "texte"
    return {"name": name, "type": kind, "filled": facts["filled"], "unique": facts["unique"]}


def list_sample(columns: Sequence[str], limit: int) -> list[list[Any]]:
    """Return the cells of the first rows, in the order of the columns."""
    rows = [orjson.loads(row["attributs"]) for row in SQL.fetch_rows("list_sample", {"limit": limit})]
    return [[row.get(name) for name in columns] for row in rows]


def read_counts(kind: str, mapping: Mapping[str, str]) -> ImportCounts:
    """Return the counts of `import_row`, with the first errors and their columns."""
    counts = SQL.fetch_one("count_rows")
    faults = SQL.fetch_rows("list_faults", {"limit": MAX_ERRORS})
    errors = [
        RowError(row["ligne"], find_faulty_column(kind, row["faute"], mapping), str(ROW_FAULTS[row["faute"]]))
        for row in faults
    ]
    return ImportCounts(counts["total"], counts["imported"], counts["updated"], counts["skipped"], errors)
