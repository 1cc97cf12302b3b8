"""Export what other features may use of eligibility; the rest of the package is private."""

from transfers.eligibility.evaluation.services import evaluate_batch, find_current_version
from transfers.eligibility.hooks import field_sources
from transfers.eligibility.services import clone_rule_set
from transfers.eligibility.types import HOUSEHOLD, NUMBER, EligibilityField, FieldSource

__all__ = [
    "EligibilityField",
    "FieldSource",
    "HOUSEHOLD",
    "NUMBER",
    "clone_rule_set",
    "evaluate_batch",
    "field_sources",
    "find_current_version",
]
