"""Export what other features may use of quality; the rest of the package is private."""

from registry.quality.rules import (
    BY_CODE,
    MAX_PRECISION,
    OUTSIDE,
    RULES,
    describe_problems,
)
from registry.quality.services import (
    COLUMNS,
    assess_households,
    assess_quality,
    build_stale_households_sql,
)

__all__ = [
    "BY_CODE",
    "COLUMNS",
    "MAX_PRECISION",
    "OUTSIDE",
    "RULES",
    "assess_households",
    "assess_quality",
    "build_stale_households_sql",
    "describe_problems",
]
