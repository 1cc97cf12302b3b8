"""Move a complaint across the border of secrecy: its texts change their schema, and who may not read it loses it."""

from collections.abc import Callable
from typing import Final

from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext as _

from config.caller import Caller
from config.errors.problems import invalid
from transfers.complaints.messages.models import OutboundMessage
from transfers.complaints.models import HANDLED_STATUSES, Complaint, ComplaintMove, ComplaintStatus
from transfers.complaints.notices.services import delete_notices, notify_new_complaints
from transfers.complaints.services import (
    TEXTS,
    Action,
    is_handler_reading,
    lock_complaint,
    lock_handler,
    record_move,
    return_to_queue,
    take_texts,
)
from transfers.complaints.subjects.services import SUBJECT
from transfers.complaints.teams.models import Category

Require = Callable[[Complaint], None]
COMMENTS: Final = 2_000


@transaction.atomic
def reclassify_complaint(*, complaint: Complaint, categorie: str, user: Caller, require: Require) -> Complaint:
    """Make a complaint one about violence, or one that was taken for it another, in whatever state it is.

    The history tells that, without a text. Who handles it and may not read it now, or whose team does not handle the
    category, loses it to the queue. Raises NOT_FOUND, CONFLICT, VALIDATION_ERROR when it stays on its side.
    """
    row = lock_complaint(complaint=complaint, user=user, require=require)
    before, status = row.categorie, row.statut
    if (before == Category.VBG) == (categorie == Category.VBG):
        raise invalid({"categorie": [_("Cette catégorie ne change rien au secret : modifiez la plainte.")]})
    lock_handler(row)
    row.categorie = categorie
    if row.statut in HANDLED_STATUSES and not _is_handled_well(row):
        return_to_queue(row)
        row.equipe = None
    if categorie == Category.VBG:
        _hide(row, user)
    else:
        _reveal(row)
    record_move(row, Action.RECLASSEMENT, user, status, champs=[before, categorie])
    if row.statut == ComplaintStatus.NOUVELLE:
        notify_new_complaints(complaints=[row], by=user.id)
    return row


def _is_handled_well(row: Complaint) -> bool:
    """Return whether who handles a complaint may read it, and their team handles its category."""
    return is_handler_reading(row) and row.equipe is not None and row.categorie in row.equipe.categories


def _hide(row: Complaint, user: Caller) -> None:
    """Move the texts into the schema of violence; what else tells of it goes: subject, messages, measures, notifications."""
    confidential = take_texts(row)
    for name in SUBJECT:
        setattr(row, name, None)
    row.save()
    moves = ComplaintMove.objects.filter(plainte=row, commentaire__isnull=False)
    confidential.commentaires = {str(move.id): move.commentaire for move in moves}
    confidential.save(force_insert=True)
    moves.update(commentaire=None)
    OutboundMessage.objects.filter(plainte=row).delete()
    row.mesures.filter(statut="proposee").update(statut="ecartee", decide_par_id=user.id, date_decision=timezone.now())
    delete_notices(row)


def _reveal(row: Complaint) -> None:
    """Bring the texts back out of the schema of violence, and what was said of each move."""
    confidential = row.confidentiel
    for name in TEXTS:
        setattr(row, name, getattr(confidential, name))
    row.save()
    moves = list(ComplaintMove.objects.filter(plainte=row, id__in=list(confidential.commentaires)))
    for move in moves:
        move.commentaire = confidential.commentaires[str(move.id)]
    ComplaintMove.objects.bulk_update(moves, ["commentaire"], batch_size=COMMENTS)
    confidential.delete()
