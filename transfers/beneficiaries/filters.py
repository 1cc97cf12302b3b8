"""Filter beneficiaries, and records of beneficiaries."""

from typing import Any

from django.db.models import Q, QuerySet

from config.filters import BooleanFilter, ChoiceFilter, FilterSet, IdsFilter, SearchFilter, UUIDFilter, VisibleIdsFilter
from config.text import Normalised, build_code_condition, build_words_condition, split_words
from registry.follow_up.api import RecordFilters
from registry.households.api import normalise_phone
from registry.projects.models import Project
from transfers.beneficiaries.models import Beneficiary, StatutEnrolement


def _build_search_condition(text: str, contacts: bool) -> Q:
    """Return the condition on a beneficiary, with its normalised name in `nom`, that it matches `text`.

    The name contains each word of `text`, or the code equals it (with three characters or more: starts with it), or,
    with `contacts`, the telephone or mobile account is this number. Each part uses an index of this table; the database
    combines them by bitmap.
    """
    found = build_code_condition("code", text) | build_code_condition("code", text.upper())
    if contacts and any(mark.isdigit() for mark in text):
        number = normalise_phone(text)
        found |= Q(telephone=number) | Q(compte_mobile=number)
    if words := split_words(text):
        found |= build_words_condition("nom", words)
    return found


def _filter_by_name_or_code(rows: QuerySet[Beneficiary], field_name: str, text: str) -> QuerySet[Any]:
    return rows.annotate(nom=Normalised("nom_complet")).filter(_build_search_condition(text, contacts=False))


def _filter_by_name_code_or_number(rows: QuerySet[Beneficiary], field_name: str, text: str) -> QuerySet[Any]:
    return rows.annotate(nom=Normalised("nom_complet")).filter(_build_search_condition(text, contacts=True))


def _filter_by_activity(rows: QuerySet[Beneficiary], field_name: str, active: bool) -> QuerySet[Beneficiary]:
    condition = Q(statut_enrolement=StatutEnrolement.ACTIF)
    return rows.filter(condition if active else ~condition)


class BeneficiaryAreaFilters(FilterSet):
    """Filter beneficiaries by where their household is, and by the project of their programme."""

    region = IdsFilter("menage__region_id")
    secteur = IdsFilter("menage__secteur_id")
    localite = IdsFilter("menage__localite_id")
    projet = VisibleIdsFilter("programme__projet_id", Project)


class BeneficiaryFilters(BeneficiaryAreaFilters):
    """Filter the list of beneficiaries."""

    actif = BooleanFilter(method=_filter_by_activity, default=None, allow_null=True)
    search = SearchFilter(method=_filter_by_name_or_code, allow_blank=True)
    statut_enrolement = ChoiceFilter(choices=StatutEnrolement.choices)
    programme = UUIDFilter("programme_id")
    menage_id = UUIDFilter(name="menage.id")


class BeneficiaryContactFilters(BeneficiaryFilters):
    """Filter the list for callers who may see contacts: they also find a telephone or account number."""

    search = SearchFilter(method=_filter_by_name_code_or_number, allow_blank=True)


class BeneficiaryRecordFilters(RecordFilters):
    """Filter records of beneficiaries."""

    beneficiaire = UUIDFilter("beneficiaire_id")
