"""Create, change and erase identity documents of beneficiaries, under the lock of their household."""

from collections.abc import Callable
from typing import Any, Final

from django.utils.translation import gettext as _

from accounts.erasure.api import ErasureSubject
from config.caller import Caller
from config.errors.problems import invalid
from config.errors.uniqueness import raise_duplicate_code
from registry.follow_up import api as follow_up
from transfers.beneficiaries.api import add_record
from transfers.identity_documents.models import IdentityDocument

# Pairs of dates in their order, and the API name of the later one.
ORDERED_DATES: Final = (
    ("date_naissance", "date_delivrance", "dateDelivrance"),
    ("date_demande", "date_delivrance", "dateDelivrance"),
    ("date_delivrance", "date_expiration", "dateExpiration"),
)


def _check_dates(values: dict[str, Any], current: IdentityDocument | None = None) -> None:
    """Raise VALIDATION_ERROR for dates in the wrong order, among the values sent and those stored."""
    for first, then, name in ORDERED_DATES:
        earlier, later = (values.get(field, getattr(current, field, None)) for field in (first, then))
        if earlier and later and later < earlier:
            raise invalid({name: [_("Cette date précède une date qui doit venir avant elle.")]})


def add_document(*, values: dict[str, Any], user: Caller) -> IdentityDocument:
    """Create an identity document. Raises NOT_FOUND, READ_ONLY_PROJECT, VALIDATION_ERROR, DUPLICATE_CODE (409)."""
    _check_dates(values)
    with raise_duplicate_code("document_numero", _("Ce numéro de document est déjà enregistré.")):
        row: IdentityDocument = add_record(model=IdentityDocument, values=values, user=user)
        return row


def change_document(
    *, row: IdentityDocument, values: dict[str, Any], user: Caller, require: Callable[[Any], None]
) -> IdentityDocument:
    """Change the fields which were sent.

    Raises the same errors as `add_document`; `require` checks the row under its lock.
    """

    def check_current(current: IdentityDocument) -> None:
        require(current)
        _check_dates(values, current)

    with raise_duplicate_code("document_numero", _("Ce numéro de document est déjà enregistré.")):
        updated: IdentityDocument = follow_up.update_record(row=row, values=values, user=user, require=check_current)
        return updated


def erase_documents(subject: ErasureSubject) -> int:
    """Delete the identity documents of a household's beneficiaries: no statistics depend on them."""
    return IdentityDocument.objects.filter(menage_id=subject.id)._raw_delete(using="default")
