"""Take appeals and decide them.

An appeal is not a reopening: another person than those who decided looks at it. One that is granted brings the complaint
back to the queue, for another member, with a deadline from that day.
"""

from collections.abc import Callable
from uuid import UUID

from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext as _

from config.caller import Caller
from config.errors.problems import forbidden, invalid, invalid_status
from config.locks import Lock, claim_lock, lock_free_rows
from transfers.complaints.appeals.models import Appeal, AppealStatus
from transfers.complaints.appeals.queries import list_examiners, list_orphaned_appeals
from transfers.complaints.messages.services import queue_appeal_message
from transfers.complaints.models import Complaint, Escalation
from transfers.complaints.notices.services import notify_appeal, notify_appeal_decision
from transfers.complaints.queries import compute_deadline
from transfers.complaints.services import Action, lock_complaint, record_move, return_to_queue, save_complaint
from transfers.complaints.states import APPEALABLE

Require = Callable[[Complaint], None]


@transaction.atomic
def take_appeal(
    *, complaint: Complaint, motif: str, examiner_id: UUID | None, user: Caller, require: Require
) -> Appeal:
    """Take an appeal against what was decided, for an examiner who had no part in it.

    Raises NOT_FOUND, CONFLICT, INVALID_STATUS (not decided, an appeal is open, nobody else may decide), VALIDATION_ERROR.
    """
    row = lock_complaint(complaint=complaint, user=user, require=require)
    return open_appeal(row=row, motif=motif, examiner_id=examiner_id, user=user)


def open_appeal(*, row: Complaint, motif: str, examiner_id: UUID | None, user: Caller | None) -> Appeal:
    """Open an appeal of a locked complaint; without a user it is the complainant's. Raises as `take_appeal`."""
    if row.appel_en_cours:
        raise invalid_status(_("Un appel de cette plainte est déjà en cours."))
    if row.statut not in APPEALABLE:
        raise invalid_status(_("Seule une plainte résolue, fermée ou rejetée fait l'objet d'un appel."))
    examiners = list_examiners(row)
    if examiner_id and examiner_id not in examiners:
        raise invalid({"examinateur": [_("Cette personne a déjà décidé de la plainte, ou ne peut pas en décider.")]})
    if not examiners:
        raise invalid_status(_("Aucune autre personne ne peut décider de cet appel."))
    row.appel_en_cours = True
    save_complaint(row)
    appeal = Appeal.objects.create(
        plainte=row,
        contre_id=row.membre.user_id if row.membre else None,
        examinateur_id=examiner_id or examiners[0],
        depose_par_id=user.id if user else None,
    )
    record_move(row, Action.APPEL, user, row.statut, motif)
    notify_appeal(complaint=row, to=appeal.examinateur_id)
    return appeal


@transaction.atomic
def decide_appeal(*, complaint: Complaint, decision: str, motif: str, user: Caller, require: Require) -> Appeal:
    """Confirm what was decided, or revise it: then the complaint waits for another member.

    Raises NOT_FOUND, CONFLICT, INVALID_STATUS without an appeal, FORBIDDEN for who is not its examiner.
    """
    row = lock_complaint(complaint=complaint, user=user, require=require)
    appeal = Appeal.objects.filter(plainte=row, statut=AppealStatus.DEPOSE).first()
    if appeal is None:
        raise invalid_status(_("Aucun appel de cette plainte n'est en cours."))
    if appeal.examinateur_id != user.id:
        raise forbidden(_("Une autre personne décide de cet appel."))
    before = row.statut
    # Who handled it is no longer its member once it waits again.
    concerned = [appeal.depose_par_id, appeal.contre_id, row.membre.user_id if row.membre else None]
    appeal.statut, appeal.date_decision = decision, timezone.now()
    appeal.save()
    row.appel_en_cours = False
    if decision == AppealStatus.REVISE:
        _start_again(row)
    claim_lock(Lock.TEAM_MEMBERS)
    save_complaint(row, ["resolution"])
    record_move(row, Action.DECISION, user, before, motif, champs=[decision])
    is_granted = decision == AppealStatus.REVISE
    notify_appeal_decision(complaint=row, is_granted=is_granted, concerned=concerned, by=user.id)
    queue_appeal_message(row, is_granted)
    return appeal


@transaction.atomic
def replace_examiners() -> int:
    """Give the open appeals whose examiner may no longer decide to another, who is notified; return how many.

    One that nobody else may decide waits for the next run, as do those that somebody else has locked.
    """
    orphaned = {appeal.plainte_id for appeal in list_orphaned_appeals()}
    waiting = Complaint.objects.filter(id__in=orphaned, appel_en_cours=True).select_related("equipe")
    return sum(_replace_examiner(row) for row in lock_free_rows(Lock.COMPLAINTS, waiting.order_by("id")))


def _replace_examiner(row: Complaint) -> bool:
    """Choose another examiner for the open appeal of a locked complaint, as when it was opened; return whether there is."""
    appeal = Appeal.objects.get(plainte=row, statut=AppealStatus.DEPOSE)
    examiners = [user_id for user_id in list_examiners(row) if user_id != appeal.contre_id]
    if not examiners or appeal.examinateur_id in examiners:
        return False
    appeal.examinateur_id = examiners[0]
    appeal.save(update_fields=["examinateur"])
    record_move(row, Action.APPEL, None, row.statut, champs=["examinateur"])
    notify_appeal(complaint=row, to=appeal.examinateur_id)
    return True


def _start_again(row: Complaint) -> None:
    return_to_queue(row)
    row.date_resolution = row.date_cloture = row.satisfaction = None
    row.texts.resolution = None
    row.delai_depuis, row.jours_suspendus = timezone.localdate(), 0
    row.niveau_escalade, row.date_escalade = Escalation.AUCUNE, None
    row.echeance = compute_deadline(row.delai_depuis, row.priorite)
