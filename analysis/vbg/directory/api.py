"""Export what other features may use of the directory of services; the rest of the package is private."""

from analysis.vbg.directory.hooks import case_counters, case_totals, open_case_counters
from analysis.vbg.directory.rules import OFFER_LABELS, STATUS_LABELS, TYPE_LABELS
from analysis.vbg.directory.services import generate_code
from analysis.vbg.directory.types import CaseCounts

__all__ = [
    "OFFER_LABELS",
    "STATUS_LABELS",
    "TYPE_LABELS",
    "CaseCounts",
    "case_counters",
    "case_totals",
    "generate_code",
    "open_case_counters",
]
