"""Write what a profile holds, and name its parts as the expressions of rules and methods call them.

The ages of members are text. A member is one character: U+0021 is the age 0, U+0022 the age 1, and so on to `OLDEST`
and more; a blank is an age that is not recorded. Birthdays that are wrong give ages that no member has: those before
0 and those above `MOST` have a character each. PostgreSQL counts the characters of an age band by deleting them,
faster than it counts rows.
"""

from collections.abc import Sequence
from functools import cache
from typing import Final

from transfers.eligibility.profiles.models import HouseholdProfile
from transfers.eligibility.types import PeopleFilter

# The last printable character of ASCII stands for this age and all above, up to `MOST`.
OLDEST: Final = 93
FIRST: Final = 33
# No age is above it (constraint `membre_age`), nor does a rule ask for one: only a birthday may give it.
MOST: Final = 130
# The control characters before and after the printable ones.
UNBORN: Final = chr(31)
BEYOND: Final = chr(127)
TEXTS: Final = {"F": ("femmes",), "M": ("hommes",), None: ("femmes", "hommes", "autres")}
OF_DISABLED: Final = {"femmes": "femmes_handicapees", "hommes": "hommes_handicapes", "autres": "autres_handicapes"}
ALL: Final = " || ".join(f"m.{name}" for name in OF_DISABLED)
AGE_SQL: Final = "coalesce(membre.age, extract(year FROM age(membre.date_naissance)))::integer"
CHARACTER_SQL: Final = (
    f"CASE WHEN age IS NULL THEN ' ' WHEN age < 0 THEN chr({ord(UNBORN)}) WHEN age > {MOST} THEN chr({ord(BEYOND)})"
    f" ELSE chr({FIRST} + least({OLDEST}, age)) END"
)
AGE_TEXTS: Final = (*OF_DISABLED, *OF_DISABLED.values())
HEAD_KNOWN: Final = "chef_connu"


@cache
def list_profile_columns() -> tuple[str, ...]:
    """Return the columns of profiles."""
    return tuple(field.attname for field in HouseholdProfile._meta.concrete_fields)


def can_count(people: PeopleFilter) -> bool:
    """Return whether the texts tell these persons from others: above `OLDEST` they tell no age."""
    oldest = people.age_max is None or people.age_max < OLDEST or people.age_max == MOST
    return oldest and (people.age_min or 0) <= OLDEST


def build_band(people: PeopleFilter) -> str | None:
    """Return the characters of an age band, or None for any age, recorded or not."""
    if people.age_min is None and people.age_max is None:
        return None
    last = OLDEST if people.age_max is None else min(people.age_max, OLDEST)
    ages = "".join(chr(FIRST + age) for age in range(people.age_min or 0, last + 1))
    return (UNBORN if people.age_min is None else "") + ages + (BEYOND if people.age_max is None else "")


def build_count_sql(people: PeopleFilter, band: str) -> str:
    """Return the expression of the number of such members of the profile `m`; `band` is the parameter of `build_band`."""
    texts = TEXTS[people.sexe]
    disabled = _count_in([OF_DISABLED[name] for name in texts], people, band)
    if people.handicap:
        return disabled
    found = _count_in(texts, people, band)
    return found if people.handicap is None else f"({found} - {disabled})"


def _count_in(texts: Sequence[str], people: PeopleFilter, band: str) -> str:
    text = f"({' || '.join(f'm.{name}' for name in texts)})"
    if build_band(people) is None:
        return f"length({text})"
    return f"(length({text}) - length(translate({text}, {band}, '')))"


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
