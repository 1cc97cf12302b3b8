"""Take complaints, change them, and move them from one status to the next."""

from collections.abc import Callable, Collection, Sequence
from datetime import timedelta
from typing import Any, Final

from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext as _

from accounts.erasure.api import ErasureSubject
from config.caller import Caller
from config.errors.problems import invalid, invalid_status
from config.locks import Lock, claim_lock, lock_row, lock_rows
from transfers.complaints.messages.models import OutboundMessage
from transfers.complaints.messages.services import queue_status_message
from transfers.complaints.models import (
    CATEGORY_PERMISSIONS,
    HANDLED_STATUSES,
    OPEN_STATUSES,
    Complaint,
    ComplaintMove,
    ComplaintStatus,
    ConfidentialText,
)
from transfers.complaints.notices.services import (
    READ,
    delete_notices,
    list_readers,
    notify_end,
    notify_new_complaints,
    notify_reopening,
)
from transfers.complaints.queries import SQL, compute_deadline
from transfers.complaints.states import ENDED, SOURCES, SUSPENDABLE
from transfers.complaints.subjects.services import PLACE, SUBJECT, complete_subject, replace_subject
from transfers.complaints.teams.api import raise_limit_reached
from transfers.complaints.teams.models import Category, TeamMember
from transfers.holidays.api import count_working_days

Require = Callable[[Complaint], None]
TEXTS: Final = ("objet", "description", "plaignant", "telephone", "resolution")
Action = ComplaintMove.Action


@transaction.atomic
def create_complaint(*, values: dict[str, Any], user: Caller | None) -> Complaint:
    """Take a complaint, and notify who answers for the team that would get it. Raises as `store_complaint`."""
    row = store_complaint(values=values, user=user)
    notify_new_complaints(complaints=[row], by=user.id if user else None)
    return row


def store_complaint(*, values: dict[str, Any], user: Caller | None) -> Complaint:
    """Store a complaint; what it is about may be nobody, and so may be its author. Its place follows from what it names.

    Who stores several notifies of all of them together. Raises VALIDATION_ERROR when places, or the household, person,
    payment and cycle that it names, contradict each other.
    """
    row = Complaint(auteur_id=user.id if user else None, **values)
    complete_subject(row)
    now = timezone.localtime()
    row.reference = SQL.fetch_value("draw_reference", {"year": str(now.year)})
    row.echeance = compute_deadline(now.date(), row.priorite)
    confidential = take_texts(row) if row.categorie == Category.VBG else None
    row.save(force_insert=True)
    if confidential:
        confidential.save(force_insert=True)
    record_move(row, Action.CREATION, user, None)
    return row


def take_texts(row: Complaint) -> ConfidentialText:
    """Move the texts of a complaint into a new confidential row."""
    taken = ConfidentialText(plainte=row, **{name: getattr(row, name) for name in TEXTS})
    for name in TEXTS:
        setattr(row, name, None)
    return taken


def lock_complaint(*, complaint: Complaint, user: Caller, require: Require) -> Complaint:
    """Lock a complaint that the user sees. `require` checks it under its lock. Raises NOT_FOUND, CONFLICT."""
    row = lock_row(Lock.COMPLAINTS, Complaint.objects.visible_to(user).filter(id=complaint.id))
    require(row)
    return row


@transaction.atomic
def change_complaint(*, complaint: Complaint, values: dict[str, Any], user: Caller, require: Require) -> Complaint:
    """Change the fields that were sent; the priority moves the deadline, what it is about its place.

    Who handles it and may not read it in its new region or category loses it: it waits in the queue there, whose leaders
    are notified. Raises NOT_FOUND, CONFLICT, INVALID_STATUS for one that is closed or rejected, or another priority when its
    deadline no longer counts or an appeal is open; both and VALIDATION_ERROR as `replace_subject`.
    """
    row = lock_complaint(complaint=complaint, user=user, require=require)
    before = row.statut
    if row.statut in ENDED:
        raise invalid_status(_("Une plainte fermée ou rejetée ne change plus."))
    category = values.get("categorie", row.categorie)
    if (category == Category.VBG) != (row.categorie == Category.VBG):
        raise invalid({"categorie": [_("Reclassez la plainte : une modification garde son degré de secret.")]})
    moves_deadline = values.get("priorite", row.priorite) != row.priorite
    if moves_deadline and (row.statut not in OPEN_STATUSES or row.appel_en_cours):
        # Else what was resolved in time would become late, or the other way round.
        raise invalid_status(_("La priorité ne change que tant que la plainte est ouverte, sans appel en cours."))
    own = {name: value for name, value in values.items() if name not in (*SUBJECT, *PLACE)}
    moves_subject = len(own) < len(values)
    changes_readers = category != row.categorie and not CATEGORY_PERMISSIONS.keys().isdisjoint(
        {category, row.categorie}
    )
    if moves_subject or changes_readers:
        # Before the areas that it names.
        lock_handler(row)
    texts = row.texts
    for name, value in own.items():
        setattr(texts if name in TEXTS else row, name, value)
    if moves_deadline:
        row.echeance = compute_deadline(row.start_of_deadline, row.priorite, row.jours_suspendus)
    moved = replace_subject(row, values, user) if moves_subject else []
    if (moves_subject or changes_readers) and row.statut in HANDLED_STATUSES and not is_handler_reading(row):
        return_to_queue(row)
    save_complaint(row, [name for name in TEXTS if name in own])
    record_move(row, Action.MODIFICATION, user, before, champs=sorted({*own, *moved}))
    if changes_readers and category in CATEGORY_PERMISSIONS:
        delete_notices(row)
    if ("region" in moved or changes_readers) and row.statut == ComplaintStatus.NOUVELLE:
        notify_new_complaints(complaints=[row], by=user.id)
    return row


