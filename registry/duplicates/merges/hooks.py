"""Let upper features settle conflicts between the rows of two households which are merged."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any
from uuid import UUID

from config.hooks import Hook


@dataclass(frozen=True)
class MergeSettlement:
    """Resolve conflicts between the rows of two households before these rows belong to one.

    Both households are locked and no row has moved yet when `settle(kept, absorbed)` is called: it changes those rows
    and returns their previous state as JSON, which the merge stores. When the merge is undone, `restore(rows)` restores
    them, after all rows have moved back, and returns whether they were still as `settle` had left them; before any row is
    locked for that, `lock(rows)` locks the names that `restore` will give them again.
    """

    settle: Callable[[UUID, UUID], Sequence[Mapping[str, Any]]]
    lock: Callable[[list[Any]], None]
    restore: Callable[[list[Any]], bool]


# Settlements of upper apps, under the names by which merges store the rows.
merge_settlements = Hook[MergeSettlement]("settlements between merged households")
