"""Propose, evaluate and decide many graduations as audited operations, with the outcome for each id sent."""

from collections.abc import Iterator
from uuid import UUID

from django.utils.translation import gettext as _

from accounts.audit.api import audit_operation
from config.caller import Caller
from config.errors.problems import not_found
from transfers.graduation.decisions.services import decide_graduations
from transfers.graduation.mass.types import FAILED, GraduationOutcome, MassGraduationResult
from transfers.graduation.models import GraduationStatus
from transfers.graduation.services import evaluate_graduations, propose_graduations
from transfers.graduation.types import AffectedCycle, Decision, Refusals


def propose_many(*, ids: list[UUID], motif: str | None, user: Caller) -> MassGraduationResult:
    """Propose these beneficiaries; one that is repeated is proposed once, and then told as an error."""
    with audit_operation("masse_proposer_graduations", filters={"demandes": len(ids)}, rows=True) as operation:
        wanted = list(dict.fromkeys(ids))
        refusals, _rows = propose_graduations(beneficiary_ids=wanted, motif=motif, commentaire=None, user=user)
        result = _build_result(ids, refusals, GraduationStatus.PROPOSEE, [])
        operation.count = result.success
    return result


def evaluate_many(*, ids: list[UUID], user: Caller) -> MassGraduationResult:
    """Evaluate these graduations by what the rows of the registry say."""
    with audit_operation("masse_evaluer_graduations", filters={"demandes": len(ids)}, rows=True) as operation:
        refusals = evaluate_graduations(ids=list(dict.fromkeys(ids)), user=user)
        result = _build_result(ids, refusals, GraduationStatus.EVALUEE, [])
        operation.count = result.success
    return result


def decide_many(*, ids: list[UUID], decision: Decision, user: Caller) -> MassGraduationResult:
    """Decide these graduations alike."""
    target = GraduationStatus.APPROUVEE if decision.approuver else GraduationStatus.REJETEE
    with audit_operation("masse_decider_graduations", filters={"demandes": len(ids)}, rows=True) as operation:
        refusals, cycles = decide_graduations(ids=list(dict.fromkeys(ids)), decision=decision, user=user)
        result = _build_result(ids, refusals, target, cycles)
        operation.count = result.success
    return result


def _build_result(
    ids: list[UUID], refusals: Refusals, target: GraduationStatus, cycles: list[AffectedCycle]
) -> MassGraduationResult:
    details = list(_describe_outcomes(ids, refusals, target))
    errors = sum(item.statut == FAILED for item in details)
    return MassGraduationResult(len(details) - errors, errors, details, cycles)


def _describe_outcomes(ids: list[UUID], refusals: Refusals, target: GraduationStatus) -> Iterator[GraduationOutcome]:
    seen: set[UUID] = set()
    missing = not_found()
    for each in ids:
        problem = refusals.get(each, missing)
        message = "; ".join(problem.describe()) if problem else None
        if each in seen:
            message = _("Cet identifiant est répété : il a été traité une fois.")
        yield GraduationOutcome(each, FAILED if message else str(target), message)
        seen.add(each)
