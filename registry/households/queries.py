"""Read households: lists, details, dependencies, successors and statistics."""

from collections.abc import Iterable
from contextlib import nullcontext
from dataclasses import replace
from typing import Any, Final
from uuid import UUID

from django.db.models import QuerySet, Sum, Value

from config.caller import ALL_REGIONS, Caller, Scope
from config.paging import Page, limit_search_time, paginate, paginate_ids
from config.sql import Queries
from geo.areas.models import Normalised, Region
from geo.scope.api import compile_visible_subquery
from registry.households.filters import HouseholdFilters, TalliedHouseholdFilters
from registry.households.hooks import dependency_permissions, household_dependencies, withheld_dependencies
from registry.households.models import Categorie, FormerHousehold, Household, Milieu, Statut, StatutCollecte
from registry.households.rules import DEPENDENCY_NAMES, WITHHELD
from registry.households.tally.models import HouseholdTally
from registry.households.types import (
    CampaignCounts,
    HouseholdDetail,
    HouseholdStatistics,
    HouseholdSummary,
    RegionCounts,
    ValueCount,
)
from registry.quality.api import describe_quality_problems

SQL: Final = Queries(__file__, "households.sql")
COLUMNS: Final = tuple(field.attname for field in Household._meta.concrete_fields)
# The totals that stand among the general figures; the others are the composition of the households.
GENERAL_TOTALS: Final = {"total", "totalPopulation"}
# So many households of some days are sorted for a page of them: more lie so dense that a walk by their ids soon has it.
MOST_SORTED: Final = 20_000
# PostgreSQL's grouping() sets a bit for each column that is NOT grouped by; the first column is the highest bit.
GROUPINGS: Final = {
    0b0111: ("par_statut", Statut),
    0b1011: ("par_statut_collecte", StatutCollecte),
    0b1101: ("par_categorie", Categorie),
    0b1110: ("par_milieu", Milieu),
}


def list_household_summaries(ids: Iterable[UUID], contacts: bool = False) -> list[HouseholdSummary]:
    """Return the list rows of these households, in the order of `ids`, with telephones for `contacts`. One query."""
    wanted = list(ids)
    params = {"ids": wanted, "contacts": contacts}
    rows = SQL.fetch_objects(HouseholdSummary, "list_summaries", params) if wanted else []
    found = {row.id: replace(row, problemes_qualite=describe_quality_problems(row.problemes_qualite)) for row in rows}
    return [found[household_id] for household_id in wanted if household_id in found]


def find_household_detail(household_id: UUID, user: Scope) -> HouseholdDetail | None:
    """Return one household with its related rows, or None if `user` cannot see it. One query."""
    rows = list_household_details([household_id], user)
    return rows[0] if rows else None


def list_household_details(ids: list[UUID], user: Scope) -> list[HouseholdDetail]:
    """Return those of these households that `user` sees, with their related rows. One query."""
    menages, params = compile_visible_subquery(Household, user, "menages", *COLUMNS)
    return SQL.fetch_objects(HouseholdDetail, "list_details", params | {"ids": ids}, menages=menages)


def get_household_detail(household_id: UUID) -> HouseholdDetail:
    """Return the detail of a household for the response to the user who has just written it, whatever its region."""
    detail = find_household_detail(household_id, ALL_REGIONS)
    if detail is None:
        raise Household.DoesNotExist
    return detail


def find_successor_id(household_id: UUID, user: Scope) -> UUID | None:
    """Return the id of the household into which `household_id` was merged, or None if there is none that `user` can see.

    A response for the old id names its successor in `Content-Location`.
    """
    rows = FormerHousehold.objects.filter(id=household_id)
    return rows.visible_to(user).values_list("menage_id", flat=True).first()


def find_successor_codes(ids: list[UUID], user: Scope) -> dict[UUID, str]:
    """Map those of `ids` that were merged into a household visible to `user` to the code of that successor."""
    rows = FormerHousehold.objects.filter(id__in=ids).visible_to(user)
    return dict(rows.values_list("id", "menage__code_menage"))


def count_households_by_tally(query: dict[str, Any], user: Scope) -> int | None:
    """Return the exact number of households under the filters by the tally, or None when it lacks a filter."""
    if not HouseholdFilters.select_values(query).keys() <= TalliedHouseholdFilters.base_filters.keys():
        return None
    rows = TalliedHouseholdFilters.filter_rows(HouseholdTally.objects.visible_to(user), query)
    return rows.aggregate(total=Sum("n"))["total"] or 0


