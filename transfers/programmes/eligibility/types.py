"""Define the criteria of a programme as SQL."""

from dataclasses import dataclass, field
from typing import Any


@dataclass(frozen=True)
class Criterion:
    """Hold one criterion, all of which a household must meet.

    `condition` and `value` (what the household has) are SQL over the household `menage`, its head `chef` and the joins of
    the criteria; a null condition is not met. `label` and `expected` are for people.
    """

    label: str
    condition: str
    params: dict[str, Any] = field(default_factory=dict)
    value: str = "NULL"
    expected: Any = None


@dataclass(frozen=True)
class Criteria:
    """Hold the criteria of a programme, and the joins that their SQL needs: one row per household."""

    criteria: tuple[Criterion, ...] = ()
    joins: str = ""

    @property
    def condition(self) -> str:
        """Return the condition that a household meets all criteria."""
        return " AND ".join(f"({criterion.condition})" for criterion in self.criteria) or "true"

    @property
    def failures(self) -> str:
        """Return the expression of the places (from 0) of the criteria that a household does not meet, as an array."""
        places = (
            f"CASE WHEN ({criterion.condition}) THEN NULL ELSE {place} END"
            for place, criterion in enumerate(self.criteria)
        )
        return f"array_remove(ARRAY[{', '.join(places)}]::int[], NULL)"

    @property
    def params(self) -> dict[str, Any]:
        return {name: value for criterion in self.criteria for name, value in criterion.params.items()}

    @property
    def labels(self) -> list[str]:
        return self.describe(list(range(len(self.criteria))))

    def describe(self, places: list[int]) -> list[str]:
        """Return the labels of the criteria at these places."""
        return [self.criteria[place].label for place in places]
