"""Add comments, files and links to complaints, and say how satisfied people are."""

from collections.abc import Callable, Collection, Sequence
from typing import Final
from uuid import UUID

from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext as _

from accounts.erasure.api import ErasureSubject
from accounts.files.api import attach_file
from accounts.files.models import StoredFile
from config.caller import Caller
from config.errors.problems import invalid, invalid_status, not_found
from config.locks import Lock, lock_rows
from transfers.complaints.messages.services import queue_message
from transfers.complaints.models import CATEGORY_PERMISSIONS, Complaint, ComplaintMove, ComplaintStatus
from transfers.complaints.notices.services import notify_comment
from transfers.complaints.records.models import ComplaintFile, ComplaintLink
from transfers.complaints.records.queries import list_complaint_files
from transfers.complaints.services import Action, lock_complaint, record_move, save_complaint

FILE_KINDS: Final = ("application/pdf", "image/jpeg", "image/png")
MAX_FILES: Final = 50
Require = Callable[[Complaint], None]


@transaction.atomic
def add_comment(*, complaint: Complaint, texte: str, for_complainant: bool, user: Caller) -> ComplaintMove:
    """Add a comment, or an answer that the complainant is to read: through the gateway by which they came.

    Raises NOT_FOUND.
    """
    row = lock_complaint(complaint=complaint, user=user, require=lambda _row: None)
    if for_complainant:
        queue_message(row, texte)
    notify_comment(complaint=row, by=user.id)
    return record_move(row, Action.REPONSE if for_complainant else Action.COMMENTAIRE, user, row.statut, texte)


@transaction.atomic
def add_file(*, complaint: Complaint, file_id: UUID, user: Caller) -> ComplaintFile:
    """Attach one of the caller's deposits. Raises NOT_FOUND, VALIDATION_ERROR, INVALID_STATUS when there are too many."""
    row = lock_complaint(complaint=complaint, user=user, require=lambda _row: None)
    if ComplaintFile.objects.filter(plainte=row).count() >= MAX_FILES:
        raise invalid_status(_("Cette plainte a déjà %(n)d pièces.") % {"n": MAX_FILES})
    stored = attach_file(file_id=file_id, caller=user, kinds=FILE_KINDS)
    piece = ComplaintFile.objects.create(plainte=row, fichier=stored, auteur_id=user.id)
    record_move(row, Action.PIECE, user, row.statut)
    return piece


@transaction.atomic
def link_complaints(*, complaint: Complaint, other: Complaint, user: Caller) -> None:
    """Say that two complaints are of the same matter; saying it again changes nothing.

    Raises NOT_FOUND, VALIDATION_ERROR for a complaint with itself.
    """
    if complaint.id == other.id:
        raise invalid({"plainte": [_("Une plainte n'est pas liée à elle-même.")]})
    first, second = _lock_pair(complaint, other, user)
    _link, is_new = ComplaintLink.objects.get_or_create(premiere=first, seconde=second, defaults={"auteur_id": user.id})
    if is_new:
        _record_link((first, second), user)


@transaction.atomic
def unlink_complaints(*, complaint: Complaint, other: Complaint, user: Caller) -> None:
    """Take back that two complaints are of the same matter. Raises NOT_FOUND."""
    first, second = _lock_pair(complaint, other, user)
    if not ComplaintLink.objects.filter(premiere=first, seconde=second).delete()[0]:
        raise not_found()
    _record_link((first, second), user, ["retire"])


def _record_link(pair: Collection[Complaint], user: Caller, fields: Sequence[str] = ()) -> None:
    """Add a link to the history of both complaints, but not to that of one whose readers may not know of the other."""
    # Who reads corruption need not read violence: of such a pair only the latter's history has the link.
    found = ([row for row in pair if row.categorie == category] for category in CATEGORY_PERMISSIONS)
    for row in next(filter(None, found), pair):
        record_move(row, Action.LIEN, user, row.statut, champs=fields)


def _lock_pair(complaint: Complaint, other: Complaint, user: Caller) -> list[Complaint]:
    """Lock two complaints that the user sees; return them in the order of their ids."""
    rows = Complaint.objects.visible_to(user).filter(id__in=[complaint.id, other.id])
    found = list(lock_rows(Lock.COMPLAINTS, rows))
    if len(found) < 2:
        raise not_found()
    return found


@transaction.atomic
def rate_complaint(*, complaint: Complaint, note: int, user: Caller, require: Require) -> Complaint:
    """Store how satisfied the complainant is, from 1 to 5. Raises NOT_FOUND, CONFLICT, INVALID_STATUS before closing."""
    row = lock_complaint(complaint=complaint, user=user, require=require)
    return store_rating(row=row, note=note, user=user)


def store_rating(*, row: Complaint, note: int, user: Caller | None) -> Complaint:
    """Store the satisfaction with a locked complaint; without a user it is the complainant who says it."""
    if row.statut != ComplaintStatus.FERMEE:
        raise invalid_status(_("La satisfaction se note après la fermeture."))
    row.satisfaction = note
    save_complaint(row)
    record_move(row, Action.SATISFACTION, user, row.statut)
    return row


def erase_files(subject: ErasureSubject) -> int:
    """Detach the files of complaints about a household: from now on they have expired, and are removed as such."""
    ids = list(Complaint.objects.filter(menage_id__in=subject.roots).values_list("id", flat=True))
    files = list_complaint_files(ids)
    ComplaintFile.objects.filter(plainte__in=ids).delete()
    return StoredFile.objects.filter(id__in=files).update(expires_at=timezone.now())
