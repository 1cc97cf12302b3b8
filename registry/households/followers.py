"""Telling upper features that one household was written, in its transaction.

Many at once are told by `bulk_load`; a feature that looks at households one by one (the search for duplicates) registers
here, from `registry.hooks`, so that nothing is imported upward.
"""

from collections.abc import Callable
from typing import Any
from uuid import UUID

Follow = Callable[[UUID, Any], None]
_followers: list[Follow] = []


def follow(called: Follow) -> None:
    """Have `called(household_id, user)` called after a household was created or changed by somebody."""
    _followers.append(called)


def tell_written(household_id: UUID, user: Any) -> None:
    for called in _followers:
        called(household_id, user)
