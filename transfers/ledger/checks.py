"""Report to backups and drills what of the ledger does not hold."""

from transfers.ledger.queries import check_ledger


def describe_ledger_faults() -> str | None:
    """Return the broken invariants as a sentence, or None when the ledger holds."""
    faults = check_ledger()
    return "; ".join(f"{fault.invariant}: {', '.join(fault.examples)}" for fault in faults) or None
