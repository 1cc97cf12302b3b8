"""Filter what is counted by hexagon."""

from config.filters import FilterSet, IdsFilter


class HexagonFilters(FilterSet):
    """Filter households, complaints and payments by the region in which they lie."""

    region = IdsFilter("region_id")
