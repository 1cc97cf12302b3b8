"""Export what other features may use of execution; the rest of the package is private."""

from transfers.execution.instructions.rules import ATTEMPT_REFERENCE_SQL
from transfers.execution.late_confirmations.services import confirm_locked_payments
from transfers.execution.returned_payments.services import return_locked_payments, return_payments
from transfers.execution.returned_payments.types import PaymentReturn
from transfers.execution.services import begin_runs, suspend_execution
from transfers.execution.settlement.services import (
    announce_end,
    lock_runs,
    settle_selected_outcomes,
    settle_sent_outcomes,
)
from transfers.execution.sheets.printing.texts import (
    BOLD,
    REGULAR,
    register_fonts,
    replace_unknown_letters,
)
from transfers.execution.sheets.returns.services import take_return
from transfers.execution.sheets.services import deposit_returned_cash, hand_out_cash, issue_sheets
from transfers.execution.sheets.types import ReturnedLine, SheetOptions, SheetReturn
from transfers.execution.types import Outcome, RunOptions

__all__ = [
    "ATTEMPT_REFERENCE_SQL",
    "BOLD",
    "Outcome",
    "PaymentReturn",
    "REGULAR",
    "ReturnedLine",
    "RunOptions",
    "SheetOptions",
    "SheetReturn",
    "announce_end",
    "begin_runs",
    "confirm_locked_payments",
    "deposit_returned_cash",
    "hand_out_cash",
    "issue_sheets",
    "lock_runs",
    "register_fonts",
    "replace_unknown_letters",
    "return_locked_payments",
    "return_payments",
    "settle_selected_outcomes",
    "settle_sent_outcomes",
    "suspend_execution",
    "take_return",
]
