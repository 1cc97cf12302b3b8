"""Query the validation of cycles."""

from uuid import UUID

from config.sql import Queries

SQL = Queries(__file__, "approvals.sql")


def compute_list_hash(cycle_id: UUID) -> bytes:
    """Return the hash of a cycle's list of payments, as it is now (32 bytes)."""
    return bytes(SQL.fetch_one("compute_list_hash", {"cycle": cycle_id})["empreinte"])
