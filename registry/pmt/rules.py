"""From a PMT score (0 to 100, low is poor) to the poverty category and eligibility: once in Python, once in SQL.

Without other thresholds of its method: [0,20) extreme_pauvre, [20,50) pauvre, [50,70] vulnerable, (70,100] non_pauvre. A
household without a score has no category of its own and is not eligible.
"""

from dataclasses import dataclass
from decimal import Decimal
from typing import Any, Final

from django.conf import settings


@dataclass(frozen=True)
class Thresholds:
    """Where the categories end, and up to where a score is eligible (included)."""

    extreme_pauvre: Decimal = Decimal(20)
    pauvre: Decimal = Decimal(50)
    vulnerable: Decimal = Decimal(70)
    eligible: Decimal = Decimal(settings.POVERTY_THRESHOLD)

    def named(self) -> dict[str, float]:
        """The ends of the categories by name."""
        return {name: float(getattr(self, name)) for name in CATEGORIES}


CATEGORIES: Final = ("extreme_pauvre", "pauvre", "vulnerable")


def category(score: Decimal | None, limits: Thresholds) -> str | None:
    """The poverty category of a score; None stays None."""
    if score is None:
        return None
    if score < limits.extreme_pauvre:
        return "extreme_pauvre"
    if score < limits.pauvre:
        return "pauvre"
    return "vulnerable" if score <= limits.vulnerable else "non_pauvre"


def eligible(score: Decimal | None, limits: Thresholds) -> bool:
    """Whether a score is at most the poverty threshold."""
    return score is not None and score <= limits.eligible


def category_sql(score: str, limits: Thresholds) -> str:
    """`category` as an SQL expression over the column or expression `score`."""
    return (
        f"CASE WHEN {score} < {_number(limits.extreme_pauvre)} THEN 'extreme_pauvre'"
        f" WHEN {score} < {_number(limits.pauvre)} THEN 'pauvre'"
        f" WHEN {score} <= {_number(limits.vulnerable)} THEN 'vulnerable' WHEN {score} IS NOT NULL THEN 'non_pauvre' END"
    )


def eligible_sql(score: str, limits: Thresholds) -> str:
    """`eligible` as an SQL expression; `score` null is false."""
    return f"coalesce({score} <= {_number(limits.eligible)}, false)"


def _number(value: Any) -> str:
    """A decimal as an SQL literal: digits, a point and a sign, whatever it was made of."""
    return f"{Decimal(value):f}"
