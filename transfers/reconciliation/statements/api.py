"""Export what other features may use of statements; the rest of the package is private."""

from transfers.reconciliation.statements.queries import find_accounts, normalise_account
from transfers.reconciliation.statements.services import store_statement

__all__ = ["find_accounts", "normalise_account", "store_statement"]
