"""Export what other features may use of conditionality; the rest of the package is private."""

from transfers.conditionality.queries import build_effects, build_rates

__all__ = [
    "build_effects",
    "build_rates",
]
