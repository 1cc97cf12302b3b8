"""Query identity documents of beneficiaries."""

from dataclasses import fields
from typing import Any, Final
from uuid import UUID

from django.db.models import QuerySet, Value
from django.db.models.functions import Replace, Upper

from config.caller import Caller
from config.text import Normalised, build_words_condition, split_words
from registry.follow_up.api import HOUSEHOLD_FILTERS
from transfers.beneficiaries.models import Beneficiary
from transfers.identity_documents.models import NUMBER, IdentityDocument
from transfers.identity_documents.types import DocumentRecord, NumberedDocumentRecord

FILTERS: Final = {
    "beneficiaire": "beneficiaire_id",
    "typeDocument": "type_document",
    "statut": "statut",
    **HOUSEHOLD_FILTERS,
}
CONTACTS_PERMISSION: Final = "registre.voir_contacts"
IDENTIFYING_COLUMNS: Final = ("numero_document", "reference", "nom_complet", "nom_pere", "nom_mere")


def filter_documents(query: dict[str, Any], numbers: bool = False) -> QuerySet[IdentityDocument]:
    """Return documents under the filters of the list, newest first.

    `search` matches words of a name (of the document or of its beneficiary), the reference, or, with `numbers`, the
    whole document number.
    """
    wanted = {lookup: query[name] for name, lookup in FILTERS.items() if query.get(name) is not None}
    rows = IdentityDocument.objects.filter(**wanted).select_related("beneficiaire")
    if text := query.get("search", "").strip():
        rows = rows.filter(id__in=_find_matching_ids(text, numbers))
    return rows


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


def list_identifying_texts(household_id: UUID) -> list[str]:
    """Return the texts which identify people in the documents of a household's beneficiaries."""
    rows = IdentityDocument.objects.filter(menage_id=household_id).values_list(*IDENTIFYING_COLUMNS)
    return [word for row in rows for word in row if word]


def list_beneficiary_documents(beneficiary_id: UUID, user: Caller) -> list[DocumentRecord]:
    """Return the documents of one beneficiary for the beneficiary's detail, newest first, in one query.

    Document numbers are included only for users who may see contacts.
    """
    row_type = NumberedDocumentRecord if user.holds(CONTACTS_PERMISSION) else DocumentRecord
    rows = IdentityDocument.objects.visible_to(user).filter(beneficiaire_id=beneficiary_id).order_by("-id")
    return [row_type(**row) for row in rows.values(*(field.name for field in fields(row_type)))]
