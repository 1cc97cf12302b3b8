"""Filter projects, campaigns and organisations."""

from config.filters import BooleanFilter, FilterSet, SearchFilter


class ProjectFilters(FilterSet):
    actif = BooleanFilter(default=None, allow_null=True)


class NameFilters(FilterSet):
    """Filter rows by a part of their name."""

    search = SearchFilter("nom", "icontains")
