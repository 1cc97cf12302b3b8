"""List and count households for the map."""

from collections.abc import Mapping
from typing import Any

from django.db.models import Q, QuerySet, Sum

from config.caller import Caller, Scope
from geo.layers import api as layers
from registry.households.layer import HOUSEHOLD_LAYER, TALLIED_FILTERS
from registry.households.models import Household
from registry.households.tally.models import HouseholdTally


def _count_by_tally(user: Scope, query: Mapping[str, Any]) -> dict[str, int] | None:
    """Count households with (`placed`) and without position (`lost`) by the tally; None if it lacks a filter."""
    if any(HOUSEHOLD_LAYER.asked(name, value) and name not in TALLIED_FILTERS for name, value in query.items()):
        return None
    rows = HOUSEHOLD_LAYER.filtered(HouseholdTally.objects.visible_to(user), query)
    found = rows.aggregate(placed=Sum("n", filter=Q(avec_position=True)), lost=Sum("n", filter=Q(avec_position=False)))
    return {name: int(count or 0) for name, count in found.items()}


def list_map_households(user: Caller, query: Mapping[str, Any]) -> tuple[layers.ItemList, int, int]:
    """Return the items of the map's list, the exact total before its limit, and the number without position.

    Households without position lie in no bounding box: they are counted under the other filters alone.
    """
    rows = HOUSEHOLD_LAYER.filtered(HOUSEHOLD_LAYER.rows(user), query)
    boxed = HOUSEHOLD_LAYER.within(rows, query.get("bbox"))
    found = layers.list_items(HOUSEHOLD_LAYER, boxed, user, query.get("limit"))
    tallied = _count_by_tally(user, query)
    if tallied is None:
        return found, layers.count_rows(found, boxed), _filter_without_position(user, query).count()
    total = tallied["placed"] if query.get("bbox") is None else layers.count_rows(found, boxed)
    return found, total, tallied["lost"]


def _filter_without_position(user: Scope, query: Mapping[str, Any]) -> QuerySet[Household]:
    return HOUSEHOLD_LAYER.filtered(Household.objects.visible_to(user).filter(geom__isnull=True), query)
