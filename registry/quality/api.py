"""Export what other features may use of quality; the rest of the package is private."""

from registry.quality.rules import (
    POINT_OUTSIDE_SECTOR,
    QUALITY_RULES,
    QUALITY_RULES_BY_CODE,
    SUSPICION_LIMITS,
    build_unreadable_number_sql,
    describe_quality_problems,
)
from registry.quality.services import (
    QUALITY_COLUMNS,
    assess_households,
    assess_quality,
    build_stale_households_sql,
)

__all__ = [
    "POINT_OUTSIDE_SECTOR",
    "QUALITY_COLUMNS",
    "QUALITY_RULES",
    "QUALITY_RULES_BY_CODE",
    "SUSPICION_LIMITS",
    "assess_households",
    "assess_quality",
    "build_stale_households_sql",
    "build_unreadable_number_sql",
    "describe_quality_problems",
]
