"""Name the parts of a profile `m` as the expressions of rules and methods call them: `chef`, `logement`, `personnes`."""

from typing import Final

from transfers.eligibility.profiles.ages import ALL
from transfers.eligibility.profiles.queries import HEAD_KNOWN, list_profile_columns


def _name_part(part: str, *others: str) -> str:
    """Return the join of the columns `<part>_<name>` as `<part>.<name>`; the planner replaces it by the columns."""
    names = [name for name in list_profile_columns() if name.startswith(f"{part}_")]
    columns = [*others, *(f"m.{name} AS {name.removeprefix(f'{part}_')}" for name in names if name != HEAD_KNOWN)]
    return f"CROSS JOIN LATERAL (SELECT {', '.join(columns)}) AS {part}"


HEAD_JOIN: Final = _name_part("chef", f"CASE WHEN m.{HEAD_KNOWN} THEN m.id END AS menage_id")
DWELLING_JOIN: Final = _name_part("logement")
PARTS: Final = f"{HEAD_JOIN} {DWELLING_JOIN}"
# `{counts}` are the numbers of the persons that rules describe.
PEOPLE_JOIN: Final = f"CROSS JOIN LATERAL (SELECT length({ALL}) AS nombre{{counts}}) AS personnes"
