"""Export what other features may use of operators; the rest of the package is private."""

from transfers.operators.accounts.queries import list_alerts
from transfers.operators.accounts.services import announce_alerts, change_account, create_account, deposit_amount
from transfers.operators.hooks import funding_needs
from transfers.operators.queries import find_account_operator
from transfers.operators.rules import MAX_AMOUNT, READ_ACCOUNTS, SECOND_OPERATORS

__all__ = [
    "MAX_AMOUNT",
    "READ_ACCOUNTS",
    "SECOND_OPERATORS",
    "announce_alerts",
    "change_account",
    "create_account",
    "deposit_amount",
    "find_account_operator",
    "funding_needs",
    "list_alerts",
]
