"""Read households: lists, details, search and statistics."""

from collections.abc import Iterable
from types import SimpleNamespace
from typing import Any, Final
from uuid import UUID

from django.db import connection
from django.db.models import QuerySet, Sum, Value

from config.paging import Page, paginate, paginate_ids
from config.sql import Queries
from config.text import build_code_condition, build_words_condition, split_words
from geo.areas.models import Normalised, Region
from geo.scope.api import compile_visible_subquery
from registry.households.former import FormerHousehold
from registry.households.models import Categorie, HeadOfHousehold, Household, Milieu, Statut, StatutCollecte
from registry.households.tally import HouseholdTally

SQL = Queries(__file__, "households.sql")
COLUMNS: Final = tuple(field.attname for field in Household._meta.concrete_fields)
EVERYBODY: Final = SimpleNamespace(region_ids=None)

# Maps query parameters to lookups.
FILTERS = {
    "statut": "statut",
    "statutCollecte": "statut_collecte",
    "region": "region_id__in",
    "secteur": "secteur_id__in",
    "localite": "localite_id__in",
    "campagne": "campagne_id__in",
    "enqueteur": "enqueteur_id__in",
    "projet": "projet_id__in",
    "milieu": "milieu",
    "eligible": "eligible_programme",
    "categoriePauvrete": "categorie_pauvrete",
    "scorePmt[gte]": "score_pmt__gte",
    "scorePmt[lte]": "score_pmt__lte",
    "tailleMenage[gte]": "taille_menage__gte",
    "tailleMenage[lte]": "taille_menage__lte",
}
# The parameters that the tally supports: when no other is sent, a total is a sum over its few rows.
TALLIED = {
    "statut", "statutCollecte", "region", "secteur", "campagne", "projet", "milieu", "eligible", "categoriePauvrete",
}  # fmt: skip


def build_lookups(query: dict[str, Any]) -> dict[str, Any]:
    """Return the lookups of the parameters that were sent."""
    return {lookup: query[name] for name, lookup in FILTERS.items() if query.get(name) is not None}


def search_household_ids(text: str) -> QuerySet:
    """Return the ids of households that match a search text.

    A household matches if its external identifier or code is `text`, if its code starts with `text` (three characters
    or more), or if the name of its head contains every word of it. The code of a merged household finds its successor.

    This is a union, whose parts each use their own index: the same conditions joined by OR across tables would read
    every row.
    """
    rows = Household.objects.order_by()
    found = rows.filter(identifiant_unique=text).values("id")
    for code in {text, text.upper()}:
        found = found.union(rows.filter(build_code_condition("code_menage", code)).values("id"))
    found = found.union(FormerHousehold.objects.filter(code_menage=text.upper()).values("menage_id"))
    words = split_words(text)
    if not words:
        return found
    heads = HeadOfHousehold.objects.annotate(nom_normalise=Normalised("nom_complet"))
    return found.union(heads.filter(build_words_condition("nom_normalise", words)).values("menage_id"))


def filter_households(query: dict[str, Any]) -> QuerySet[Household]:
    """Return the households that match the filters of the list, newest first (ids are time-ordered)."""
    rows = Household.objects.filter(**build_lookups(query))
    if query.get("search"):
        rows = rows.filter(id__in=search_household_ids(query["search"]))
    return rows.order_by("-id")


def list_summaries(ids: Iterable[UUID]) -> list[dict[str, Any]]:
    """Return the list rows of these households (nested parts as JSON text), in the order of `ids`. One query."""
    wanted = list(ids)
    found = {row["id"]: row for row in SQL.rows("summaries", {"ids": wanted})} if wanted else {}
    return [found[identity] for identity in wanted if identity in found]


def find_household_detail(identity: UUID, user: Any = EVERYBODY) -> dict[str, Any] | None:
    """Return the columns of one household (JSON as text) with its related rows, or None if `user` cannot see it.

    Without `user` the region is not checked: for the response to the user who has just written it.
    """
    menages, params = compile_visible_subquery(Household, user, "menages", *COLUMNS)
    with connection.cursor() as cursor:
        cursor.execute(SQL["detail"].format(menages=menages), params | {"id": identity})
        row = cursor.fetchone()
        names = [column.name for column in cursor.description]
    return dict(zip(names, row, strict=True)) if row else None


def count_by_tally(query: dict[str, Any], user: Any) -> int | None:
    """Return the exact number of households under the filters by the tally, or None when it lacks a filter."""
    sent = {name for name in (*FILTERS, "search") if query.get(name) is not None}
    if not sent <= TALLIED:
        return None
    rows = HouseholdTally.objects.filter(**build_lookups(query))
    if user.region_ids is not None:
        rows = rows.filter(region_id__in=user.region_ids)
    return rows.aggregate(total=Sum("n"))["total"] or 0


def list_page(rows: QuerySet[Household], query: dict[str, Any], user: Any) -> Page:
    """Return one page of list rows; `rows` are already limited to those visible to `user` and matching `query`."""
    page, limit = query["page"], query["limit"]
    if query.get("search"):
        found = paginate_ids(rows, page, limit)
    else:
        total = 0 if rows.query.is_empty() else count_by_tally(query, user)
        found = paginate(rows.values_list("id", flat=True), page, limit, total)
    return found.of(list_summaries(found.items))


def find_region_at(longitude: float, latitude: float) -> UUID | None:
    """Return the id of the region whose boundary covers a point, or None."""
    found = SQL.rows("region_at", {"lon": longitude, "lat": latitude})
    return found[0]["id"] if found else None


def compute_statistics(user: Any, region: str | None = None, campaign: UUID | None = None) -> dict[str, Any]:
    """Return the statistics of the households that `user` can see, by four queries over the tally; always exact.

    `region` is the name of a region, in any case and with or without accents; an unknown name counts nothing.
    """
    regions = user.region_ids
    if region is not None:
        named = Region.objects.filter(nom_normalise=Normalised(Value(region))).visible_to(user)
        regions = list(named.values_list("id", flat=True))
    params = {"regions": None if regions is None else list(regions), "campagne": campaign}
    sums = SQL.one("summary", params)
    general = {name: value for name, value in sums.items() if not name.startswith("total") or name in GENERAL}
    maps = _group_counts(SQL.rows("summary_maps", params))
    return {
        "general": general,
        "composition": {name: value for name, value in sums.items() if name not in general},
        **maps,
        "parRegion": SQL.rows("summary_regions", params),
        "parCampagne": SQL.rows("summary_campaigns", params),
    }


GENERAL = {"total", "totalPopulation"}
# PostgreSQL's grouping() sets a bit for each column that is NOT grouped by; the first column is the highest bit.
AXES = {
    0b0111: ("parStatut", Statut),
    0b1011: ("parStatutCollecte", StatutCollecte),
    0b1101: ("parCategorie", Categorie),
    0b1110: ("parMilieu", Milieu),
}


def _group_counts(rows: list[dict[str, Any]]) -> dict[str, dict[str, int]]:
    maps: dict[str, dict[str, int]] = {name: dict.fromkeys(values.values, 0) for name, values in AXES.values()}
    for row in rows:
        if row["value"] is not None:
            maps[AXES[row["axis"]][0]][row["value"]] = row["n"]
    return maps
