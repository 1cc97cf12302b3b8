"""Read the days and the region of a question that has no plan: the page that answers instead is narrowed to them."""

from datetime import date
from typing import Final, NamedTuple
from uuid import UUID

from analysis.assistant.language.gazetteer import Gazetteer
from analysis.assistant.language.lexicon import load_lexicon
from analysis.assistant.language.numbers import settle_numbers
from analysis.assistant.language.parts import parse_items
from analysis.assistant.language.reading import read_question
from analysis.assistant.language.timing import build_days

TIMES: Final = frozenset(
    ("DAY", "MONTH", "YEAR", "PERIOD", "NUMBER", "LAST", "STEP", "SINCE", "AFTER", "UNTIL", "BEFORE", "BETWEEN", "AND")
)


class Scope(NamedTuple):
    """Hold the first and the last day that a question names, and the id of its region; None: it names none."""

    first: date | None
    last: date | None
    region: UUID | None


def read_scope(question: str, language: str, gazetteer: Gazetteer, today: date) -> Scope:
    """Return what a question says of days and of a region, whatever else is not understood of it."""
    items = settle_numbers(read_question(question, load_lexicon(language), gazetteer).items)
    parts, _words = parse_items([item for item in items if item.token.terminal in TIMES])
    first, last = (parts and build_days(parts, today)) or (None, None)
    regions = {place.id for item in items for place in item.places if place.niveau == "region"}
    return Scope(first, last, regions.pop() if len(regions) == 1 else None)
