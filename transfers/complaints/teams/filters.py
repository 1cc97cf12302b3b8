"""Filter teams."""

from config.filters import BooleanFilter, FilterSet


class TeamFilters(FilterSet):
    actif = BooleanFilter("actif", default=True)
