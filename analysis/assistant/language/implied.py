"""Write out what the words of a question imply: "at 5 km from a school" a bound, "which services are there" a list."""

from collections.abc import Iterator
from dataclasses import replace
from typing import Final

from analysis.assistant.language.lexicon import Token
from analysis.assistant.language.reading import QUESTION_WORDS, Item, is_origin

# Before a distance ("à 5 km d'une école", "a 5 km de uma escola"): nobody lives at exactly so many kilometres.
AT: Final = ("a",)
ASKED_FOR: Final = frozenset(("SUBJECT", "LEVEL"))
# With these a distance is a radius of its own, not one from the rows that are asked for.
WITH_RADIUS: Final = frozenset(("COVERAGE", "COVERED", "DENSITY", "NEAREST", "MOST", "LEAST", "RANKING", "AROUND"))


def write_implied(items: list[Item]) -> list[Item]:
    """Return the items with what they imply."""
    return list(_write_bounds(_ask_for_rows(items)))


def _get_terminal(items: list[Item], index: int) -> str:
    return items[index].token.terminal if 0 <= index < len(items) else ""


def _write_bounds(items: list[Item]) -> Iterator[Item]:
    """Yield the items; a distance at which rows are from something is one within which they are."""
    has_radius = any(item.token.terminal in WITH_RADIUS for item in items)
    for index, item in enumerate(items):
        if not has_radius and _is_distance_at(items, index):
            yield Item(Token("BOUND", "<", item.token.words), item.before)
        yield item


def _is_distance_at(items: list[Item], index: int) -> bool:
    if _get_terminal(items, index) != "NUMBER" or items[index].before[-1:] != AT:
        return False
    if _get_terminal(items, index + 1) != "UNIT" or _get_terminal(items, index - 1) in ("BOUND", "BETWEEN", "NUMBER"):
        return False
    is_from = _get_terminal(items, index + 2) in ("SUBJECT", "KIND") and is_origin(items[index + 2].before)
    return is_from or _get_terminal(items, index + 2) == "FROM_PLACE"


def _ask_for_rows(items: list[Item]) -> list[Item]:
    """Return the items; what is asked for with "which" is named, not counted, although the question says "are there"."""
    if not any(_is_named(item) for item in items):
        return items
    return [
        replace(item, token=replace(item.token, terminal="LIST")) if item.token.terminal == "EXISTS" else item
        for item in items
    ]


def _is_named(item: Item) -> bool:
    return item.token.terminal in ASKED_FOR and bool({*item.before[-1:]} & QUESTION_WORDS)
