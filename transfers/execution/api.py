"""Export what other features may use of execution; the rest of the package is private."""

from transfers.execution.late_confirmations.services import confirm_locked_payments
from transfers.execution.returned_payments.services import return_locked_payments, return_payments
from transfers.execution.returned_payments.types import PaymentReturn
from transfers.execution.settlement.services import (
    announce_end,
    lock_runs,
    settle_selected_outcomes,
    settle_sent_outcomes,
)
from transfers.execution.types import Outcome

__all__ = [
    "Outcome",
    "PaymentReturn",
    "announce_end",
    "confirm_locked_payments",
    "lock_runs",
    "return_locked_payments",
    "return_payments",
    "settle_selected_outcomes",
    "settle_sent_outcomes",
]
