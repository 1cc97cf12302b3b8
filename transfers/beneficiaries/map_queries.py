"""Counting beneficiaries for the map."""

from collections.abc import Mapping
from typing import Any

from django.db.models import Count, Q

from geo.layers import lists
from transfers.beneficiaries.layer import BENEFICIARIES
from transfers.beneficiaries.models import Beneficiary


def map_list(user: Any, query: Mapping[str, Any]) -> tuple[lists.Items, int, int]:
    """The items of the map's list, the true number of beneficiaries behind it, and how many have no position: both
    counted in one pass. A box cannot hold who has no position: those are counted under the other filters."""
    lost = Q(**{f"{BENEFICIARIES.geometry}__isnull": True})
    rows = BENEFICIARIES.filtered(Beneficiary.objects.visible_to(user), query).order_by()
    counts = rows.aggregate(placed=Count("id", filter=~lost), lost=Count("id", filter=lost))
    boxed = BENEFICIARIES.within(rows.exclude(lost), query.get("bbox"))
    found = lists.items(BENEFICIARIES, boxed, user, query.get("limit"))
    return found, lists.total(found, boxed) if query.get("bbox") else counts["placed"], counts["lost"]
