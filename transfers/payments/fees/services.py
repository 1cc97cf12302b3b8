"""Apply the fees of an operator's schedule to payments, while their list may change.

Fees belong to the list that is validated, for they leave the account, too: from submission on they are fixed.
"""

from collections.abc import Sequence
from typing import Any, Final

from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext as _

from config.caller import Caller
from config.errors.problems import Problem, invalid_status, not_found
from config.locks import Lock, lock_row
from registry.projects.api import require_writable
from transfers.beneficiaries.models import ModePaiement
from transfers.cycles.api import lock_editable_cycle
from transfers.cycles.models import Cycle, StatutValidation
from transfers.operators.fees.api import FeeCalculation, calculate_fees, lock_used_tranches, require_tranche
from transfers.operators.models import FeeTranche, Operator
from transfers.payments.fees.queries import (
    SQL,
    filter_payments,
    find_paid_mode,
    list_operators_of_schedule,
    paginate_fees,
    split_payments,
    sum_fees,
)
from transfers.payments.fees.types import FeeBatch, FeeTotals
from transfers.payments.models import Payment, PaymentStatus

APPLY_PERMISSION: Final = "transferts.gerer_tarifs"


def _accept_any_version(cycle: Cycle) -> None:
    """Check nothing: fees are applied to whatever the list is now."""


def _lock_cycle_of_payment(payment: Payment, user: Caller) -> Cycle:
    """Lock the cycle of a payment that the user sees; a rejected one, which this reopens, must be theirs to change.

    Raises NOT_FOUND, FORBIDDEN, READ_ONLY_PROJECT, INVALID_STATUS.
    """
    if payment.cycle.statut_validation == StatutValidation.REJETE:
        return lock_editable_cycle(cycle_id=payment.cycle_id, user=user, require=_accept_any_version)
    cycle = lock_row(Lock.CYCLES, Cycle.objects.filter(id=payment.cycle_id).select_related("programme__projet"))
    require_writable(cycle.programme.projet)
    if cycle.statut_validation != StatutValidation.BROUILLON:
        raise invalid_status(_("Les frais ne changent plus quand le cycle est soumis à la validation."))
    return cycle


@transaction.atomic
def apply_payment_fees(*, payment: Payment, operator: Operator, user: Caller) -> FeeCalculation:
    """Set the fees of one payment, in a region of the user, by an operator's schedule.

    Raises NOT_FOUND, FORBIDDEN, READ_ONLY_PROJECT, INVALID_STATUS (submitted, excluded), CONSTRAINT_VIOLATION (another
    operator or mode, no tranche).
    """
    cycle = _lock_cycle_of_payment(payment, user)
    current = Payment.objects.filter(id=payment.id, cycle=cycle).first()
    if current is None:
        raise not_found()
    if current.statut == PaymentStatus.ANNULE:
        raise invalid_status(_("Ce paiement est exclu de son cycle."))
    if current.operateur_id not in (None, *list_operators_of_schedule(operator)):
        sentence = _("Ce paiement passe par un opérateur qui a une autre grille.")
        raise Problem("CONSTRAINT_VIOLATION", sentence, {"operateur": [sentence]})
    if (current.mode_paiement or ModePaiement.MOBILE_MONEY) != find_paid_mode(operator):
        sentence = _("Ce paiement n'a pas les frais de cet opérateur : il se fait autrement.")
        raise Problem("CONSTRAINT_VIOLATION", sentence, {"operateur": [sentence]})
    calculation = calculate_fees(current.montant, lock_used_tranches(operator))
    tranche = require_tranche(calculation)
    Payment.objects.filter(id=current.id).update(
        taxe_administrative=tranche.taxe_administrative,
        frais_retrait=tranche.frais_retrait,
        tranche=tranche,
        updated_at=timezone.now(),
    )
    return calculation


@transaction.atomic
def apply_cycle_fees(*, cycle: Cycle, operator: Operator, query: dict[str, Any], user: Caller) -> FeeBatch:
    """Set the fees of all payments of a cycle that go through an operator, or through none yet; all or nothing.

    Raises NOT_FOUND, FORBIDDEN, READ_ONLY_PROJECT, INVALID_STATUS, CONSTRAINT_VIOLATION when an amount is in no tranche.
    """
    current = lock_editable_cycle(cycle_id=cycle.id, user=user, require=_accept_any_version)
    tranches = lock_used_tranches(operator)
    payments, others = split_payments(filter_payments(current, user), operator)
    totals = sum_fees(payments, tranches)
    _require_tranches(totals, tranches)
    operators = list_operators_of_schedule(operator)
    params = {
        "cycle": current.id,
        "operateurs": operators,
        "mode": find_paid_mode(operator),
        "tranches": [tranche.id for tranche in tranches],
    }
    SQL.execute("apply_fees", params)
    page = paginate_fees(payments, tranches, totals.nb_paiements, query)
    return FeeBatch(operator, totals, page, others.count())


def _require_tranches(totals: FeeTotals, tranches: Sequence[FeeTranche]) -> None:
    """Raise CONSTRAINT_VIOLATION with the number of payments whose amount is in no tranche, and the first amount."""
    if totals.montant_sans_tranche is None:
        return
    try:
        require_tranche(calculate_fees(totals.montant_sans_tranche, tranches))
    except Problem as problem:
        problem.data |= {"nbSansTranche": totals.nb_sans_tranche}
        raise
