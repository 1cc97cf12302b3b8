"""Query fee schedules."""

from django.db.models import F, Prefetch, QuerySet
from django.utils.translation import gettext as _

from config.errors.problems import Problem
from transfers.operators.fees.rules import calculate_fees, find_gaps
from transfers.operators.fees.types import OperatorFees, Schedule
from transfers.operators.models import FeeTranche, Operator


def filter_schedule_operators() -> QuerySet[Operator]:
    """Return the active operators that have a schedule of their own."""
    return Operator.objects.filter(actif=True, grille=F("code"))


def list_active_tranches(operator: Operator) -> list[FeeTranche]:
    """Return the active tranches of the schedule that applies to an operator, by amount."""
    return list(_filter_active_tranches().filter(operateur_id=operator.grille_id))


def _filter_active_tranches() -> QuerySet[FeeTranche]:
    return FeeTranche.objects.filter(actif=True).order_by("montant_min")


def list_schedules() -> list[Schedule]:
    """Return the schedules of all active operators, in two queries, also those without a tranche."""
    operators = filter_schedule_operators().prefetch_related(Prefetch("tranches", _filter_active_tranches()))
    tranches = {operator: list(operator.tranches.all()) for operator in operators}
    return [Schedule(operator, rows, find_gaps(rows)) for operator, rows in tranches.items()]


def compare_operators(amount: int) -> list[OperatorFees]:
    """Return what a transfer costs with each operator that has a schedule."""
    return [OperatorFees(schedule.operator, calculate_fees(amount, schedule.tranches)) for schedule in list_schedules()]


def find_operator_with_schedule(code: str) -> Operator:
    """Return an active operator to whose payments a schedule applies: its own, or that of another operator.

    Raises CONSTRAINT_VIOLATION.
    """
    operator = Operator.objects.filter(code=code, actif=True).first()
    if operator is None:
        raise refuse_operator(_("Cet opérateur n'existe pas."))
    if operator.grille_id is None:
        raise refuse_operator(_("Cet opérateur n'a pas de grille tarifaire."))
    return operator


def refuse_operator(sentence: str) -> Problem:
    return Problem("CONSTRAINT_VIOLATION", sentence, {"operateur": [sentence]})
