"""Build the filters of a plan from the words of a question."""

from collections import defaultdict
from collections.abc import Mapping
from typing import Any, Final

from analysis.assistant import rules
from analysis.assistant.language.parts import Named, Parts
from analysis.assistant.types import MemberCount

# The figures before and after which a bound lies: sizes are whole, scores have two decimals.
STEPS: Final = {"taille": 1, "population": 1, "score": 0.01}
LIMITS: Final = {"taille": (0, 32_000), "population": (0, rules.MAX_POPULATION), "score": (0, 100)}
WHOLE: Final = ("taille", "population")
# Words that are said of one subject only.
OWNERS: Final = {"enquete": ("menages",), "recu": ("plaintes",), "nouveau": ("beneficiaires", "plaintes")}
# What is said of complaints and, with the same words, of a step of the collection ("familles rejetées", "submitted").
STEPS_BY_STATE: Final = {("statut", "rejetee"): "rejete", ("recu", "oui"): "soumis"}
# The values that cover all rows with a value: to compare them is to group by them.
PAIRS: Final = ({"rural", "urbain"}, {"F", "M"}, {"oui", "non"})

Filters = dict[str, Any]


def build_filters(parts: Parts, subject: Named | None, compares: bool) -> tuple[Filters, str | None] | None:
    """Return the filters and the dimension of comparison, or None if the words contradict each other or the subject."""
    if subject is None:
        return {}, None
    pairs = _settle_states([*subject.filters, *parts.filters], subject.name, is_timed(parts))
    if pairs is None:
        return None
    grouped: defaultdict[str, list[str]] = defaultdict(list)
    for key, value in pairs:
        if value not in grouped[key]:
            grouped[key].append(value)
    dimension = _choose_dimension(parts, grouped, compares)
    filters = _read_values(grouped)
    if filters is None or len([key for key, _ in parts.has if key == "avec"]) > 1 or parts.has and parts.persons:
        return None  # whether one or both are meant is not said
    for key, value in parts.has:
        filters[key] = (*filters.get(key, ()), *value.split(","))
    return (filters, dimension) if _add_bounds(filters, parts, subject.name) else None


def list_unfit(parts: Parts, subject: str) -> list[str]:
    """List the words of the filters that are said of other rows than those that the question asks for."""

    def fits(key: str, value: str) -> bool:
        if subject == "menages" and (key, value) in STEPS_BY_STATE:
            return True
        codes = {"statut": rules.STATUSES, "type": rules.TYPES}.get(key, {}).get(subject)
        is_known = codes is None or value in codes
        return subject in OWNERS[key] if key in OWNERS else key in rules.SUBJECTS[subject].filters and is_known

    return [" ".join(parts.phrases[pair]) for pair in [*parts.filters, *parts.whole] if not fits(*pair)]


def build_members(parts: Parts) -> tuple[MemberCount, ...] | None:
    """Return how many members of a kind the households have, or None for what cannot be, or is said of two kinds.

    Whether both of two, or one of them, are meant is not said.
    """
    if not parts.members:
        return ()
    if len(parts.members) > 1 or parts.has or parts.persons:
        return None
    kinds, sign, number, second = parts.members[0]
    least, most = _read_bounds(sign, number, second, step=1)
    if not all(value is None or float(value).is_integer() for value in (least, most)):
        return None
    lower, upper = None if least is None else int(least), None if most is None else int(most)
    is_possible = all(value is None or 0 <= value <= rules.MAX_MEMBERS for value in (lower, upper))
    is_ordered = lower is None or upper is None or lower <= upper
    return (MemberCount(tuple(kinds.split(",")), lower, upper),) if is_possible and is_ordered else None


def build_whole(pairs: list[tuple[str, str]], subject: str, timed: bool) -> Filters | None:
    """Return the filters of the rows of which a share is asked, or None if they contradict each other."""
    grouped: defaultdict[str, list[str]] = defaultdict(list)
    for key, value in _settle_states(pairs, subject, timed) or ():
        grouped[key].append(value)
    return _read_values(grouped)


