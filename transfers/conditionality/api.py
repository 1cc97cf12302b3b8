"""Export what other features may use of conditionality; the rest of the package is private."""

from transfers.conditionality.effects.hooks import cut_holds
from transfers.conditionality.effects.queries import (
    build_effects,
    build_expected_effects,
    build_stored_effects,
    count_changed_effects,
    count_effects,
)
from transfers.conditionality.effects.services import delete_effects
from transfers.conditionality.queries import build_rates

__all__ = [
    "build_effects",
    "build_expected_effects",
    "build_rates",
    "build_stored_effects",
    "count_changed_effects",
    "count_effects",
    "cut_holds",
    "delete_effects",
]
