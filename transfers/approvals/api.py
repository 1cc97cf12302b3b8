"""Export what other features may use of approvals; the rest of the package is private."""

from transfers.approvals.queries import (
    compute_list_hash,
    find_funding_needs,
    find_paying_obstacle,
    has_prepared_list,
    require_approved_list,
)
from transfers.approvals.rules import describe_level
from transfers.approvals.services import reject_cycle, submit_cycle, validate_cycle
from transfers.approvals.types import ListHash

__all__ = [
    "ListHash",
    "compute_list_hash",
    "describe_level",
    "find_funding_needs",
    "find_paying_obstacle",
    "has_prepared_list",
    "reject_cycle",
    "require_approved_list",
    "submit_cycle",
    "validate_cycle",
]
