"""Query what conditionalities do to the lists of payments."""

from typing import Any, Final

import orjson

from config.caller import Caller
from config.paging import Page
from config.sql import Queries
from transfers.conditionality.effects.hooks import cut_holds
from transfers.conditionality.effects.models import TOUCHING
from transfers.conditionality.effects.types import CycleEffects, EffectRow
from transfers.cycles.models import Cycle

SQL = Queries(__file__, "effects.sql")
_ZEROS: Final = dict.fromkeys((effect for effect, _label in TOUCHING), 0)


def build_effects(cycle: Cycle) -> str:
    """Return the query of what conditionalities do to the beneficiaries of a cycle.

    Those of a calculated list are what its calculation applied; before, they are as of now. The columns are
    `beneficiaire_id`, `verification_id`, `conditionnalite_id`, `effet`, `reduction` (percent) and `retenue`; the
    parameters %(cycle)s, or %(programme)s and %(debut_cycle)s.
    """
    return SQL["stored"] if cycle.calcule_le else build_expected_effects()


def build_expected_effects() -> str:
    """Return the query of `build_effects` as of now, whether or not a list was calculated."""
    return SQL["expected"].format(effects=_select_effects())


def build_stored_effects() -> str:
    """Return the query of `build_effects` for a list that is being calculated, once they are stored."""
    return SQL["stored"]


def count_effects(cycle: Cycle, user: Caller) -> dict[str, int]:
    """Return how many people whom `user` sees the conditionalities touch in a cycle, by effect."""
    params = _build_params(cycle) | _build_scope(user)
    return _ZEROS | SQL.fetch_mapping("count_effects", params, found=build_effects(cycle))


def list_effects(cycle: Cycle, query: dict[str, Any], user: Caller) -> CycleEffects:
    """Return whom the conditionalities touch in a cycle, among those whom `user` sees, in one query."""
    page, limit = query["page"], query["limit"]
    params = _build_params(cycle) | {
        **_build_scope(user),
        "effet": query.get("effet"),
        "limit": limit,
        "offset": (page - 1) * limit,
    }
    found = SQL.fetch_one("list_effects", params, found=build_effects(cycle))
    counts = _ZEROS | orjson.loads(found["counts"])
    total = counts[query["effet"]] if query.get("effet") else sum(counts.values())
    rows = [EffectRow(**row) for row in orjson.loads(found["items"])]
    return CycleEffects(counts, Page(rows, page, limit, total))


def count_changed_effects(cycle: Cycle) -> int:
    """Return how many people a calculation would cut now otherwise than the list of a cycle does."""
    parts = {"stored": SQL["stored"], "effects": _select_effects()}
    return int(SQL.fetch_value("count_changed", _build_params(cycle), **parts))


def _select_effects() -> str:
    held = " OR ".join(f"({condition})" for condition in cut_holds.values()) or "false"
    return SQL["effects"].format(held=held)


def _build_scope(user: Caller) -> dict[str, Any]:
    return {"regions": None if user.region_ids is None else list(user.region_ids)}


def _build_params(cycle: Cycle) -> dict[str, Any]:
    return {"cycle": cycle.id, "programme": cycle.programme_id, "debut_cycle": cycle.date_debut}
