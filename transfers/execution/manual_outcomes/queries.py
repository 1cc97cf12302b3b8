"""Query attempts without an outcome, and what is proposed for them."""

from transfers.execution.manual_outcomes.models import ManualOutcome
from transfers.execution.models import OPEN_STATES, Attempt
from transfers.payments.models import Payment


def find_open_attempt(payment: Payment) -> Attempt | None:
    """Return the attempt of a payment that has no outcome yet."""
    return Attempt.objects.filter(paiement=payment, etat__in=OPEN_STATES).first()


def find_latest_decision(payment: Payment) -> ManualOutcome | None:
    """Return what people decided last about a payment: open or confirmed."""
    rows = ManualOutcome.objects.filter(tentative__paiement=payment)
    return rows.select_related("propose_par", "confirme_par").order_by("-id").first()
