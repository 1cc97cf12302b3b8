"""Declare once what lists, maps, tiles, exports and totals may be filtered by (decision 0081).

A feature's `filters.py` declares `FilterSet` classes of django-filter with the filters of this package:

    class HouseholdFilters(FilterSet):
        statut_collecte = ChoiceFilter(choices=StatutCollecte.choices)
        region = IdsFilter("region_id")
        least_score = DecimalFilter("score_pmt", "gte", name="scorePmt[gte]", max_digits=7, decimal_places=2)

A parameter has the name of its attribute in camelCase, or `name`; these are the keys of `base_filters`.
"""

from config.filters.filters import (
    BooleanFilter,
    CharFilter,
    CheckedTextFilter,
    ChoiceFilter,
    CodesFilter,
    DateFilter,
    DecimalFilter,
    Filter,
    FirstDayFilter,
    IdsFilter,
    IntegerFilter,
    LastDayFilter,
    SearchFilter,
    UUIDFilter,
    VisibleIdsFilter,
)
from config.filters.filterset import FilterSet, PeriodForm

__all__ = [
    "BooleanFilter",
    "CharFilter",
    "CheckedTextFilter",
    "ChoiceFilter",
    "CodesFilter",
    "DateFilter",
    "DecimalFilter",
    "Filter",
    "FilterSet",
    "FirstDayFilter",
    "IdsFilter",
    "IntegerFilter",
    "LastDayFilter",
    "PeriodForm",
    "SearchFilter",
    "UUIDFilter",
    "VisibleIdsFilter",
]
