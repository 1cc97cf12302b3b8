"""Export what other features may use of duplicates; the rest of the package is private."""

from registry.duplicates.analysis.services import analyse_duplicates
from registry.duplicates.linkage.comparisons import MAX_HOUSEHOLDS_PER_NUMBER, bind_sides, describe_levels
from registry.duplicates.linkage.evidence import HOUSEHOLD_COMPARISONS, WEIGHTS
from registry.duplicates.merges.hooks import MergeSettlement, merge_settlements
from registry.duplicates.queries import build_household_pairs_condition, count_pairs, get_score_thresholds
from registry.duplicates.services import refresh_sheets

__all__ = [
    "HOUSEHOLD_COMPARISONS",
    "MAX_HOUSEHOLDS_PER_NUMBER",
    "MergeSettlement",
    "WEIGHTS",
    "analyse_duplicates",
    "bind_sides",
    "build_household_pairs_condition",
    "count_pairs",
    "describe_levels",
    "get_score_thresholds",
    "merge_settlements",
    "refresh_sheets",
]