def _read_values(grouped: Mapping[str, list[str]]) -> Filters | None:
    filters: Filters = {}
    for key, values in grouped.items():
        if key in rules.FLAGS:
            if len(values) > 1:
                return None
            filters[key] = values[0] == "oui"
        else:
            filters[key] = tuple(values)
    return filters


def is_timed(parts: Parts) -> bool:
    """Return whether a question is about a date of its rows."""
    return bool(parts.periods or parts.latest) or "TREND" in parts.marks or "STEP" in parts.marks


def find_moment_fault(parts: Parts, subject: str) -> str | None:
    """Return the fault of words that leave open of which date the days of a question are."""
    said = [*parts.filters, *parts.whole]
    if ("enquete", "non") in said and is_timed(parts):
        return "unvisited"
    keys, states = {key for key, _ in said}, {value for key, value in said if key == "statut"}
    if "nouveau" in keys and subject == "beneficiaires" and not is_timed(parts):
        return "new"
    if subject == "menages" and is_timed(parts) and "enquete" not in keys:
        # The days of a household are those of its interview: "validated this month" is of another day.
        return "step" if "etape" in keys or {*said} & {*STEPS_BY_STATE} else None
    if not states or not is_timed(parts):
        return None
    if subject == "plaintes" and "recu" in keys:
        return "moment" if "resolue" in states else None
    return None if subject == "plaintes" and states == {"resolue"} else "moment"


def _settle_states(pairs: list[tuple[str, str]], subject: str, timed: bool) -> list[tuple[str, str]] | None:
    """Return the filters; what the days of the question say already is none, and what is resolved may be closed since."""
    kept = []
    for key, value in pairs:
        if subject == "menages" and (key, value) in STEPS_BY_STATE:
            key, value = "etape", STEPS_BY_STATE[key, value]
        if subject not in OWNERS.get(key, (subject,)):
            return None
        if key == "nouveau" and subject == "plaintes" and not timed:
            kept.append(("statut", "nouvelle"))
        elif key == "enquete" and not timed or key not in OWNERS:
            kept.append((key, value))
    if timed and subject == "plaintes" and ("statut", "resolue") in kept:
        kept.append(("statut", "fermee"))
    return kept


def _choose_dimension(parts: Parts, grouped: defaultdict[str, list[str]], compares: bool) -> str | None:
    """Return the dimension that is named, or the only filter of which two values are compared."""
    named = parts.values.get("DIMENSION", [])
    several = [key for key, values in grouped.items() if len(values) > 1] if compares and len(parts.places) < 2 else []
    if several and not named and len(several) == 1 and not parts.by_levels:
        key = several[0]
        if {*grouped[key]} in PAIRS:
            del grouped[key]
        return key
    return named[0] if len({*named}) == 1 else None


def _read_bounds(sign: str, number: float, second: float | None, step: float) -> tuple[float | None, float | None]:
    """Return the least and the most that a sign and its numbers allow, of a figure with such steps."""
    return {
        "..": (number, second),
        "=": (number, number),
        ">": (number + step, None),
        ">=": (number, None),
        "<": (None, number - step),
        "<=": (None, number),
    }[sign]


def _add_bounds(filters: Filters, parts: Parts, subject: str) -> bool:
    """Add the bounds of size, score and population; return False for one that is set twice or cannot be."""
    for name, number, second in parts.bounds:
        figure = name[:-2] if name.endswith("..") else name.rstrip("<>=")
        sign = name[len(figure) :]
        if figure == "taille" and subject in rules.LEVELS.values():
            figure = "population"  # "villages with more than 500 people"
        least, most = LIMITS[figure]
        bounds = _read_bounds(sign, number, second, STEPS[figure])
        if figure in WHOLE and not all(value is None or float(value).is_integer() for value in bounds):
            return False
        for suffix, value in zip(("Min", "Max"), bounds, strict=True):
            if value is None:
                continue
            if figure + suffix in filters or not least <= value <= most:
                return False
            filters[figure + suffix] = int(value) if figure in WHOLE else round(value, 2)
    return True
