"""Filter operator accounts and their movements."""

from typing import Any

from django.db.models import Q, QuerySet

from config.filters import CharFilter, ChoiceFilter, DateFilter, FilterSet, SearchFilter, UUIDFilter
from config.text import Normalised, build_words_condition, split_words
from transfers.ledger.models import Movement, MovementType
from transfers.operators.accounts.rules import find_last_moment, find_midnight
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


def _filter_from(rows: QuerySet[Movement], field_name: str, day: Any) -> QuerySet[Any]:
    return rows.filter(date__gte=find_midnight(day))


def _filter_until(rows: QuerySet[Movement], field_name: str, day: Any) -> QuerySet[Any]:
    return rows.filter(date__lte=find_last_moment(day))


class MovementFilters(FilterSet):
    """Filter the movements of an account; days are those on which they were posted."""

    type = ChoiceFilter(choices=MovementType.choices)
    date_debut = DateFilter(method=_filter_from)
    date_fin = DateFilter(method=_filter_until)
