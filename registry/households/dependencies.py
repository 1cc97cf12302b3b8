"""Count the rows that refer to households and prevent their deletion.

The rows belong to upper apps: each registers a counting function from its `hooks.py`, so that nothing is imported
upward.
"""

from collections.abc import Callable, Iterable
from uuid import UUID

# Maps household ids to the number of rows of each household that has any.
Count = Callable[[list[UUID]], dict[UUID, int]]
NAMES = ["beneficiaires", "plaintes", "visitesSante", "mesuresAccompagnement"]
_counts: dict[str, Count] = {}


def register_dependency(name: str, count: Count) -> None:
    """Register a kind of row that refers to households, under the name that check-dependencies shows."""
    if name not in NAMES:
        NAMES.append(name)
    _counts[name] = count


def count_dependencies(ids: Iterable[UUID]) -> dict[UUID, dict[str, int]]:
    """Return the count of every registered name for each household, zeros included. One query per name."""
    wanted = list(ids)
    found = {identity: dict.fromkeys(NAMES, 0) for identity in wanted}
    for name, count in _counts.items():
        for identity, number in count(wanted).items():
            found[identity][name] = number
    return found
