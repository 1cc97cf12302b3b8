"""From a PMT score (0 to 100, low is poor) to the poverty category and eligibility: once in Python, once in SQL.

Thresholds of decisions.md, section 3: [0,20) extreme_pauvre, [20,50) pauvre, [50,70] vulnerable, (70,100] non_pauvre.
A household without a score has no category of its own and is not eligible.
"""

from decimal import Decimal

from django.conf import settings


def category(score: Decimal | None) -> str | None:
    """The poverty category of a score; None stays None."""
    if score is None:
        return None
    if score < 20:
        return "extreme_pauvre"
    if score < 50:
        return "pauvre"
    return "vulnerable" if score <= 70 else "non_pauvre"


def eligible(score: Decimal | None) -> bool:
    """Whether a score is at most the poverty threshold."""
    return score is not None and score <= settings.POVERTY_THRESHOLD


def category_sql(score: str) -> str:
    """`category` as an SQL expression over the column or expression `score`."""
    return (
        f"CASE WHEN {score} < 20 THEN 'extreme_pauvre' WHEN {score} < 50 THEN 'pauvre' "
        f"WHEN {score} <= 70 THEN 'vulnerable' WHEN {score} IS NOT NULL THEN 'non_pauvre' END"
    )


def eligible_sql(score: str) -> str:
    """`eligible` as an SQL expression; `score` null is false."""
    return f"coalesce({score} <= {float(settings.POVERTY_THRESHOLD)}, false)"
