"""Take complaints of people without an account, their appeals and their satisfaction."""

from typing import Any
from uuid import UUID

from django.db import transaction
from django.utils.translation import gettext as _

from config.caller import Caller
from config.errors.problems import forbidden
from config.locks import Lock, lock_row
from transfers.complaints.appeals.services import open_appeal
from transfers.complaints.models import DESK_ORIGINS, Complaint
from transfers.complaints.notices.services import MANAGE, notify_new_complaints
from transfers.complaints.public.queries import find_followed, list_receivable
from transfers.complaints.public.rules import (
    RECEIPT,
    URGENT,
    URGENT_PRIORITY,
    USUAL_PRIORITY,
    generate_code,
    hash_code,
    is_about_violence,
)
from transfers.complaints.records.services import store_rating
from transfers.complaints.services import Action, record_move, store_complaint
from transfers.complaints.teams.models import Category


@transaction.atomic
def take_public_complaint(*, values: dict[str, Any]) -> tuple[Complaint, str]:
    """Take a complaint of anybody; return it with the code by which it is followed, which is told once.

    It names no household, payment or person of the registry: no answer tells who is known to it.
    """
    row, code = store_public_complaint(values=values)
    notify_new_complaints(complaints=[row], by=None)
    return row, code


def store_public_complaint(*, values: dict[str, Any]) -> tuple[Complaint, str]:
    """Store a complaint of anybody as `take_public_complaint` does, for who notifies of several together.

    One that speaks of violence is of that category, whatever was chosen: nobody at a desk has read it, and as any other
    all who read complaints would.
    """
    if is_about_violence(values):
        values = {**values, "categorie": Category.VBG}
    priority = URGENT_PRIORITY if values["categorie"] in URGENT else USUAL_PRIORITY
    row = store_complaint(values={"priorite": priority, **values}, user=None)
    return row, _give_code(row)


@transaction.atomic
def issue_receipt(*, identity: UUID, user: Caller) -> tuple[Complaint, str]:
    """Return a complaint with a new code by which it is followed; the one before no longer works, and its history tells it.

    Who complained without a desk holds the code: only who manages teams takes it from them. Raises NOT_FOUND, FORBIDDEN.
    """
    row = lock_row(Lock.COMPLAINTS, list_receivable(user).filter(id=identity))
    if row.has_code and row.canal not in DESK_ORIGINS and not user.holds(MANAGE):
        raise forbidden(_("Le plaignant a déjà un code : qui gère les équipes peut le remplacer."))
    record_move(row, Action.MODIFICATION, user, row.statut, champs=[RECEIPT])
    return row, _give_code(row)


def _give_code(row: Complaint) -> str:
    code = generate_code()
    row.empreinte_suivi = hash_code(row.reference, code)
    row.save(update_fields=["empreinte_suivi", "updated_at"])
    return code


@transaction.atomic
def rate_followed_complaint(*, reference: str, code: str, note: int) -> Complaint:
    """Store the satisfaction of who has the code. Raises NOT_FOUND, INVALID_STATUS before closing."""
    return store_rating(row=_lock_followed(reference, code), note=note, user=None)


@transaction.atomic
def appeal_followed_complaint(*, reference: str, code: str, motif: str) -> Complaint:
    """Take the appeal of who has the code. Raises NOT_FOUND, INVALID_STATUS."""
    row = _lock_followed(reference, code)
    open_appeal(row=row, motif=motif, examiner_id=None, user=None)
    return row


def _lock_followed(reference: str, code: str) -> Complaint:
    found = find_followed(reference, code)
    return lock_row(Lock.COMPLAINTS, Complaint.objects.filter(id=found.id))
