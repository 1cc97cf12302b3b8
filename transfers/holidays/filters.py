"""Filter public holidays."""

from typing import Any

from django.db.models import Q, QuerySet

from config.filters import FilterSet, IntegerFilter
from transfers.holidays.models import Holiday


def _filter_by_year(rows: QuerySet[Holiday], field_name: str, year: int) -> QuerySet[Any]:
    return rows.filter(Q(jour__year=year) | Q(chaque_annee=True, jour__year__lte=year))


class HolidayFilters(FilterSet):
    """Filter the list of public holidays; `annee` are those of one year."""

    annee = IntegerFilter(method=_filter_by_year, min_value=1900, max_value=2200)
