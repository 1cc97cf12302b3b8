"""Check the ledger."""

from typing import Final

from config.sql import Queries
from transfers.ledger.hooks import ledger_invariants
from transfers.ledger.types import LedgerFault

SQL = Queries(__file__, "ledger.sql")
# The invariants of this feature, and their queries.
OWN_INVARIANTS: Final = {
    "1 a balance is the sum of its movements": "find_wrong_balances",
    "2 a movement begins where the one before ended": "find_broken_chains",
    "3 what is reserved is what is left of the reservations": "find_wrong_reserves",
    "8 the chain of hashes replays": "find_wrong_hashes",
    "an entry adds up to zero": "find_unbalanced_entries",
}


def check_ledger() -> list[LedgerFault]:
    """Check all invariants of the money in one snapshot of its caller, and return those that do not hold."""
    found = {name: list[str](SQL.fetch_column(query)) for name, query in OWN_INVARIANTS.items()}
    found |= {name: find_faults() for name, find_faults in ledger_invariants.items()}
    return [LedgerFault(name, len(faults), tuple(faults[:5])) for name, faults in sorted(found.items()) if faults]


def list_invariants() -> list[str]:
    """Return the names of all invariants that are checked, in their order."""
    return sorted([*OWN_INVARIANTS, *ledger_invariants])
