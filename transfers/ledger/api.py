"""Export what other features may use of the ledger; the rest of the package is private."""

from transfers.ledger.checks import describe_ledger_faults, describe_orphaned_movements
from transfers.ledger.hooks import ledger_invariants
from transfers.ledger.queries import check_ledger, list_invariants
from transfers.ledger.services import (
    NoLines,
    find_project_accounts,
    lock_accounts,
    open_operator_account,
    post_entry,
    post_new_entry,
    post_selected_lines,
    reduce_reservation,
    reserve_amount,
)
from transfers.ledger.types import LedgerFault, Line, NewEntry, ProjectAccounts

__all__ = [
    "LedgerFault",
    "Line",
    "NewEntry",
    "NoLines",
    "ProjectAccounts",
    "check_ledger",
    "describe_ledger_faults",
    "describe_orphaned_movements",
    "find_project_accounts",
    "ledger_invariants",
    "list_invariants",
    "lock_accounts",
    "open_operator_account",
    "post_entry",
    "post_new_entry",
    "post_selected_lines",
    "reduce_reservation",
    "reserve_amount",
]
