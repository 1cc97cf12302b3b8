"""Approve and reject graduations: one or thousands, by the same statements."""

from uuid import UUID

from django.db import transaction
from django.utils import timezone

from config.caller import Caller
from config.locks import Lock, lock_rows
from transfers.beneficiaries.api import GRADUATE
from transfers.cycles.api import add_months
from transfers.graduation.models import Graduation
from transfers.graduation.queries import filter_awaiting_cycles, list_affected_cycles
from transfers.graduation.rules import VISIT_INTERVAL
from transfers.graduation.services import (
    Require,
    find_refusals,
    lock_graduations,
    move_graduations,
    require_one,
    transition_graduated,
)
from transfers.graduation.states import APPROVE, REJECT
from transfers.graduation.types import AffectedCycle, Decision, LockedGraduations, Refusals
from transfers.graduation.visits.services import plan_visits


@transaction.atomic
def decide_graduations(
    *, ids: list[UUID], decision: Decision, user: Caller, require: Require | None = None
) -> tuple[Refusals, list[AffectedCycle]]:
    """Decide those of these graduations which `user` sees and which are evaluated.

    Whoever is approved is out of the programme from now on: no list that is calculated later pays them, and no approved
    one of a period that begins later. Return why each
    graduation found was refused, or None, and the lists in which approved people still stand. `require` checks each
    row that may be decided, under its lock.
    """
    locked = lock_graduations(ids, user)
    refusals = find_refusals(locked, APPROVE if decision.approuver else REJECT, graduates=decision.approuver)
    accepted = [row for row in locked.rows if refusals[row.id] is None]
    if not accepted:
        return refusals, []
    if require:
        for row in accepted:
            require(row)
    if not decision.approuver:
        _reject(accepted, decision, user)
        return refusals, []
    _approve(accepted, locked, decision, user)
    graduated = locked.list_beneficiaries(accepted)
    # Who validates or executes one of these lists meanwhile either finds the graduation, or is in the answer.
    len(lock_rows(Lock.CYCLES, filter_awaiting_cycles(graduated)))
    return refusals, list_affected_cycles(graduated)


def _reject(rows: list[Graduation], decision: Decision, user: Caller) -> None:
    today = timezone.localdate()
    move_graduations(
        rows, REJECT, date_decision=today, decide_par_id=user.id, commentaire_decision=decision.commentaire
    )


def _approve(rows: list[Graduation], locked: LockedGraduations, decision: Decision, user: Caller) -> None:
    """Approve graduations, take their beneficiaries out of the programme, and plan the visits that are ordered."""
    today, months = timezone.localdate(), decision.duree_suivi_mois
    move_graduations(
        rows,
        APPROVE,
        date_decision=today,
        date_effective=today,
        decide_par_id=user.id,
        commentaire_decision=decision.commentaire,
        suivi_post_graduation_actif=months is not None,
        duree_post_suivi_mois=months,
        fin_post_suivi=None if months is None else add_months(today, months),
    )
    transition_graduated(rows, locked, GRADUATE)
    if months is not None:
        plan_visits(rows, today, months, decision.intervalle_mois or VISIT_INTERVAL)


@transaction.atomic
def decide_graduation(
    *, graduation: Graduation, decision: Decision, user: Caller, require: Require
) -> tuple[Graduation, list[AffectedCycle]]:
    """Decide one graduation; return it with the lists in which the beneficiary still stands.

    `require` checks the row under its lock. Raises NOT_FOUND, READ_ONLY_PROJECT, INVALID_STATUS (not evaluated, decided
    already, or the beneficiary is not active any more), CONFLICT.
    """
    refusals, cycles = decide_graduations(ids=[graduation.id], decision=decision, user=user, require=require)
    require_one(refusals)
    graduation.refresh_from_db()
    return graduation, cycles
