"""Filter the entries of a session. The list reads them by groups of its index, so the filters choose groups."""

from typing import Any

from django.db.models import QuerySet

from config.filters import BooleanFilter, ChoiceFilter, FilterSet, SearchFilter
from transfers.reconciliation.models import EntrySource, EntryStatus, MismatchReason, ReconciliationEntry


def _search_elsewhere(rows: QuerySet[ReconciliationEntry], field_name: str, text: str) -> QuerySet[Any]:
    """Return `rows`: `queries.paginate_entries` searches, and chooses what is to be decided, by queries of its own."""
    return rows


class EntryFilters(FilterSet):
    statut = ChoiceFilter("statut", choices=EntryStatus.choices)
    source = ChoiceFilter("source", choices=EntrySource.choices)
    raison = ChoiceFilter("raison", choices=MismatchReason.choices)
    a_decider = BooleanFilter(method=_search_elsewhere, name="aDecider", default=None, allow_null=True)
    search = SearchFilter(method=_search_elsewhere, allow_blank=True)