def list_household_page(rows: QuerySet[Household], query: dict[str, Any], user: Scope, contacts: bool = False) -> Page:
    """Return one page of list rows, with telephones for `contacts`.

    `rows` are already limited to those visible to `user` and matching `query`.
    """
    page, limit = query["page"], query["limit"]
    if query.get("search") or query.get("proche"):
        found = paginate_ids(rows, page, limit)
    elif HouseholdFilters.is_read_from_rows(query):
        # The statement of such a filter runs once for the page and its total.
        found = paginate_ids(rows, page, limit, is_searched=False)
    else:
        total = 0 if rows.query.is_empty() else count_households_by_tally(query, user)
        with limit_search_time() if query.get("tri") else nullcontext():
            found = _paginate_ids_of_days(rows, query, total)
    return found.replace_items(list_household_summaries(found.items, contacts))


def _paginate_ids_of_days(rows: QuerySet[Household], query: dict[str, Any], total: int | None) -> Page:
    """Return one page of ids; those of a few days, found by their days, are sorted.

    The newest household has the greatest id, which the database does not know: for the page of an old week it would walk
    from the newest id back to that week.
    """
    page, limit = query["page"], query["limit"]
    if query.get("dateDebut") or query.get("dateFin"):
        total = rows.order_by().count() if total is None else total
        if total <= MOST_SORTED:
            return paginate_ids(rows, page, limit, is_searched=False)
    return paginate(rows.values_list("id", flat=True), page, limit, total)


def list_matching_ids(rows: QuerySet[Household], query: dict[str, Any], most: int) -> tuple[list[UUID], int]:
    """Return the ids of the first `most` of these households, those that match `query`, and how many there are."""
    with nullcontext() if HouseholdFilters.is_read_from_rows(query) else limit_search_time():
        ids = list(rows.values_list("id", flat=True)[:most])
        return ids, len(ids) if len(ids) < most else rows.order_by().count()


def count_household_dependencies(ids: Iterable[UUID], reader: Caller | None = None) -> dict[UUID, dict[str, int]]:
    """Return the number of rows of each kind that refer to each household, zeros included. One query per kind.

    For a `reader` only rows of the kinds that they may read are counted; for who deletes (None) all, and those withheld.
    """
    wanted = list(ids)
    names = [*DEPENDENCY_NAMES, *(name for name in household_dependencies if name not in DEPENDENCY_NAMES)]
    counts = {household_id: dict.fromkeys(names, 0) for household_id in wanted}
    for name, count_rows in household_dependencies.items():
        if reader and name in dependency_permissions and not reader.holds(dependency_permissions[name]):
            continue
        for household_id, number in count_rows(wanted).items():
            counts[household_id][name] = number
    for count_rows in withheld_dependencies.values() if reader is None else ():
        for household_id, number in count_rows(wanted).items():
            counts[household_id][WITHHELD] = counts[household_id].get(WITHHELD, 0) + number
    return counts


def list_changed_households(ids: Iterable[UUID]) -> list[UUID]:
    """Return those of the households of which somebody changed something after the operation, or request, that made them.

    What the service computes by itself (a score, an analysis) is nobody's work.
    """
    found: list[UUID] = SQL.fetch_column("list_changed_households", {"ids": list(ids)})
    return found


def compute_statistics(user: Scope, region: str | None = None, campaign: UUID | None = None) -> HouseholdStatistics:
    """Return the statistics of the households that `user` can see, by four queries over the tally; always exact.

    `region` is the name of a region, in any case and with or without accents; an unknown name counts nothing.
    """
    regions = user.region_ids
    if region is not None:
        named = Region.objects.filter(nom_normalise=Normalised(Value(region))).visible_to(user)
        regions = tuple(named.values_list("id", flat=True))
    params = {"regions": None if regions is None else list(regions), "campagne": campaign}
    sums = SQL.fetch_one("sum_households", params)
    general = {name: value for name, value in sums.items() if not name.startswith("total") or name in GENERAL_TOTALS}
    counts = _group_counts(SQL.fetch_objects(ValueCount, "count_by_column", params))
    return HouseholdStatistics(
        general=general,
        composition={name: value for name, value in sums.items() if name not in general},
        **counts,
        par_region=SQL.fetch_objects(RegionCounts, "count_by_region", params),
        par_campagne=SQL.fetch_objects(CampaignCounts, "count_by_campaign", params),
    )


def _group_counts(rows: list[ValueCount]) -> dict[str, dict[str, int]]:
    """Return the number of households by the values of each column, zeros included."""
    counts: dict[str, dict[str, int]] = {name: dict.fromkeys(values.values, 0) for name, values in GROUPINGS.values()}
    for row in rows:
        if row.value is not None:
            counts[GROUPINGS[row.axis][0]][row.value] = row.n
    return counts
