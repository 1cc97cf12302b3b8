"""Export what other features may use of eligibility; the rest of the package is private."""

from transfers.eligibility.hooks import field_sources
from transfers.eligibility.types import HOUSEHOLD, NUMBER, EligibilityField, FieldSource

__all__ = [
    "EligibilityField",
    "FieldSource",
    "HOUSEHOLD",
    "NUMBER",
    "field_sources",
]
