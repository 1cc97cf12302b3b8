"""Exclude payments from their list and take them back, and carry them through the erasure of their household."""

from collections.abc import Callable
from typing import Final

from django.db import transaction
from django.utils.translation import gettext as _

from accounts.erasure.api import ErasureSubject
from config.caller import Caller
from config.errors.problems import invalid_status
from config.locks import Lock, claim_lock, lock_row
from registry.projects.api import require_writable
from transfers.cycles.api import EDITABLE_STATUSES, reopen_cycle
from transfers.cycles.models import Cycle, StatutValidation
from transfers.payments.hooks import list_followers
from transfers.payments.models import Payment, PaymentStatus
from transfers.payments.queries import SQL

EXCLUDE: Final = "transferts.calculer"


def require_editable_cycle(cycle: Cycle) -> None:
    """Raise INVALID_STATUS when the list of a cycle is frozen."""
    if cycle.statut_validation not in EDITABLE_STATUSES:
        raise invalid_status(_("La liste ne change plus quand le cycle est soumis à la validation."))


def _lock_payment(payment: Payment, user: Caller, require: Callable[[Payment], None]) -> Payment:
    """Lock a payment of a list that may change, its cycle before it; a rejected cycle becomes a draft again.

    Who sees the payment may do it, even if the cycle pays in other regions, too.
    """
    cycle = lock_row(Lock.CYCLES, Cycle.objects.filter(id=payment.cycle_id).select_related("programme__projet"))
    require_writable(cycle.programme.projet)
    require_editable_cycle(cycle)
    current = lock_row(Lock.PAYMENTS, Payment.objects.visible_to(user).filter(id=payment.id))
    require(current)
    if cycle.statut_validation == StatutValidation.REJETE:
        reopen_cycle(cycle)
    return current


@transaction.atomic
def exclude_payment(*, payment: Payment, reason: str, user: Caller, require: Callable[[Payment], None]) -> Payment:
    """Exclude a payment from its list: it stays there with the reason, and is not paid.

    `require` checks the row under its lock (If-Match). Raises NOT_FOUND, READ_ONLY_PROJECT, INVALID_STATUS.
    """
    current = _lock_payment(payment, user, require)
    if current.statut != PaymentStatus.PLANIFIE:
        raise invalid_status(_("Ce paiement est déjà exclu ou déjà envoyé."))
    return _save_exclusion(current, PaymentStatus.ANNULE, reason, user)


@transaction.atomic
def readmit_payment(*, payment: Payment, user: Caller, require: Callable[[Payment], None]) -> Payment:
    """Take an excluded payment back into its list. Raises NOT_FOUND, READ_ONLY_PROJECT, INVALID_STATUS."""
    current = _lock_payment(payment, user, require)
    if current.statut != PaymentStatus.ANNULE:
        raise invalid_status(_("Ce paiement n'est pas exclu."))
    return _save_exclusion(current, PaymentStatus.PLANIFIE, None, user)


def _save_exclusion(payment: Payment, statut: PaymentStatus, reason: str | None, user: Caller) -> Payment:
    payment.statut, payment.motif_exclusion = statut, reason
    payment.exclu_par_id = user.id
    payment.save(update_fields=["statut", "motif_exclusion", "exclu_par", "updated_at"])
    return payment


def delete_payments(cycle: Cycle) -> None:
    """Delete the list of a locked cycle, which changes or goes, as others of its programme may."""
    claim_lock(Lock.PAYMENTS, again=True)
    SQL.execute("delete_payments", {"cycle": cycle.id})
    for follow in list_followers.values():
        follow(cycle.id)


def erase_payments(subject: ErasureSubject) -> int:
    """Erase the identity of those paid for a household; keep amounts, dates, outcomes and the hash that was approved.

    Raises INVALID_STATUS while somebody of it is about to be paid: the payment needs name and account.
    """
    if SQL.fetch_value("has_open_payments", {"roots": list(subject.roots)}):
        raise invalid_status(_("Ce ménage a un paiement en cours : attendez sa fin, ou retirez-le de la liste."))
    return SQL.execute("erase_payments", {"roots": list(subject.roots)})
