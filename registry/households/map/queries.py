"""List and count households for the map."""

from collections.abc import Mapping
from typing import Any

from django.db.models import Q, QuerySet, Sum

from config.caller import Caller, Scope
from geo.layers.api import ItemList, count_rows, list_items
from registry.households.filters import HouseholdCellFilters
from registry.households.layer import HOUSEHOLD_LAYER
from registry.households.models import Household
from registry.households.tally.models import HouseholdTally


def _count_by_tally(user: Scope, query: Mapping[str, Any]) -> dict[str, int] | None:
    """Count households with (`placed`) and without position (`lost`) by the tally; None if it lacks a filter."""
    if not HOUSEHOLD_LAYER.is_supported_by_cells(query):
        return None
    rows = HouseholdCellFilters.filter_rows(HouseholdTally.objects.visible_to(user), query)
    found = rows.aggregate(placed=Sum("n", filter=Q(avec_position=True)), lost=Sum("n", filter=Q(avec_position=False)))
    return {name: int(count or 0) for name, count in found.items()}


def list_map_households(user: Caller, query: Mapping[str, Any]) -> tuple[ItemList, int, int]:
    """Return the items of the map's list, the exact total before its limit, and the number without position.

    Households without position lie in no bounding box: they are counted under the other filters alone.
    """
    rows = HOUSEHOLD_LAYER.find_rows(user, query, query.get("bbox"))
    found = list_items(HOUSEHOLD_LAYER, rows, user, query.get("limit"))
    tallied = _count_by_tally(user, query)
    if tallied is None:
        return found, count_rows(found, rows), _filter_without_position(user, query).count()
    total = tallied["placed"] if query.get("bbox") is None else count_rows(found, rows)
    return found, total, tallied["lost"]


def _filter_without_position(user: Scope, query: Mapping[str, Any]) -> QuerySet[Household]:
    return HOUSEHOLD_LAYER.filter_rows(Household.objects.visible_to(user).filter(geom__isnull=True), query)
