"""Filter conditionalities."""

from config.filters import BooleanFilter, FilterSet, UUIDFilter


class ConditionalityFilters(FilterSet):
    programme = UUIDFilter("programme_id")
    actif = BooleanFilter("actif", default=None, allow_null=True)
