"""Filter users."""

from typing import Any
from uuid import UUID

from django.db.models import QuerySet

from accounts.users.models import User
from config.filters import BooleanFilter, CharFilter, FilterSet, SearchFilter, UUIDFilter
from config.text import build_words_condition


def _filter_by_role(rows: QuerySet[User], field_name: str, role: str) -> QuerySet[User]:
    """Return the users with a role, named by its id or its code."""
    try:
        return rows.filter(role=UUID(role))
    except ValueError:
        return rows.filter(role__code=role)


def _filter_by_search(rows: QuerySet[User], field_name: str, text: str) -> QuerySet[Any]:
    """Return the users whose name, address and telephone hold each word of `text`."""
    return rows.filter(build_words_condition("recherche", text.split()))


class UserFilters(FilterSet):
    """Filter the list of users."""

    role = CharFilter(method=_filter_by_role, max_length=60)
    region = UUIDFilter("regions")
    is_active = BooleanFilter()
    search = SearchFilter(method=_filter_by_search)
