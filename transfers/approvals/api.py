"""Export what other features may use of approvals; the rest of the package is private."""

from transfers.approvals.queries import compute_list_hash
from transfers.approvals.services import require_approved_list

__all__ = ["compute_list_hash", "require_approved_list"]
