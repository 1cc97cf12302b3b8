"""Read dates and times of statements."""

import datetime
import re
from collections.abc import Sequence
from functools import lru_cache
from typing import Final

# Before it, no operator of mobile money and no payment of this service was there.
FIRST_YEAR: Final = 2000
TIME: Final = (
    r"(?:[T ,]\s*(?P<hour>\d{1,2})[:hH](?P<minute>\d{2})(?::(?P<second>\d{2})(?:[.,]\d{1,9})?)?\s*(?P<half>[AaPp][Mm])?"
    r"\s*(?P<zone>Z|[+-]\d{2}:?\d{2})?)?"
)
PATTERNS: Final = {
    "AAAA-MM-JJ": re.compile(rf"(?P<year>\d{{4}})[-/.](?P<month>\d{{1,2}})[-/.](?P<day>\d{{1,2}}){TIME}", re.ASCII),
    "JJ/MM/AAAA": re.compile(rf"(?P<day>\d{{1,2}})[-/.](?P<month>\d{{1,2}})[-/.](?P<year>\d{{4}}){TIME}", re.ASCII),
    "JJ/MM/AA": re.compile(rf"(?P<day>\d{{1,2}})[-/.](?P<month>\d{{1,2}})[-/.](?P<year>\d{{2}}){TIME}", re.ASCII),
    "MM/JJ/AAAA": re.compile(rf"(?P<month>\d{{1,2}})[-/.](?P<day>\d{{1,2}})[-/.](?P<year>\d{{4}}){TIME}", re.ASCII),
    "AAAAMMJJ": re.compile(rf"(?P<year>\d{{4}})(?P<month>\d{{2}})(?P<day>\d{{2}}){TIME}", re.ASCII),
}
CACHED: Final = 100_000


class DayError(ValueError):
    """Report why a text is no date of a line: a code of `messages.LINE_MESSAGES`."""


@lru_cache(CACHED)
def parse_day(text: str, formats: Sequence[str], last: datetime.date) -> tuple[str, str]:
    """Return the day of a text and, where it has one, its time, both as ISO texts; the time is UTC, as in the country.

    Raises DayError: `date` for what is no date in one of the formats, `date_ancienne` before FIRST_YEAR, `date_future`
    after `last`.
    """
    found = next(filter(None, (PATTERNS[name].fullmatch(text) for name in formats)), None)
    if found is None:
        raise DayError("date")
    year = int(found["year"])
    try:
        day = datetime.date(2000 + year if len(found["year"]) == 2 else year, int(found["month"]), int(found["day"]))
        moment = _parse_time(day, found)
    except (ValueError, OverflowError) as error:
        raise DayError("date") from error
    civil = moment.date() if moment else day
    if civil.year < FIRST_YEAR:
        raise DayError("date_ancienne")
    if civil > last:
        raise DayError("date_future")
    return civil.isoformat(), moment.isoformat() if moment else ""


def _parse_time(day: datetime.date, found: re.Match[str]) -> datetime.datetime | None:
    if found["hour"] is None:
        return None
    hour = int(found["hour"])
    if found["half"]:
        if not 1 <= hour <= 12:
            raise ValueError("hour")
        hour = hour % 12 + (12 if found["half"].lower() == "pm" else 0)
    zone = (found["zone"] or "Z").replace("Z", "+00:00").replace(":", "")
    sign = -1 if zone[0] == "-" else 1
    offset = datetime.timedelta(hours=int(zone[1:3]), minutes=int(zone[3:5])) * sign
    time = datetime.time(hour, int(found["minute"]), int(found["second"] or 0), tzinfo=datetime.timezone(offset))
    return datetime.datetime.combine(day, time).astimezone(datetime.UTC)
