"""Export what the other features of gender-based violence may use of cases; the rest of the package is private."""

from analysis.vbg.cases.queries import become_case_role, count_open_cases, find_publication
from analysis.vbg.cases.rules import (
    GUARDED_ENTRIES,
    IMPORTED,
    PURPOSES,
    READ,
    RUBRIQUE_LABELS,
    WORDS,
    WRITE,
    shift_month,
)
from analysis.vbg.cases.services import erase_old_cases, import_rows, publish_monthly, publish_sums

__all__ = [
    "GUARDED_ENTRIES",
    "IMPORTED",
    "PURPOSES",
    "READ",
    "RUBRIQUE_LABELS",
    "WORDS",
    "WRITE",
    "become_case_role",
    "count_open_cases",
    "erase_old_cases",
    "find_publication",
    "import_rows",
    "publish_monthly",
    "publish_sums",
    "shift_month",
]
