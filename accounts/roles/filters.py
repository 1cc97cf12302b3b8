"""Filter roles."""

from typing import Any

from django.db.models import Q, QuerySet

from config.filters import BooleanFilter, FilterSet, SearchFilter


def _filter_by_search(rows: QuerySet[Any], field_name: str, text: str) -> QuerySet[Any]:
    """Return the roles with `text` in their name or code."""
    return rows.filter(Q(nom__icontains=text) | Q(code__icontains=text))


class RoleFilters(FilterSet):
    """Filter the list of roles."""

    is_active = BooleanFilter()
    search = SearchFilter(method=_filter_by_search)
