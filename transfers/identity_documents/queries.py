"""Query identity documents of beneficiaries."""

from dataclasses import fields
from typing import Any, Final
from uuid import UUID

from django.db.models import QuerySet

from config.caller import Caller
from transfers.identity_documents.filters import DocumentFilters, DocumentNumberFilters
from transfers.identity_documents.models import IdentityDocument
from transfers.identity_documents.types import DocumentRecord, NumberedDocumentRecord

CONTACTS_PERMISSION: Final = "registre.voir_contacts"
IDENTIFYING_COLUMNS: Final = ("numero_document", "reference", "nom_complet", "nom_pere", "nom_mere")


def filter_documents(query: dict[str, Any], numbers: bool = False) -> QuerySet[IdentityDocument]:
    """Return documents under the filters of the list, newest first.

    `search` matches words of a name (of the document or of its beneficiary), the reference, or, with `numbers`, the
    whole document number.
    """
    filters = DocumentNumberFilters if numbers else DocumentFilters
    return filters.filter_rows(IdentityDocument.objects.select_related("beneficiaire"), query)


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
