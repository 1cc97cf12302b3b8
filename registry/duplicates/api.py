"""Export what other features may use of duplicates; the rest of the package is private."""

from registry.duplicates.movers import MergeSettlement, register_settlement
from registry.duplicates.queries import contains_household
from registry.duplicates.shapes import describe_levels
from registry.duplicates.weights import COMPARISONS, MAX_SHARING

__all__ = [
    "COMPARISONS",
    "MAX_SHARING",
    "MergeSettlement",
    "contains_household",
    "describe_levels",
    "register_settlement",
]
