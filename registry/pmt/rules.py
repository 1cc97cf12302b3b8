"""Map a PMT score (0 to 100, low is poor) to a poverty category and eligibility, in Python and in SQL.

The default thresholds are: [0,20) extreme_pauvre, [20,50) pauvre, [50,70] vulnerable, (70,100] non_pauvre. A household
without a score gets no category from these rules and is not eligible.
"""

from dataclasses import dataclass
from decimal import Decimal
from typing import Any, Final

from django.conf import settings


@dataclass(frozen=True)
class Thresholds:
    """Hold the upper limits of the categories and the highest eligible score (inclusive)."""

    extreme_pauvre: Decimal = Decimal(20)
    pauvre: Decimal = Decimal(50)
    vulnerable: Decimal = Decimal(70)
    eligible: Decimal = Decimal(settings.POVERTY_THRESHOLD)

    def list_category_limits(self) -> dict[str, float]:
        """Return the limits of the categories by name."""
        return {name: float(getattr(self, name)) for name in CATEGORIES}


CATEGORIES: Final = ("extreme_pauvre", "pauvre", "vulnerable")


def classify_score(score: Decimal | None, thresholds: Thresholds) -> str | None:
    """Return the poverty category of a score, or None without a score."""
    if score is None:
        return None
    if score < thresholds.extreme_pauvre:
        return "extreme_pauvre"
    if score < thresholds.pauvre:
        return "pauvre"
    return "vulnerable" if score <= thresholds.vulnerable else "non_pauvre"


def is_eligible_score(score: Decimal | None, thresholds: Thresholds) -> bool:
    """Return whether a score is at most the poverty threshold; False without a score."""
    return score is not None and score <= thresholds.eligible


def build_category_sql(score: str, thresholds: Thresholds) -> str:
    """Return the SQL expression of `classify_score` for the column or expression `score`."""
    return (
        f"CASE WHEN {score} < {_format_decimal(thresholds.extreme_pauvre)} THEN 'extreme_pauvre'"
        f" WHEN {score} < {_format_decimal(thresholds.pauvre)} THEN 'pauvre'"
        f" WHEN {score} <= {_format_decimal(thresholds.vulnerable)} THEN 'vulnerable'"
        f" WHEN {score} IS NOT NULL THEN 'non_pauvre' END"
    )


def build_eligible_sql(score: str, thresholds: Thresholds) -> str:
    """Return the SQL expression of `is_eligible_score` for the column or expression `score`; false when it is null."""
    return f"coalesce({score} <= {_format_decimal(thresholds.eligible)}, false)"


def _format_decimal(value: Any) -> str:
    """Return a decimal as an SQL literal of digits, a point and a sign, whatever the type of `value`."""
    return f"{Decimal(value):f}"
