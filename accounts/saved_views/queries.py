"""Query saved views."""

from typing import Any

from django.db.models import QuerySet

from accounts.saved_views.filters import SavedViewFilters
from accounts.saved_views.models import SavedView
from accounts.users.models import User


def list_saved_views(user: User, query: dict[str, Any]) -> QuerySet[SavedView]:
    """Return the views that a user's list names, under its filters: their own and those shared with them."""
    rows = SavedView.objects.offered_to(user).select_related("user")
    if (only_own := query.get("miennes")) is not None:
        rows = rows.filter(user=user) if only_own else rows.exclude(user=user)
    return SavedViewFilters.filter_rows(rows, query)
