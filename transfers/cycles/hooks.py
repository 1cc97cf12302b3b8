"""Hold what upper features do when a cycle changes or goes."""

from collections.abc import Callable

from config.hooks import Hook
from transfers.cycles.models import Cycle

# Each drops what it derived from a cycle (its payments), in the transaction that changes or deletes the locked cycle.
calculation_resets = Hook[Callable[[Cycle], None]]("resets of calculated cycles")
