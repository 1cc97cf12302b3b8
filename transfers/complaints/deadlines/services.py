"""Suspend and resume the deadline of complaints, and escalate those that are late."""

import logging
from collections.abc import Callable
from datetime import date
from typing import Final
from uuid import UUID

from django.db import transaction
from django.db.models import Q
from django.utils import timezone
from django.utils.translation import gettext as _

from accounts.users.models import User
from config.caller import Caller
from config.errors.problems import invalid_status
from config.locks import Lock, lock_free_rows
from transfers.complaints.models import OPEN_STATUSES, Complaint, Escalation
from transfers.complaints.notices.services import (
    group_readers,
    list_leaders,
    list_readers,
    notify_escalation,
    notify_unheard,
)
from transfers.complaints.rules import DIRECTION_DAYS
from transfers.complaints.services import Action, end_suspension, lock_complaint, record_move, save_complaint
from transfers.complaints.states import SUSPENDABLE
from transfers.complaints.teams.models import Category
from transfers.holidays.api import add_working_days

logger = logging.getLogger("tabanca.complaints")
HEAR: Final = "plaintes.recevoir_escalades"
# Late complaints of one transaction of the periodic task.
BATCH: Final = 500
# So many people does the history of a complaint name of those who were told that it is late.
NAMED: Final = 5
Require = Callable[[Complaint], None]


@transaction.atomic
def suspend_deadline(
    *, complaint: Complaint, motif: str, commentaire: str | None, user: Caller, require: Require
) -> Complaint:
    """Stop the deadline of an open complaint, which waits for somebody else.

    Raises NOT_FOUND, CONFLICT, INVALID_STATUS when it is suspended, late already, or no longer open.
    """
    row = lock_complaint(complaint=complaint, user=user, require=require)
    if row.statut not in SUSPENDABLE or row.suspendue_depuis:
        raise invalid_status(_("Seul le délai d'une plainte ouverte, qui court, se suspend."))
    if row.echeance < timezone.localdate():
        raise invalid_status(_("Le délai est déjà dépassé : il ne se suspend plus."))
    row.suspendue_depuis, row.motif_suspension = timezone.localdate(), motif
    save_complaint(row)
    record_move(row, Action.SUSPENSION, user, row.statut, commentaire, champs=[motif])
    return row


@transaction.atomic
def resume_deadline(*, complaint: Complaint, commentaire: str | None, user: Caller, require: Require) -> Complaint:
    """Let the deadline run again: it moves by the working days that it was suspended. Raises as `suspend_deadline`."""
    row = lock_complaint(complaint=complaint, user=user, require=require)
    if row.suspendue_depuis is None:
        raise invalid_status(_("Le délai de cette plainte n'est pas suspendu."))
    end_suspension(row)
    save_complaint(row)
    record_move(row, Action.REPRISE, user, row.statut, commentaire)
    return row


def escalate_complaints(today: date) -> int:
    """Escalate the late complaints: to who leads the team, and DIRECTION_DAYS later to the direction; return how many.

    Each level is reached once. Rows that somebody else has locked wait for the next run.
    """
    before_direction = add_working_days(today, -DIRECTION_DAYS)
    # The later level first: one run does not raise a complaint by two.
    levels = [
        (Escalation.DIRECTION, Q(niveau_escalade=Escalation.RESPONSABLE, echeance__lt=before_direction)),
        (Escalation.RESPONSABLE, Q(niveau_escalade=Escalation.AUCUNE, echeance__lt=today)),
    ]
    total = 0
    for level, condition in levels:
        while found := _escalate_batch(level, condition):
            total += found
    return total


@transaction.atomic
def _escalate_batch(level: Escalation, condition: Q) -> int:
    """Escalate at most BATCH complaints, and tell each person once of all of theirs; return how many.

    The history of each names who was told.
    """
    late = Complaint.objects.filter(condition, statut__in=OPEN_STATUSES, suspendue_depuis=None)
    rows = list(lock_free_rows(Lock.COMPLAINTS, late.select_related("equipe").order_by("echeance", "id"))[:BATCH])
    now = timezone.now()
    late.filter(id__in=[row.id for row in rows]).update(niveau_escalade=level, date_escalade=now, updated_at=now)
    told: dict[UUID, list[Complaint]] = {}
    unheard: list[Complaint] = []
    recipients: dict[tuple[object, ...], set[UUID]] = {}
    names: dict[tuple[object, ...], str | None] = {}
    for row in rows:
        key = (row.equipe_id, *group_readers(row))
        if key not in recipients:
            recipients[key] = list_recipients(level, row)
            names[key] = None if row.categorie == Category.VBG else _name_recipients(recipients[key])
        record_move(row, Action.ESCALADE, None, row.statut, names[key], champs=[level.name.lower()])
        if not recipients[key]:
            unheard.append(row)
        for user_id in recipients[key]:
            told.setdefault(user_id, []).append(row)
    for user_id in sorted(told):
        notify_escalation(complaints=told[user_id], to=user_id)
    if unheard:
        # How many would tell, together with the lists, of those about violence.
        logger.warning("late complaints reached nobody at the level %s", level.name.lower())
        notify_unheard(complaints=unheard)
    return len(rows)


def _name_recipients(ids: set[UUID]) -> str | None:
    """Return the names of some of those who are told, with commas; None without any."""
    people = User.objects.filter(id__in=ids).order_by("nom", "prenom", "id")
    names = [user.nom_complet or user.email for user in people[: NAMED + 1]]
    return ", ".join([*names[:NAMED], *(["…"] if len(names) > NAMED else [])]) or None


def list_recipients(level: Escalation, complaint: Complaint) -> set[UUID]:
    """Return who is told that a complaint is late: who leads its team, or manages teams there; or the direction."""
    if level == Escalation.DIRECTION:
        return list_readers(HEAR, complaint)
    return list_leaders(complaint, complaint.equipe_id)
