"""What hangs on households and stands in the way of deleting them.

The rows belong to upper apps: each registers a count from its `hooks.py`, so that nothing is imported upward.
"""

from collections.abc import Callable, Iterable
from uuid import UUID

# From household ids to the count of each that has any.
Count = Callable[[list[UUID]], dict[UUID, int]]
NAMES = ["beneficiaires", "plaintes", "visitesSante", "mesuresAccompagnement"]
_counts: dict[str, Count] = {}


def register_dependency(name: str, count: Count) -> None:
    """Declare what may hang on a household, under the name that check-dependencies shows."""
    if name not in NAMES:
        NAMES.append(name)
    _counts[name] = count


def dependencies(ids: Iterable[UUID]) -> dict[UUID, dict[str, int]]:
    """For each household all names with their counts, zeros too: one query a registered name."""
    wanted = list(ids)
    found = {identity: dict.fromkeys(NAMES, 0) for identity in wanted}
    for name, count in _counts.items():
        for identity, number in count(wanted).items():
            found[identity][name] = number
    return found
