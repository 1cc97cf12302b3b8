"""Check, for `manage.py check_data`, what triggers hold of sessions."""

from accounts.backup.api import find_orphans
from transfers.reconciliation.models import ReconciliationEntry


def check_references() -> str | None:
    """Return what is wrong in words when a row to which entries refer is missing (decision 0269)."""
    found = find_orphans(ReconciliationEntry)
    return f"{found[1]} entries of sessions name a {found[0]} that is not there" if found else None
