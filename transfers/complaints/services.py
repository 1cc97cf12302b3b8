"""Take complaints, change them, and move them from one status to the next."""

from collections.abc import Callable, Collection, Sequence
from datetime import timedelta
from typing import Any, Final
from uuid import UUID

from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext as _

from accounts.erasure.api import ErasureSubject
from config.caller import Caller
from config.errors.problems import invalid, invalid_status
from config.locks import Lock, claim_lock, lock_row
from transfers.complaints.messages.models import OutboundMessage
from transfers.complaints.messages.services import queue_status_message
from transfers.complaints.models import (
    OPEN_STATUSES,
    Complaint,
    ComplaintMove,
    ComplaintStatus,
    ConfidentialText,
)
from transfers.complaints.notices.services import notify_end, notify_new_complaints
from transfers.complaints.queries import SQL
from transfers.complaints.rules import compute_deadline, count_working_days
from transfers.complaints.states import ENDED, SOURCES, SUSPENDABLE
from transfers.complaints.teams.api import raise_limit_reached
from transfers.complaints.teams.models import Category

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
    _complete_place(row)
    now = timezone.localtime()
    row.reference = f"PLT-{now.year}-{SQL.fetch_value('next_number'):06d}"
    row.echeance = compute_deadline(now.date(), row.priorite)
    confidential = _take_texts(row) if row.categorie == Category.VBG else None
    row.save(force_insert=True)
    if confidential:
        confidential.save(force_insert=True)
    record_move(row, Action.CREATION, user, None)
    return row


def _complete_place(row: Complaint) -> None:
    """Fill in what follows from what a complaint names: cycle, household, region, sector; of violence keep places only."""
    _refuse_contradictions(row)
    if row.paiement:
        row.beneficiaire_id = row.beneficiaire_id or row.paiement.beneficiaire_id
        row.cycle_id = row.paiement.cycle_id
    if row.verification and row.beneficiaire is None:
        row.beneficiaire = row.verification.beneficiaire
    if row.beneficiaire:
        row.menage_id = row.beneficiaire.menage_id
    has_place = row.localite or row.secteur or row.region
    if row.menage and not has_place:
        row.localite_id, row.secteur_id = row.menage.localite_id, row.menage.secteur_id
        row.region_id = row.menage.region_id
    _settle_areas(row)
    if row.menage and row.menage.region_id and row.region_id != row.menage.region_id:
        raise invalid({"regionId": [_("Ce ménage n'est pas dans cette région.")]})
    if row.categorie == Category.VBG:
        # They would stand outside the schema of cases, in backups too, and say of a household what nobody may know.
        row.menage = row.beneficiaire = row.paiement = row.cycle = row.verification = None


def _refuse_contradictions(row: Complaint) -> None:
    """Raise VALIDATION_ERROR with each field that names another than what a complaint names besides."""
    person, payment = row.beneficiaire, row.paiement
    errors = {}
    if payment and row.beneficiaire_id not in (None, payment.beneficiaire_id, payment.principal_id):
        errors["beneficiaireId"] = [_("Ce paiement est celui d'une autre personne.")]
    if payment and row.cycle_id not in (None, payment.cycle_id):
        errors["cycleId"] = [_("Ce paiement est d'un autre cycle.")]
    if row.verification and not _may_contest(row):
        errors["verificationId"] = [_("Cette vérification est celle d'une autre personne.")]
    person = person or (row.verification.beneficiaire if row.verification else None)
    person = person or (payment.beneficiaire if payment else None)
    if person and row.menage_id not in (None, person.menage_id):
        errors["menageId"] = [_("Cette personne est d'un autre ménage.")]
    if errors:
        raise invalid(errors)


def _may_contest(row: Complaint) -> bool:
    """Return whether the check that a complaint contests is of the person and the payment that it names."""
    checked = row.verification.beneficiaire_id if row.verification else None
    paid = (row.paiement.beneficiaire_id, row.paiement.principal_id) if row.paiement else (checked,)
    return row.beneficiaire_id in (None, checked) and checked in paid


def _settle_areas(row: Complaint) -> None:
    """Fill in the sector and region above the areas that a complaint names; they stay there until it is stored.

    One that is being moved is waited for. The foreign keys alone would wait, too, but store the sector that was read before.
    """
    if row.localite_id is None and row.secteur_id is None:
        return
    # Who stores several complaints names areas several times.
    claim_lock(Lock.AREAS, again=True)
    if row.localite_id:
        sector_id = _hold_parent("hold_locality", row.localite_id, "localiteId")
        if row.secteur_id not in (None, sector_id):
            raise invalid({"localiteId": [_("Cette localité n'est pas dans ce secteur.")]})
        row.secteur_id = sector_id
    region_id = _hold_parent("hold_sector", row.secteur_id, "secteurId")
    if row.region_id not in (None, region_id):
        raise invalid({"secteurId": [_("Ce secteur n'est pas dans cette région.")]})
    row.region_id = region_id


def _hold_parent(statement: str, area_id: UUID | None, field: str) -> UUID:
    """Return the parent of an area, which is held. Raises VALIDATION_ERROR when it was deleted meanwhile."""
    found: list[UUID] = SQL.fetch_column(statement, {"id": area_id})
    if not found:
        raise invalid({field: [_("Introuvable.")]})
    return found[0]


def _take_texts(row: Complaint) -> ConfidentialText:
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
    """Change the fields that were sent; the priority moves the deadline.

    Raises NOT_FOUND, CONFLICT, INVALID_STATUS for one that is closed or rejected, or another priority when its deadline
    no longer counts or an appeal is open, VALIDATION_ERROR.
    """
    row = lock_complaint(complaint=complaint, user=user, require=require)
    if row.statut in ENDED:
        raise invalid_status(_("Une plainte fermée ou rejetée ne change plus."))
    category = values.get("categorie", row.categorie)
    if (category == Category.VBG) != (row.categorie == Category.VBG):
        raise invalid({"categorie": [_("Enregistrez une nouvelle plainte : celle-ci garde son degré de secret.")]})
    moves_deadline = values.get("priorite", row.priorite) != row.priorite
    if moves_deadline and (row.statut not in OPEN_STATUSES or row.appel_en_cours):
        # Else what was resolved in time would become late, or the other way round.
        raise invalid_status(_("La priorité ne change que tant que la plainte est ouverte, sans appel en cours."))
    texts = row.texts
    for name, value in values.items():
        setattr(texts if name in TEXTS else row, name, value)
    if moves_deadline:
        row.echeance = compute_deadline(row.start_of_deadline, row.priorite, row.jours_suspendus)
    save_complaint(row, [name for name in TEXTS if name in values])
    record_move(row, Action.MODIFICATION, user, row.statut, champs=sorted(values))
    return row


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

    A resolution says what was done. Raises NOT_FOUND, CONFLICT, INVALID_STATUS (also when its member has reached the
    limit), VALIDATION_ERROR.
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
    claim_lock(Lock.TEAM_MEMBERS)
    with raise_limit_reached():
        save_complaint(row, ["resolution"])
    record_move(row, Action.STATUT, user, before, commentaire)
    queue_status_message(row)
    notify_end(complaint=row, by=user.id)
    return row


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
