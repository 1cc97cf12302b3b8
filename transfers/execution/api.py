"""Export what other features may use of execution; the rest of the package is private."""

from transfers.execution.settlement.corrections.services import confirm_selected_attempts, return_selected_attempts
from transfers.execution.settlement.services import announce_end, lock_runs, settle_selected_outcomes
from transfers.execution.types import SettlementCounts

__all__ = [
    "SettlementCounts",
    "announce_end",
    "confirm_selected_attempts",
    "lock_runs",
    "return_selected_attempts",
    "settle_selected_outcomes",
]
