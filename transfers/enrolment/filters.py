"""Filter the households eligible for a programme."""

from config.filters import FilterSet, SearchFilter
from registry.households.api import filter_by_search


class EligibleFilters(FilterSet):
    """Filter households as their list does."""

    search = SearchFilter(method=filter_by_search, allow_blank=True)
