"""Export what other features may use of scoring; the rest of the package is private."""

from registry.scoring.queries import explain_score

__all__ = [
    "explain_score",
]