def lock_handler(row: Complaint) -> TeamMember | None:
    """Lock who handles a complaint: triggers count the open ones of each."""
    members = TeamMember.objects.select_related("equipe").filter(id__in=[row.membre_id])
    return lock_rows(Lock.TEAM_MEMBERS, members).first()


def is_handler_reading(row: Complaint) -> bool:
    """Return whether a complaint has a member who may read it."""
    return row.membre is not None and row.membre.user_id in list_readers(READ, row)


def return_to_queue(row: Complaint) -> None:
    """Have a complaint wait for a member again, unsaved; its team and its deadline stay."""
    row.statut = ComplaintStatus.NOUVELLE
    row.membre = row.date_assignation = None


def save_complaint(row: Complaint, texts: Collection[str] = ()) -> None:
    """Save a complaint, and those of its `texts` that have changed where they are confidential."""
    row.save()
    if texts and row.texts is not row:
        row.texts.save(update_fields=texts)


@transaction.atomic
def move_complaint(
    *,
    complaint: Complaint,
    statut: str,
    resolution: str | None,
    commentaire: str | None,
    user: Caller,
    require: Require,
) -> Complaint:
    """Move a complaint to another status, as `states.SOURCES` allows.

    A resolution says what was done. One that is taken up again goes back to who handled it, or to the queue when they
    may not have it; who gets it is notified. Raises NOT_FOUND, CONFLICT, INVALID_STATUS, VALIDATION_ERROR.
    """
    row = lock_complaint(complaint=complaint, user=user, require=require)
    before = row.statut
    if row.appel_en_cours:
        raise invalid_status(_("Un appel est en cours : sa décision vient d'abord."))
    if before not in SOURCES.get(statut, ()):
        text = _("Une plainte « %(before)s » ne devient pas « %(after)s ».")
        raise invalid_status(text % {"before": before, "after": statut})
    if statut == ComplaintStatus.RESOLUE and not resolution:
        raise invalid({"resolution": [_("Dites ce qui a été fait.")]})
    row.statut = statut
    _set_moments(row, resolution)
    is_reopened = before == ComplaintStatus.RESOLUE and statut == ComplaintStatus.EN_COURS
    if is_reopened and not _lock_free_handler(row):
        return_to_queue(row)
    claim_lock(Lock.TEAM_MEMBERS, again=True)
    with raise_limit_reached():
        save_complaint(row, ["resolution"])
    record_move(row, Action.STATUT, user, before, commentaire)
    queue_status_message(row)
    if is_reopened:
        notify_reopening(complaint=row, by=user.id)
    notify_end(complaint=row, by=user.id)
    return row


def _lock_free_handler(row: Complaint) -> bool:
    """Lock who handled a complaint; return whether they may take it up again: active, with room, a reader of what is secret."""
    member = lock_handler(row)
    if member is None or not (member.actif and member.equipe.actif and member.user.is_active):
        return False
    return member.has_room and (row.categorie not in CATEGORY_PERMISSIONS or is_handler_reading(row))


def _set_moments(row: Complaint, resolution: str | None) -> None:
    """Set what follows from a complaint's new status: when it was resolved and closed, and how."""
    now = timezone.now()
    if row.statut not in SUSPENDABLE:
        end_suspension(row)
    if row.statut == ComplaintStatus.RESOLUE:
        row.date_resolution, row.texts.resolution = now, resolution
    elif row.statut == ComplaintStatus.EN_COURS:
        row.date_resolution = row.texts.resolution = None
    elif row.statut in ENDED:
        row.date_cloture = now


def end_suspension(row: Complaint) -> None:
    """Let the deadline of a complaint run again, unsaved: the working days since it stopped are not counted."""
    if row.suspendue_depuis is None:
        return
    first = max(row.suspendue_depuis, row.start_of_deadline + timedelta(days=1))
    row.jours_suspendus += count_working_days(first, timezone.localdate())
    row.suspendue_depuis = row.motif_suspension = None
    row.echeance = compute_deadline(row.start_of_deadline, row.priorite, row.jours_suspendus)


def record_move(
    row: Complaint,
    action: str,
    user: Caller | None,
    before: str | None,
    commentaire: str | None = None,
    champs: Sequence[str] = (),
) -> ComplaintMove:
    """Add what was done to the history of a complaint; the comment of a confidential one stays with its texts.

    Without a user it was the complainant, or the service itself.
    """
    move = ComplaintMove(
        plainte=row,
        action=action,
        statut_avant=before,
        statut_apres=row.statut,
        auteur_id=user.id if user else None,
        champs=list(champs),
    )
    if row.categorie != Category.VBG:
        move.commentaire = commentaire
    elif commentaire:
        SQL.execute("add_comment", {"complaint": row.id, "move": str(move.id), "comment": commentaire})
    move.save(force_insert=True)
    return move


def erase_complaints(subject: ErasureSubject) -> int:
    """Erase the texts of the complaints about a household; that there were complaints remains."""
    rows = Complaint.objects.filter(menage_id__in=subject.roots)
    ConfidentialText.objects.filter(plainte__in=rows).update(**dict.fromkeys(TEXTS), commentaires={})
    ComplaintMove.objects.filter(plainte__in=rows).update(commentaire=None)
    OutboundMessage.objects.filter(plainte__in=rows).delete()
    return rows.update(**dict.fromkeys(TEXTS))
