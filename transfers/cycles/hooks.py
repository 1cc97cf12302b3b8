"""Hold what upper features do when a cycle changes or goes, and when it waits for somebody."""

from collections.abc import Callable
from typing import Any

from django.db.models import Q

from config.hooks import Hook
from transfers.cycles.models import Cycle

# Each drops what it derived from a cycle (its payments), in the transaction that changes or deletes the locked cycle.
calculation_resets = Hook[Callable[[Cycle], None]]("resets of calculated cycles")
# Each returns the condition that a cycle waits for the user.
awaiting_conditions = Hook[Callable[[Any], Q]]("conditions of cycles that wait for somebody")
