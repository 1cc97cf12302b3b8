"""Reading what an import found."""

import json
from typing import Any

from config.sql import Queries
from geo.imports.mapping import Mapping
from geo.imports.messages import row_message
from geo.imports.options import Options
from geo.imports.reading import Extract

SQL = Queries(__file__, "writing.sql")


def issues(grave: bool, limit: int | None) -> list[dict[str, Any]]:
    """Findings by line: {ligne, nom, colonne, message}; only inside the import's transaction."""
    return [
        {
            "ligne": row["ligne"],
            "nom": row["nom"],
            "colonne": row["colonne"],
            "message": row_message(row["code"], json.loads(row["details"])),
        }
        for row in SQL.rows("issues", {"grave": grave, "limite": limit})
    ]


def report(options: Options, mapping: Mapping, extract: Extract, notices: list[str]) -> dict[str, Any]:
    """The documented answer: counts, what was wrong by line, and how columns were understood.

    total = imported + updated + unchanged + skipped; `filtrees` rows were left out by the caller's own filters.
    """
    counts = SQL.one("counts")
    limit = options.report_limit
    warnings = [{"ligne": None, "nom": None, "colonne": None, "message": notice} for notice in notices]
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
        "errors": issues(True, limit),
        "erreursTotal": counts["graves"],
        "avertissements": warnings + issues(False, limit),
        "avertissementsTotal": counts["legers"] + len(warnings),
        "correspondance": mapping.shown(),
        "colonnes": extract.columns,
        "colonnesIgnorees": mapping.unused(extract.columns),
    }
