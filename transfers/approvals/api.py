"""Export what other features may use of approvals; the rest of the package is private."""

from transfers.approvals.queries import compute_list_hash, require_approved_list
from transfers.approvals.rules import describe_level
from transfers.approvals.types import ListHash

__all__ = [
    "ListHash",
    "compute_list_hash",
    "describe_level",
    "require_approved_list",
]
