"""Query the quality dashboard and the counts by quality rule."""

from datetime import datetime
from typing import Any, Final
from uuid import UUID

from django.conf import settings
from django.db.models import QuerySet
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from config.caller import Scope
from config.paging import limit_search_time
from config.sql import Queries
from geo.scope.api import compile_subquery, compile_visible_subquery
from registry.households.models import Household
from registry.quality.api import QUALITY_RULES_BY_CODE, SUSPICION_LIMITS
from registry.quality_dashboard.filters import QualityFilters, QualityTallyFilters
from registry.quality_dashboard.models import COUNT_FIELDS, GROUP_FIELDS, QualityTally
from registry.quality_dashboard.rules import (
    MAX_SURVEYORS,
    SHARE_FIELDS,
    compute_assured_heaping,
    compute_shares,
    compute_suspicion,
    compute_whipple_index,
)
from registry.quality_dashboard.types import (
    Interview,
    QualityDashboard,
    QualityFigures,
    QualityGroup,
    QualitySums,
    RuleCount,
)

SQL: Final = Queries(__file__, "quality_dashboard.sql")
COLUMNS: Final = (
    "id",
    "region_id",
    "secteur_id",
    "campagne_id",
    "enqueteur_id",
    "projet_id",
    "date_collecte",
    "geom",
    "precision_gps",
    "score_qualite",
    "problemes_qualite",
)
# PostgreSQL's grouping() sets a bit for each column that is NOT grouped by; the first column is the highest bit.
GROUPINGS: Final = {0b011: "par_region", 0b101: "par_campagne", 0b110: "par_enqueteur"}
# What households are called together that have no region, no campaign or no surveyor.
_NAMELESS: Final = {
    "par_region": _("Sans région"),
    "par_campagne": _("Sans campagne"),
    "par_enqueteur": _("Sans enquêteur"),
}
TOTAL_GROUPING: Final = 0b111
# The key, beside those of the rules, under which the households that break any of them are counted; tallies of earlier
# versions lack it.
FAULTY: Final = "TOUTES"
BEST_SCORE: Final = 100
SUMS_SQL: Final = ", ".join(f"coalesce(sum({count}), 0)::bigint AS {count}" for count in COUNT_FIELDS)


def compose_counts_sql(rows: QuerySet[Any]) -> tuple[str, dict[str, Any]]:
    """Return the SELECT that computes the current counts of the given households, and its parameters.

    Its columns are `models.GROUP_FIELDS`, `COUNT_FIELDS`, `somme_qualite` and `regles`.
    """
    menages, params = compile_subquery(rows, "menages", *COLUMNS)
    faulty = f"'{FAULTY}', count(*) FILTER (WHERE score_qualite < {BEST_SCORE})"
    rules = ", ".join(
        f"'{code}', nullif(count(*) FILTER (WHERE problemes_qualite ? '{code}'), 0)" for code in QUALITY_RULES_BY_CODE
    )
    text = SQL["count_by_group"].format(
        menages=menages, rules=f"jsonb_strip_nulls(jsonb_build_object({faulty}, {rules}))", **SUSPICION_LIMITS
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


def _compute_figures(sums: QualitySums) -> QualityFigures:
    """Return the figures of a group from its sums."""
    counts = {name: getattr(sums, name) for name in SHARE_FIELDS}
    heaping = compute_assured_heaping(sums.ages_connus, sums.ages_ronds)
    return QualityFigures(
        total=sums.total,
        qualite_moyenne=sums.qualite_moyenne,
        **counts,
        taux=compute_shares(counts, sums.total),
        ages_connus=sums.ages_connus,
        ages_ronds=sums.ages_ronds,
        indice_whipple=compute_whipple_index(sums.ages_connus, sums.ages_ronds),
        indice_suspicion=round(compute_suspicion(counts, sums.total) + heaping, 1),
    )


def _read_suspicion(group: QualityGroup) -> float:
    """Return by what the groups are sorted."""
    return group.figures.indice_suspicion


def list_interviews(ids: list[UUID], user: Scope) -> list[Interview]:
    """Return the interviews of those of these households that `user` sees, each with the surveyor's one before.

    One query, within the time of searches. Who does not see the household before gets its moment without its code.
    """
    menages, params = compile_visible_subquery(Household, user, "menages", "id", "code_menage")
    with limit_search_time():
        return SQL.fetch_objects(Interview, "list_interviews", params | {"ids": ids}, visibles=menages)


def compute_dashboard(query: dict[str, Any], user: Scope) -> QualityDashboard:
    """Return the quality in total and by region, campaign and surveyor of the households visible to `user`.

    `query` holds the filters. `calcule_le` is the time of the counts (decision 0020).
    """
    counts, params, calculated_at = _compose_source_sql(query, user)
    sums = SQL.fetch_objects(QualitySums, "sum_by_group", params, source=counts, sums=SUMS_SQL)
    names = SQL.fetch_mapping("list_names", {"ids": list({row.id for row in sums if row.id})})
    groups: dict[int, list[QualityGroup]] = {grouping: [] for grouping in (*GROUPINGS, TOTAL_GROUPING)}
    for row in sums:
        nom = names.get(row.id) if row.id else str(_NAMELESS.get(GROUPINGS.get(row.axe, ""), ""))
        groups[row.axe].append(QualityGroup(row.id, nom, _compute_figures(row)))
    [total] = groups.pop(TOTAL_GROUPING)
    ordered = {
        GROUPINGS[grouping]: sorted(rows, key=_read_suspicion, reverse=True) for grouping, rows in groups.items()
    }
    rules = SQL.fetch_objects(RuleCount, "count_by_rule", params, source=counts)
    return QualityDashboard(
        calcule_le=calculated_at,
        total=total.figures,
        a_revoir=next((row.n for row in rules if row.code == FAULTY), None if total.figures.total else 0),
        par_region=ordered["par_region"],
        par_campagne=ordered["par_campagne"],
        par_enqueteur=ordered["par_enqueteur"][:MAX_SURVEYORS],
        par_regle=[row for row in rules if row.code != FAULTY],
    )
