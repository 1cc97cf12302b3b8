"""Read the days and the region of a question that has no plan: the page that answers instead is narrowed to them."""

from datetime import date
from typing import Final, NamedTuple

from analysis.assistant.language.gazetteer import Gazetteer
from analysis.assistant.language.lexicon import load_lexicon
from analysis.assistant.language.numbers import settle_numbers
from analysis.assistant.language.parts import parse_items
from analysis.assistant.language.reading import read_question
from analysis.assistant.language.timing import build_days
from analysis.assistant.types import Place

TIMES: Final = frozenset(
    ("DAY", "MONTH", "YEAR", "PERIOD", "NUMBER", "LAST", "STEP", "SINCE", "AFTER", "UNTIL", "BEFORE", "BETWEEN", "AND")
)


class Scope(NamedTuple):
    """Hold the first and the last day that a question names, and its region; None: it names none, or several.

    `has_other_places`: it names a place that is no region, or several.
    """

    first: date | None
    last: date | None
    region: Place | None
    has_other_places: bool


def read_scope(question: str, language: str, gazetteer: Gazetteer, today: date) -> Scope:
    """Return what a question says of days and of a region, whatever else is not understood of it."""
    items = settle_numbers(read_question(question, load_lexicon(language), gazetteer).items)
    parts, _words = parse_items([item for item in items if item.token.terminal in TIMES])
    first, last = (parts and build_days(parts, today)) or (None, None)
    named = [item.places for item in items if item.places]
    # A name may be that of a region and of a secteur in it: the region is meant, as everywhere.
    regions = {place.id: place for places in named for place in places if place.niveau == "region"}
    is_region = len(regions) == 1 and all(any(place.id in regions for place in places) for places in named)
    return Scope(first, last, next(iter(regions.values())) if is_region else None, bool(named) and not is_region)
