"""Query what conditionalities do to the lists of payments."""

from typing import Any

import orjson

from config.caller import Caller
from config.paging import Page
from config.sql import Queries
from transfers.conditionality.effects.models import TOUCHING
from transfers.conditionality.effects.types import CycleEffects, EffectRow
from transfers.cycles.models import Cycle

SQL = Queries(__file__, "effects.sql")


def build_effects(cycle: Cycle) -> str:
    """Return the query of what conditionalities do to the beneficiaries of a cycle.

    Those of a calculated list are what its calculation applied; before, they are as of now. The columns are
    `beneficiaire_id`, `verification_id`, `conditionnalite_id`, `effet`, `reduction` (percent) and `retenue`; the
    parameters %(cycle)s, or %(programme)s and %(debut_cycle)s.
    """
    return SQL["stored"] if cycle.calcule_le else build_expected_effects()


def build_expected_effects() -> str:
    """Return the query of `build_effects` as of now, whether or not a list was calculated."""
    return SQL["expected"].format(effects=SQL["effects"])


def build_stored_effects() -> str:
    """Return the query of `build_effects` for a list that is being calculated, once they are stored."""
    return SQL["stored"]


def list_effects(cycle: Cycle, query: dict[str, Any], user: Caller) -> CycleEffects:
    """Return whom the conditionalities touch in a cycle, among those whom `user` sees, in one query."""
    page, limit, regions = query["page"], query["limit"], user.region_ids
    params = _build_params(cycle) | {
        "regions": None if regions is None else list(regions),
        "effet": query.get("effet"),
        "limit": limit,
        "offset": (page - 1) * limit,
    }
    found = SQL.fetch_one("list_effects", params, found=build_effects(cycle))
    counts = dict.fromkeys((effect for effect, _label in TOUCHING), 0) | orjson.loads(found["counts"])
    total = counts[query["effet"]] if query.get("effet") else sum(counts.values())
    rows = [EffectRow(**row) for row in orjson.loads(found["items"])]
    return CycleEffects(counts, Page(rows, page, limit, total))


def count_changed_effects(cycle: Cycle) -> int:
    """Return how many people a calculation would cut now otherwise than the list of a cycle does."""
    parts = {"stored": SQL["stored"], "effects": SQL["effects"]}
    return int(SQL.fetch_value("count_changed", _build_params(cycle), **parts))


def _build_params(cycle: Cycle) -> dict[str, Any]:
    return {"cycle": cycle.id, "programme": cycle.programme_id, "debut_cycle": cycle.date_debut}
