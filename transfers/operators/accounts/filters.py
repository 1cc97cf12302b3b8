"""Filter operator accounts and their movements."""

from typing import Any

from django.db.models import Q, QuerySet

from config.filters import CharFilter, ChoiceFilter, FilterSet, FirstDayFilter, LastDayFilter, SearchFilter, UUIDFilter
from config.text import Normalised, build_words_condition, split_words
from transfers.ledger.models import MovementType
from transfers.operators.models import OperatorAccount

STATUSES = ("actif", "inactif")


def _filter_by_status(rows: QuerySet[OperatorAccount], field_name: str, status: str) -> QuerySet[Any]:
    return rows.filter(actif=status == "actif")


def _filter_by_search(rows: QuerySet[OperatorAccount], field_name: str, text: str) -> QuerySet[Any]:
    """Return accounts whose name contains each word of `text`, or by the start of the code or a part of the number."""
    found = Q(code__istartswith=text) | Q(numero_compte__contains=text)
    if words := split_words(text):
        found |= build_words_condition("nom", words)
    return rows.annotate(nom=Normalised("nom_compte")).filter(found)


class AccountFilters(FilterSet):
    """Filter the list of operator accounts."""

    operateur = CharFilter("operateur_id", max_length=30)
    projet = UUIDFilter("projet_id")
    statut = ChoiceFilter(choices=[(status, status) for status in STATUSES], method=_filter_by_status)
    search = SearchFilter(method=_filter_by_search, allow_blank=True)


class MovementFilters(FilterSet):
    """Filter the movements of an account; days are those on which they were posted."""

    type = ChoiceFilter(choices=MovementType.choices)
    date_debut = FirstDayFilter("date")
    date_fin = LastDayFilter("date")
