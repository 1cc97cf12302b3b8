"""Build the report of an import."""

import json
from typing import Any

from config.sql import Queries
from geo.imports.mapping import Mapping
from geo.imports.messages import append_line_numbers, describe_row_issue
from geo.imports.options import ImportOptions
from geo.imports.reading import ExtractedFile

SQL = Queries(__file__, "writing.sql")
# Lines of one issue, and values of one coded field, in a response.
LINES = 20
ALL_LINES = 2_147_483_647
VALUES = 50


def list_issues(grave: bool, limit: int | None) -> list[dict[str, Any]]:
    """List the issues by their first line: {ligne, nom, colonne, message, nombre, lignes}.

    `nombre` is how many rows have the issue, `lignes` are the first of them (all of them without a limit). Call it only
    inside the import's transaction.
    """
    asked = {"grave": grave, "limite": limit, "lignes": LINES if limit else ALL_LINES}
    return [_serialize_issue(row) for row in SQL.rows("issues", asked)]


def _serialize_issue(row: dict[str, Any]) -> dict[str, Any]:
    message = describe_row_issue(row["code"], json.loads(row["details"]))
    return {
        "ligne": row["lignes"][0],
        "nom": row["noms"][0] if row["n"] == 1 else None,
        "colonne": row["colonne"],
        "message": append_line_numbers(message, row["lignes"], row["n"]),
        "nombre": row["n"],
        "lignes": [{"ligne": line, "nom": name} for line, name in zip(row["lignes"], row["noms"], strict=True)],
    }


def list_coded_values(options: ImportOptions, mapping: Mapping) -> tuple[list[dict[str, Any]], int]:
    """Return how the values of coded fields were understood and on how many rows, and the number of such values.

    `devient` is None for a word that means "unknown"; with `refuse` the rows were not imported. Call it only inside the
    import's transaction.
    """
    fields = [field.name for field in options.kind.fields if field.coded and mapping.has(field.name)]
    rows = SQL.rows("coded_values", {"champs": fields, "limite": VALUES})
    shown = mapping.shown()
    values = [
        {
            "champ": row["champ"],
            "colonne": shown[row["champ"]],
            "valeur": row["valeur"],
            "nombre": row["n"],
            "devient": _format_value(json.loads(row["devient"])) if row["devient"] is not None else None,
            "refuse": row["refuse"],
        }
        for row in rows
    ]
    return values, sum({row["champ"]: row["distinctes"] for row in rows}.values())


def _format_value(value: Any) -> str:
    if isinstance(value, bool):
        return "oui" if value else "non"
    return ", ".join(value) if isinstance(value, list) else str(value)


def build_report_response(
    options: ImportOptions, mapping: Mapping, extract: ExtractedFile, notices: list[str]
) -> dict[str, Any]:
    """Build the documented response: counts, issues by line, and how columns and values were understood.

    total = imported + updated + unchanged + skipped; `filtrees` rows were excluded by the caller's own filters.
    """
    counts = SQL.one("counts")
    limit = options.report_limit
    findings = SQL.one("count_findings")
    values, value_count = list_coded_values(options, mapping)
    nowhere: dict[str, Any] = {"ligne": None, "nom": None, "colonne": None, "nombre": 0, "lignes": []}
    warnings = [nowhere | {"message": notice} for notice in notices]
    return {
        "type": options.kind.name,
        "source": options.source,
        "format": extract.format,
        "crs": extract.crs or options.crs,
        "simulation": options.dry_run,
        "total": counts["total"],
        "imported": counts["imported"],
        "updated": counts["updated"],
        "unchanged": counts["unchanged"],
        "skipped": counts["skipped"],
        "filtrees": extract.count - counts["total"],
        "errors": list_issues(True, limit),
        "erreursTotal": findings["graves"],
        "avertissements": warnings + list_issues(False, limit),
        "avertissementsTotal": findings["legers"] + len(warnings),
        "valeurs": values,
        "valeursTotal": value_count,
        "correspondance": mapping.shown(),
        "colonnes": extract.columns,
        "colonnesIgnorees": mapping.unused(extract.columns),
    }
