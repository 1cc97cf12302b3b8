"""Reading users for those who administer them."""

from typing import Any
from uuid import UUID

from django.db.models import Q, QuerySet, Value

from accounts.users.models import User
from accounts.users.queries import with_regions
from config.text import Normalised


def users(query: dict[str, Any]) -> QuerySet[User]:
    """Users by role (id or code), region, state, and words of name, address or telephone."""
    rows = with_regions(User.objects.select_related("role").defer("recherche"))
    if "role" in query:
        rows = rows.filter(_having(query["role"]))
    if "region" in query:
        rows = rows.filter(regions=query["region"])
    if "isActive" in query:
        rows = rows.filter(is_active=query["isActive"])
    for word in query.get("search", "").split():
        rows = rows.filter(recherche__contains=Normalised(Value(word)))
    return rows


def _having(role: str) -> Q:
    try:
        return Q(role=UUID(role))
    except ValueError:
        return Q(role__code=role)


def grants(user: User) -> Any:
    """The roles given to a user beside his own, also those whose date has passed."""
    return user.grants.select_related("role")
