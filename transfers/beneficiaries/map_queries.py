"""List and count beneficiaries for the map."""

from collections.abc import Mapping
from typing import Any

from geo.layers import api as layers
from transfers.beneficiaries.layer import BENEFICIARIES
from transfers.beneficiaries.models import Beneficiary


def list_map_items(user: Any, query: Mapping[str, Any]) -> tuple[layers.ItemList, int, int]:
    """Return the items of the map's list, the exact number of beneficiaries behind it, and how many have no position.

    A bounding box cannot contain beneficiaries without a position: those are counted under the other filters.
    """
    rows = BENEFICIARIES.filtered(BENEFICIARIES.rows(user), query)
    boxed = BENEFICIARIES.within(rows, query.get("bbox"))
    found = layers.list_items(BENEFICIARIES, boxed, user, query.get("limit"))
    total = None if query.get("bbox") else layers.count_rows_by_cells(BENEFICIARIES, user, query)
    everywhere = BENEFICIARIES.filtered(Beneficiary.objects.visible_to(user), query).order_by()
    lost = everywhere.filter(**{f"{BENEFICIARIES.geometry}__isnull": True}).count()
    return found, layers.count_rows(found, boxed) if total is None else total, lost
