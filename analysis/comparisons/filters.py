"""Filter the areas that are compared."""

from config.filters import FilterSet, IdsFilter


class ComparisonFilters(FilterSet):
    region = IdsFilter("region_id")
