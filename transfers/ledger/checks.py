"""Report to backups and drills what of the ledger does not hold."""

from accounts.backup.api import find_orphans
from transfers.ledger.models import Movement
from transfers.ledger.queries import check_ledger


def describe_ledger_faults() -> str | None:
    """Return the broken invariants as a sentence, or None when the ledger holds."""
    faults = check_ledger()
    return "; ".join(f"{fault.invariant}: {', '.join(fault.examples)}" for fault in faults) or None


def describe_orphaned_movements() -> str | None:
    """Return what is wrong when a row to which movements refer is missing, or None (decision 0269)."""
    found = find_orphans(Movement)
    return f"{found[1]} movements name a {found[0]} that is not there" if found else None
