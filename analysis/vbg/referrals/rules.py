"""Read opening hours, and say how far and which way a service is."""

import math
import re
import unicodedata
from datetime import datetime
from typing import Final

# Weekdays by the first letters of their names in French, Portuguese and English; Monday is 0.
WEEKDAYS: Final = {
    **dict.fromkeys(("lun", "seg", "mon"), 0),
    **dict.fromkeys(("mar", "ter", "tue"), 1),
    **dict.fromkeys(("mer", "qua", "wed"), 2),
    **dict.fromkeys(("jeu", "qui", "thu"), 3),
    **dict.fromkeys(("ven", "sex", "fri"), 4),
    **dict.fromkeys(("sam", "sab", "sat"), 5),
    **dict.fromkeys(("dim", "dom", "sun"), 6),
}
ALWAYS: Final = re.compile(r"24 ?h? ?/ ?(24|7)( ?h)?( ?[,;]? ?7 ?j? ?/ ?7 ?j?)?")
PART: Final = re.compile(
    r"(?:(?P<first>[a-z]{3,})\.?(?: ?(?:-|a|au|to|ate) ?(?P<last>[a-z]{3,})\.?)? ?:? ?)?"
    r"(?P<h1>\d{1,2})(?: ?[h:] ?(?P<m1>\d{2})?)? ?(?:-|a|as|to) ?(?P<h2>\d{1,2})(?: ?[h:] ?(?P<m2>\d{2})?)?"
)
DAY_MINUTES: Final = 24 * 60
WINDS: Final = ("N", "NE", "E", "SE", "S", "SO", "O", "NO")
# A way on foot is about a third longer than the straight line, and one walks 75 metres a minute (4.5 km/h).
DETOUR: Final = 1.3
METRES_PER_MINUTE: Final = 75

# Weekday, first and last minute of the day.
OpeningTime = tuple[int, int, int]


def parse_opening_hours(text: str | None) -> list[OpeningTime] | None:
    """Return the times of a text such as `lun-ven 08:00-17:00; sam 8h-12h`, or None when it is not understood.

    Times without days are those of every day. A time that ends before it begins goes past midnight.
    """
    plain = _remove_accents(text or "").strip()
    if not plain:
        return None
    if ALWAYS.fullmatch(plain):
        return [(day, 0, DAY_MINUTES) for day in range(7)]
    times: list[OpeningTime] = []
    for part in re.split(r" ?[;,] ?| et | e | and ", plain):
        found = PART.fullmatch(part.strip())
        days = _list_days(found["first"], found["last"]) if found else None
        if found is None or days is None:
            return None
        start, end = (int(found[f"h{n}"]) * 60 + int(found[f"m{n}"] or 0) for n in (1, 2))
        if start > DAY_MINUTES or end > DAY_MINUTES:
            return None
        for day in days:
            times += [(day, start, end)] if start < end else [(day, start, DAY_MINUTES), ((day + 1) % 7, 0, end)]
    return times


def is_open(text: str | None, moment: datetime) -> bool | None:
    """Return whether a service with these hours is open at a local moment, or None when they are not understood."""
    times = parse_opening_hours(text)
    if times is None:
        return None
    minute = moment.hour * 60 + moment.minute
    return any(day == moment.weekday() and start <= minute < end for day, start, end in times)


def find_wind(azimuth: float | None) -> str | None:
    """Return the wind of a bearing in degrees from north (`NE`), or None without one."""
    return None if azimuth is None else WINDS[round(azimuth / 45) % 8]


def estimate_walking_minutes(metres: float) -> int:
    """Return about how many minutes it takes on foot."""
    return math.ceil(metres * DETOUR / METRES_PER_MINUTE)


def _remove_accents(text: str) -> str:
    marks = unicodedata.normalize("NFKD", text.lower().replace("–", "-").replace("—", "-"))
    return re.sub(r"\s+", " ", "".join(mark for mark in marks if not unicodedata.combining(mark)))


def _list_days(first: str | None, last: str | None) -> list[int] | None:
    """Return the weekdays from `first` to `last`; all without `first`, None for a word that is no day."""
    if first is None:
        return list(range(7))
    start = WEEKDAYS.get(first[:3])
    end = start if last is None else WEEKDAYS.get(last[:3])
    if start is None or end is None:
        return None
    return [(start + step) % 7 for step in range((end - start) % 7 + 1)]
