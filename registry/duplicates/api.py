"""Export what other features may use of duplicates; the rest of the package is private."""

from registry.duplicates.movers import MergeSettlement, merge_settlements
from registry.duplicates.queries import contains_household
from registry.duplicates.shapes import describe_levels
from registry.duplicates.weights import COMPARISONS, MAX_HOUSEHOLDS_PER_NUMBER

__all__ = [
    "COMPARISONS",
    "MAX_HOUSEHOLDS_PER_NUMBER",
    "MergeSettlement",
    "contains_household",
    "describe_levels",
    "merge_settlements",
]
