"""Query conditionalities, how far they are met, and what follows for a cycle."""

from typing import Any

import orjson
from django.db.models import QuerySet

from config.caller import Caller
from config.paging import Page
from config.sql import Queries
from transfers.conditionality.filters import ConditionalityFilters
from transfers.conditionality.models import Conditionality, Effect
from transfers.conditionality.types import CycleEffects, EffectRow
from transfers.cycles.models import Cycle

SQL = Queries(__file__, "conditionality.sql")


def filter_conditionalities(query: dict[str, Any]) -> QuerySet[Conditionality]:
    """Return conditionalities under the filters of the list, by code."""
    return ConditionalityFilters.filter_rows(Conditionality.objects.select_related("programme"), query)


def build_rates(people: str) -> str:
    """Return the query of the rates of compliance (`beneficiaire_id`, `taux`) of those whom the query `people` names."""
    return SQL["rates"].format(people=people)


def build_effects() -> str:
    """Return the query of what conditionalities do to the beneficiaries of %(programme)s from %(debut_cycle)s on.

    Its columns are `beneficiaire_id`, `suspendu`, `reduction` (percent of the amount) and `averti`.
    """
    return SQL["effects"]


def list_effects(cycle: Cycle, query: dict[str, Any], user: Caller) -> CycleEffects:
    """Return whom the conditionalities touch in a cycle, among those whom `user` sees: as of now, in one query."""
    page, limit, regions = query["page"], query["limit"], user.region_ids
    params = {
        "programme": cycle.programme_id,
        "debut_cycle": cycle.date_debut,
        "regions": None if regions is None else list(regions),
        "effet": query.get("effet"),
        "limit": limit,
        "offset": (page - 1) * limit,
    }
    found = SQL.fetch_one("list_effects", params, effects=build_effects())
    touching = [effect for effect in Effect.values if effect != Effect.AUCUN]
    counts = dict.fromkeys(touching, 0) | orjson.loads(found["counts"])
    total = counts[query["effet"]] if query.get("effet") else sum(counts.values())
    rows = [EffectRow(**row) for row in orjson.loads(found["items"])]
    return CycleEffects(counts, Page(rows, page, limit, total))
