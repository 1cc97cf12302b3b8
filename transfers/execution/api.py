"""Export what other features may use of execution; the rest of the package is private."""

from transfers.execution.returned_payments.services import return_payments
from transfers.execution.returned_payments.types import PaymentReturn
from transfers.execution.services import begin_runs, suspend_execution
from transfers.execution.settlement.services import (
    announce_end,
    lock_runs,
    settle_selected_outcomes,
    settle_sent_outcomes,
)
from transfers.execution.types import Outcome, RunOptions

__all__ = [
    "Outcome",
    "PaymentReturn",
    "RunOptions",
    "announce_end",
    "begin_runs",
    "lock_runs",
    "return_payments",
    "settle_selected_outcomes",
    "settle_sent_outcomes",
    "suspend_execution",
]
