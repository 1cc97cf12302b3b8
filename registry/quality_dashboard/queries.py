"""Query the quality dashboard and the counts by quality rule."""

from datetime import datetime
from typing import Any, Final

from django.conf import settings
from django.db.models import QuerySet
from django.utils import timezone
from django.utils.translation import gettext as _

from config.caller import Scope
from config.sql import Queries
from geo.scope.api import compile_subquery
from registry.households.models import Household
from registry.quality.api import QUALITY_RULES_BY_CODE
from registry.quality_dashboard.filters import QualityFilters, QualityTallyFilters
from registry.quality_dashboard.models import COUNT_FIELDS, GROUP_FIELDS, QualityTally
from registry.quality_dashboard.rules import (
    COUNT_NAMES,
    MAX_SURVEYORS,
    SHARE_FIELDS,
    SUSPICION_LIMITS,
    compute_shares,
    compute_suspicion,
    compute_whipple_index,
)

SQL: Final = Queries(__file__, "quality_dashboard.sql")
COLUMNS: Final = (
    "id", "region_id", "secteur_id", "campagne_id", "enqueteur_id", "projet_id", "date_collecte", "geom",
    "precision_gps", "score_qualite", "problemes_qualite",
)  # fmt: skip
# PostgreSQL's grouping() sets a bit for each column that is NOT grouped by; the first column is the highest bit.
GROUPINGS: Final = {0b011: "parRegion", 0b101: "parCampagne", 0b110: "parEnqueteur"}
TOTAL_GROUPING: Final = 0b111
SUMS_SQL: Final = ", ".join(f'coalesce(sum({count}), 0)::bigint AS "{name}"' for count, name in COUNT_NAMES.items())


def compose_counts_sql(rows: QuerySet[Any]) -> tuple[str, dict[str, Any]]:
    """Return the SELECT that computes the current counts of the given households, and its parameters.

    Its columns are `models.GROUP_FIELDS`, `COUNT_FIELDS`, `somme_qualite` and `regles`.
    """
    menages, params = compile_subquery(rows, "menages", *COLUMNS)
    rules = ", ".join(
        f"'{code}', nullif(count(*) FILTER (WHERE problemes_qualite ? '{code}'), 0)" for code in QUALITY_RULES_BY_CODE
    )
    text = SQL["count_by_group"].format(
        menages=menages, rules=f"jsonb_strip_nulls(jsonb_build_object({rules}))", **SUSPICION_LIMITS
    )
    return text, params


def _compose_source_sql(query: dict[str, Any], user: Scope) -> tuple[str, dict[str, Any], datetime]:
    """Return the SQL of the counts that the dashboard adds up, its parameters, and the time of the counts.

    Up to SYNCHRONOUS_MAX_ROWS households are counted now; for more, the stored tallies are used if there are any.
    """
    rows = QualityFilters.filter_rows(Household.objects.visible_to(user), query)
    tallied_at = QualityTally.objects.values_list("calcule_le", flat=True).first()
    max_rows = settings.SYNCHRONOUS_MAX_ROWS
    if tallied_at is None or rows.order_by()[: max_rows + 1].count() <= max_rows:
        return *compose_counts_sql(rows), timezone.now()
    tally = QualityTallyFilters.filter_rows(QualityTally.objects.visible_to(user), query)
    return *compile_subquery(tally, "releves", *GROUP_FIELDS, *COUNT_FIELDS, "somme_qualite", "regles"), tallied_at


def _serialize_group(row: dict[str, Any]) -> dict[str, Any]:
    """Serialize a group with its shares in percent and Whipple's index."""
    counts = {name: row[name] for name in SHARE_FIELDS}
    return {
        "total": row["total"],
        "qualiteMoyenne": row["qualiteMoyenne"],
        **counts,
        "taux": compute_shares(counts, row["total"]),
        "agesConnus": row["agesConnus"],
        "agesRonds": row["agesRonds"],
        "indiceWhipple": compute_whipple_index(row["agesConnus"], row["agesRonds"]),
    }


def build_dashboard_response(query: dict[str, Any], user: Scope) -> dict[str, Any]:
    """Return the quality in total and by region, campaign and surveyor of the households visible to `user`.

    `query` holds the filters. `calculeLe` is the time of the counts (decision 0020).
    """
    counts, params, when = _compose_source_sql(query, user)
    found = SQL.fetch_rows("sum_by_group", params, source=counts, sums=SUMS_SQL)
    ids = list({row["id"] for row in found if row["id"]})
    names = {row["id"]: row["nom"] for row in SQL.fetch_rows("list_names", {"ids": ids})}
    groups: dict[str, list[dict[str, Any]]] = {name: [] for name in GROUPINGS.values()}
    total: dict[str, Any] = {}
    for row in found:
        if row["axe"] == TOTAL_GROUPING:
            total = _serialize_group(row)
        else:
            nom = names.get(row["id"]) if row["id"] else _("Sans objet")
            groups[GROUPINGS[row["axe"]]].append({"id": row["id"], "nom": nom, **_serialize_group(row)})
    ordered = {name: sorted(rows, key=compute_suspicion, reverse=True) for name, rows in groups.items()}
    ordered["parEnqueteur"] = ordered["parEnqueteur"][:MAX_SURVEYORS]
    return {"calculeLe": when, "total": total, **ordered, "parRegle": _count_by_rule(counts, params)}


def _count_by_rule(counts: str, params: dict[str, Any]) -> list[dict[str, Any]]:
    """Return how many households break each quality rule, the most frequent first."""
    return [
        {
            "code": rule.code,
            "gravite": rule.severity,
            "champ": rule.field,
            "message": str(rule.message),
            "total": row["n"],
        }
        for row in SQL.fetch_rows("count_by_rule", params, source=counts)
        if (rule := QUALITY_RULES_BY_CODE.get(row["code"]))
    ]
