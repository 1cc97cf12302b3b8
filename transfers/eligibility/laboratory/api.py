"""Export what other features may use of the laboratory; the rest of the package is private."""

from transfers.eligibility.laboratory.queries import LEVELS, mark_households
from transfers.eligibility.laboratory.types import Design, Selection

__all__ = ["LEVELS", "Design", "Selection", "mark_households"]
