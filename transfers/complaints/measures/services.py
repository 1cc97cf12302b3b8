"""Propose measures, and note that they are done.

A measure is done by its own operation, with its own permission and checks: a complaint moves no money and changes no
account. Who holds that permission then says so here, and is believed only when what it is about has changed.
"""

from typing import Final
from uuid import UUID

from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext as _

from config.caller import Caller
from config.errors.problems import forbidden, invalid, invalid_status, not_found
from config.locks import Lock, lock_row
from transfers.complaints.measures.models import Measure, MeasureStatus
from transfers.complaints.measures.rules import PERMISSIONS, describe_state, find_address
from transfers.complaints.models import Complaint, ComplaintStatus
from transfers.complaints.notices.services import notify_measure, notify_measure_decision
from transfers.complaints.services import Action, record_move

PROPOSABLE: Final = frozenset({ComplaintStatus.OUVERTE, ComplaintStatus.EN_COURS, ComplaintStatus.RESOLUE})


@transaction.atomic
def propose_measure(*, complaint: Complaint, kind: str, user: Caller) -> Measure:
    """Propose a measure to those who may do it. Raises NOT_FOUND, INVALID_STATUS, VALIDATION_ERROR."""
    row = _lock_complaint(complaint, user)
    if row.statut not in PROPOSABLE:
        raise invalid_status(_("Une mesure se propose tant que la plainte est traitée ou résolue."))
    if find_address(kind, row) is None:
        raise invalid({"type": [_("La plainte ne nomme rien à quoi cette mesure s'applique.")]})
    if Measure.objects.filter(plainte=row, type=kind, statut=MeasureStatus.PROPOSEE).exists():
        raise invalid_status(_("Cette mesure est déjà proposée."))
    measure = Measure.objects.create(
        plainte=row, type=kind, empreinte=describe_state(kind, row), propose_par_id=user.id
    )
    record_move(row, Action.MESURE, user, row.statut, champs=[kind, MeasureStatus.PROPOSEE])
    notify_measure(complaint=row, permission=PERMISSIONS[kind])
    return measure


@transaction.atomic
def decide_measure(*, complaint: Complaint, measure_id: UUID, statut: str, user: Caller) -> Measure:
    """Note that a measure is done, or is not to be done.

    Raises NOT_FOUND, FORBIDDEN for who may not do it, INVALID_STATUS when it is decided, nothing has changed, or the
    complaint names no more what it was to change: a list that was dropped takes its payments along.
    """
    row = _lock_complaint(complaint, user)
    measure = Measure.objects.filter(plainte=row, id=measure_id).first()
    if measure is None:
        raise not_found()
    if not user.holds(PERMISSIONS[measure.type]):
        raise forbidden(_("Cette mesure est décidée par qui peut la faire."))
    if measure.statut != MeasureStatus.PROPOSEE:
        raise invalid_status(_("Cette mesure est déjà décidée."))
    if statut == MeasureStatus.FAITE and find_address(measure.type, row) is None:
        raise invalid_status(_("La plainte ne nomme plus ce que la mesure devait changer."))
    if statut == MeasureStatus.FAITE and describe_state(measure.type, row) == measure.empreinte:
        raise invalid_status(_("Rien n'a changé depuis la proposition : faites d'abord la mesure."))
    measure.statut, measure.decide_par_id, measure.date_decision = statut, user.id, timezone.now()
    measure.save()
    record_move(row, Action.MESURE, user, row.statut, champs=[measure.type, statut])
    is_done = statut == MeasureStatus.FAITE
    notify_measure_decision(complaint=row, is_done=is_done, proposed_by=measure.propose_par_id, by=user.id)
    return measure


def _lock_complaint(complaint: Complaint, user: Caller) -> Complaint:
    """Lock a complaint that the user sees, with what measures are about."""
    rows = Complaint.objects.visible_to(user).select_related("paiement", "menage", "beneficiaire", "confidentiel")
    return lock_row(Lock.COMPLAINTS, rows.filter(id=complaint.id))
