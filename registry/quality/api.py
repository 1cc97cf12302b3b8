"""Export what other features may use of quality; the rest of the package is private."""

from registry.quality.rules import (
    MAX_GPS_PRECISION_M,
    POINT_OUTSIDE_SECTOR,
    QUALITY_RULES,
    QUALITY_RULES_BY_CODE,
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
    "MAX_GPS_PRECISION_M",
    "POINT_OUTSIDE_SECTOR",
    "QUALITY_COLUMNS",
    "QUALITY_RULES",
    "QUALITY_RULES_BY_CODE",
    "assess_households",
    "assess_quality",
    "build_stale_households_sql",
    "build_unreadable_number_sql",
    "describe_quality_problems",
]
