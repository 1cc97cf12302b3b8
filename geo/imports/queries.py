"""Build the report of an import."""

from typing import Any, Final

from config.sql import Queries
from geo.import_engine.issues import SameIssues, count_same_issues, list_same_issues
from geo.imports.definition.column_mapping import Mapping
from geo.imports.definition.messages import append_line_numbers, describe_row_issue
from geo.imports.definition.options import ImportOptions
from geo.imports.types import CodedValue
from geo.vector_files.extraction import ExtractedFile

SQL: Final = Queries(__file__, "writing.sql")
# Lines of one issue, and values of one coded field, in a response.
MAX_LINES: Final = 20
ALL_LINES: Final = 2_147_483_647
MAX_VALUES: Final = 50


def list_issues(*, is_error: bool, limit: int | None) -> list[dict[str, Any]]:
    """List the issues by their first line: {ligne, nom, colonne, message, nombre, lignes}.

    `nombre` is how many rows have the issue, `lignes` are the first of them (all of them without a limit). Call it only
    inside the import's transaction.
    """
    max_lines = MAX_LINES if limit else ALL_LINES
    found = list_same_issues(is_error=is_error, label="nom", limit=limit, max_lines=max_lines)
    return [_serialize_issues(same) for same in found]


def _serialize_issues(same: SameIssues) -> dict[str, Any]:
    message = describe_row_issue(same.issue.code, same.issue.details)
    return {
        "ligne": same.issue.line,
        "nom": same.names[0] if same.count == 1 else None,
        "colonne": same.issue.column,
        "message": append_line_numbers(message, same.lines, same.count),
        "nombre": same.count,
        "lignes": [{"ligne": line, "nom": name} for line, name in zip(same.lines, same.names, strict=True)],
    }


def list_coded_values(options: ImportOptions, mapping: Mapping) -> tuple[list[dict[str, Any]], int]:
    """Return how the values of coded fields were understood and on how many rows, and the number of such values.

    `devient` is None for a word that means "unknown"; with `refuse` the rows were not imported. Call it only inside the
    import's transaction.
    """
    fields = [field.name for field in options.kind.fields if field.is_coded and mapping.has_field(field.name)]
    counted = SQL.fetch_objects(CodedValue, "list_coded_values", {"champs": fields, "limite": MAX_VALUES})
    columns = mapping.describe()
    values = [
        {
            "champ": value.champ,
            "colonne": columns[value.champ],
            "valeur": value.valeur,
            "nombre": value.n,
            "devient": None if value.devient is None else _format_value(value.devient),
            "refuse": value.refuse,
        }
        for value in counted
    ]
    return values, sum({value.champ: value.distinctes for value in counted}.values())


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
    counts = SQL.fetch_one("count_actions")
    limit = options.report_limit
    issues = count_same_issues()
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
        "errors": list_issues(is_error=True, limit=limit),
        "erreursTotal": issues.errors,
        "avertissements": warnings + list_issues(is_error=False, limit=limit),
        "avertissementsTotal": issues.warnings + len(warnings),
        "valeurs": values,
        "valeursTotal": value_count,
        "correspondance": mapping.describe(),
        "colonnes": extract.columns,
        "colonnesIgnorees": mapping.list_unused_columns(extract.columns),
    }
