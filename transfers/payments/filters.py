"""Filter lists, exports and sums of payments."""

from typing import Any, Final

from django.db.models import Q, QuerySet

from config.filters import (
    BooleanFilter,
    CharFilter,
    ChoiceFilter,
    FilterSet,
    FirstDayFilter,
    IntegerFilter,
    LastDayFilter,
    SearchFilter,
    UUIDFilter,
    VisibleIdsFilter,
)
from config.text import build_code_condition
from registry.households.api import normalise_phone
from registry.projects.models import Project
from transfers.beneficiaries.api import filter_beneficiaries
from transfers.payments.models import Payment, PaymentStatus

# Above every payment (XOF), and within what the column holds.
MAX_AMOUNT: Final = 10**9
# What arrived is noted only where that is not the whole amount.
PARTIAL: Final = Q(statut=PaymentStatus.REUSSI, montant_recu__isnull=False)


def _search_ids(text: str, contacts: bool) -> QuerySet[Any]:
    """Return the ids of payments whose reference starts with `text`, or whose beneficiary a search for it finds.

    With `contacts`, it may also be the account that was paid. This is a union, whose parts each use their own index.
    """
    rows = Payment.objects.order_by()
    found = rows.filter(build_code_condition("reference", text)).values("id")
    found = found.union(rows.filter(build_code_condition("reference", text.upper())).values("id"))
    if contacts and any(mark.isdigit() for mark in text):
        found = found.union(rows.filter(compte_mobile=normalise_phone(text)).values("id"))
    people = filter_beneficiaries({"search": text}, contacts).order_by().values("id")
    return found.union(rows.filter(beneficiaire_id__in=people).values("id"))


def _filter_by_reference_or_person(rows: QuerySet[Payment], field_name: str, text: str) -> QuerySet[Payment]:
    return rows.filter(id__in=_search_ids(text, contacts=False))


def _filter_by_reference_person_or_number(rows: QuerySet[Payment], field_name: str, text: str) -> QuerySet[Payment]:
    return rows.filter(id__in=_search_ids(text, contacts=True))


def _filter_by_part(rows: QuerySet[Payment], field_name: str, is_partial: bool) -> QuerySet[Payment]:
    """Return the payments of which less arrived than was ordered, or the others."""
    return rows.filter(PARTIAL) if is_partial else rows.exclude(PARTIAL)


class PaymentSumFilters(FilterSet):
    """Filter payments, or the sums of payments, by what both have."""

    projet = VisibleIdsFilter("cycle__programme__projet_id", Project)
    programme = UUIDFilter("cycle__programme_id")
    cycle = UUIDFilter("cycle_id")
    region = UUIDFilter("region_id")
    statut = ChoiceFilter("statut", choices=PaymentStatus.choices)
    operateur = CharFilter("operateur_id", max_length=30)


class PaymentFilters(PaymentSumFilters):
    """Filter lists and exports of payments. The days are civil days of the execution."""

    beneficiaire = UUIDFilter("beneficiaire_id")
    search = SearchFilter(method=_filter_by_reference_or_person, allow_blank=True)
    date_debut = FirstDayFilter("date_execution")
    date_fin = LastDayFilter("date_execution")


class CyclePaymentFilters(PaymentFilters):
    """Filter the payments of one cycle, and exports, also by what no index finds among all payments."""

    secteur = UUIDFilter("secteur_id")
    partiel = BooleanFilter(method=_filter_by_part)
    montant_min = IntegerFilter("montant", "gte", min_value=0, max_value=MAX_AMOUNT)
    montant_max = IntegerFilter("montant", "lte", min_value=0, max_value=MAX_AMOUNT)


class PaymentContactFilters(CyclePaymentFilters):
    """Filter payments for callers who may see contacts: they also find an account number."""

    search = SearchFilter(method=_filter_by_reference_person_or_number, allow_blank=True)
