"""Filter pay-points."""

from config.filters import BooleanFilter, FilterSet, UUIDFilter


class PayPointFilters(FilterSet):
    region = UUIDFilter("region_id")
    actif = BooleanFilter("actif")
