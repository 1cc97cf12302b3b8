"""Notify upper features, in the same transaction, that one household was written.

`open_bulk_load` does this for many households; a feature that processes households one by one (the search for duplicates)
registers here, from `registry.hooks`, so that nothing is imported upward.
"""

from collections.abc import Callable
from typing import Any
from uuid import UUID

Follow = Callable[[UUID, Any], None]
_followers: list[Follow] = []


def register_follower(called: Follow) -> None:
    """Register `called(household_id, user)` to run after a user has created or changed a household."""
    _followers.append(called)


def notify_followers(household_id: UUID, user: Any) -> None:
    """Call all registered functions for a household that `user` has written."""
    for called in _followers:
        called(household_id, user)
