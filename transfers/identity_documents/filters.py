"""Filter identity documents of beneficiaries."""

from typing import Any

from django.db.models import QuerySet, Value
from django.db.models.functions import Replace, Upper

from config.filters import ChoiceFilter, SearchFilter
from config.text import Normalised, build_words_condition, split_words
from transfers.beneficiaries.api import BeneficiaryRecordFilters
from transfers.beneficiaries.models import Beneficiary
from transfers.identity_documents.models import NUMBER, IdentityDocument, StatutDocument, TypeDocument


def _find_matching_ids(text: str, numbers: bool) -> QuerySet[Any]:
    """Return the ids of documents which match `text`, as a union whose parts each use their own index.

    A document matches by its reference, by a name (its own or its beneficiary's) which contains each word of `text`,
    or, with `numbers`, by its document number.
    """
    rows = IdentityDocument.objects.order_by()
    found = rows.filter(reference=text).values("id")
    if numbers:
        number = Upper(Replace(Value(text), Value(" "), Value("")))
        found = found.union(rows.annotate(numero=NUMBER).filter(numero=number).values("id"))
    if words := split_words(text):
        named = rows.annotate(nom=Normalised("nom_complet")).filter(build_words_condition("nom", words))
        receivers = (
            Beneficiary.objects.order_by()
            .annotate(nom=Normalised("nom_complet"))
            .filter(build_words_condition("nom", words))
        )
        found = found.union(named.values("id"), rows.filter(beneficiaire__in=receivers.values("id")).values("id"))
    return found


def _filter_by_name_or_reference(rows: QuerySet[Any], field_name: str, text: str) -> QuerySet[Any]:
    return rows.filter(id__in=_find_matching_ids(text, numbers=False))


def _filter_by_name_reference_or_number(rows: QuerySet[Any], field_name: str, text: str) -> QuerySet[Any]:
    return rows.filter(id__in=_find_matching_ids(text, numbers=True))


class DocumentFilters(BeneficiaryRecordFilters):
    """Filter the list of identity documents."""

    type_document = ChoiceFilter(choices=TypeDocument.choices)
    statut = ChoiceFilter(choices=StatutDocument.choices)
    search = SearchFilter(method=_filter_by_name_or_reference, allow_blank=True)


class DocumentNumberFilters(DocumentFilters):
    """Filter the list for callers who may see document numbers: they also find a whole number."""

    search = SearchFilter(method=_filter_by_name_reference_or_number, allow_blank=True)
