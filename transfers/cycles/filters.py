"""Filter cycles."""

from typing import Any

from django.db.models import Q, QuerySet

from config.caller import Scope
from config.filters import BooleanFilter, ChoiceFilter, FilterSet, SearchFilter, UUIDFilter
from config.text import Normalised, build_words_condition, split_words
from transfers.cycles.hooks import awaiting_conditions
from transfers.cycles.models import Cycle, StatutExecution, StatutValidation


def _filter_by_search(rows: QuerySet[Cycle], field_name: str, text: str) -> QuerySet[Any]:
    """Return cycles whose name contains each word of `text`, or whose code contains `text`."""
    words = split_words(text)
    named = build_words_condition("nom_normalise", words) if words else Q(pk__in=[])
    return rows.annotate(nom_normalise=Normalised("nom")).filter(Q(code__icontains=text) | named)


class AwaitingFilter(BooleanFilter):
    """Filter cycles by whether they wait for the caller."""

    def limit_to_visible(self, value: bool, caller: Scope) -> Q:
        """Return the condition for this caller."""
        awaiting = Q(pk__in=[])
        for build_condition in awaiting_conditions.values():
            awaiting |= build_condition(caller)
        return awaiting if value else ~awaiting

    def build_condition(self, value: Q, prefix: str = "") -> Q:
        if prefix:
            raise TypeError("what waits for somebody is filtered in the list of cycles only")
        return value


class CycleFilters(FilterSet):
    """Filter the list of cycles, annotated with `statut` (see `queries.annotate_execution_status`)."""

    programme = UUIDFilter("programme_id")
    projet = UUIDFilter("programme__projet_id")
    statut = ChoiceFilter(choices=StatutExecution.choices)
    statut_validation = ChoiceFilter(choices=StatutValidation.choices)
    a_valider = AwaitingFilter()
    search = SearchFilter(method=_filter_by_search, allow_blank=True)
