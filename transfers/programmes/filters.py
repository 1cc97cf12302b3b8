"""Filter programmes."""

from typing import Any, Final

from django.db.models import F, Q, QuerySet

from config.filters import ChoiceFilter, FilterSet, SearchFilter, UUIDFilter
from config.paging import sort_rows
from config.text import Normalised, build_words_condition, split_words
from transfers.programmes.models import Programme, Statut, Type

# What the list may be sorted by, with the column.
SORT_COLUMNS: Final[dict[str, F]] = {"nom": F("nom"), "budgetTotal": F("budget_total")}


def sort_programmes(rows: QuerySet[Programme], name: str) -> QuerySet[Programme]:
    """Sort programmes by a name of SORT_COLUMNS; those without a budget stand last, equal ones in the usual order."""
    return sort_rows(rows, name, SORT_COLUMNS)


def _filter_by_search(rows: QuerySet[Programme], field_name: str, text: str) -> QuerySet[Any]:
    """Return programmes whose name contains each word of `text`, or whose code contains `text`."""
    words = split_words(text)
    named = build_words_condition("nom_normalise", words) if words else Q(pk__in=[])
    return rows.annotate(nom_normalise=Normalised("nom")).filter(Q(code__icontains=text) | named)


class ProgrammeSummaryFilters(FilterSet):
    """Filter the programmes whose figures are summed."""

    projet = UUIDFilter("projet_id")


class ProgrammeFilters(ProgrammeSummaryFilters):
    """Filter the list of programmes."""

    statut = ChoiceFilter(choices=Statut.choices)
    type = ChoiceFilter(choices=Type.choices)
    search = SearchFilter(method=_filter_by_search, allow_blank=True)
