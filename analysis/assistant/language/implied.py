"""Write out what the words of a question imply.

"At 5 km from a school" is a bound, "which services are there" a list, "without a school within 5 km" a distance to it.
"""

from collections.abc import Iterator
from dataclasses import replace
from typing import Final

from analysis.assistant import rules
from analysis.assistant.language.lexicon import Token
from analysis.assistant.language.reading import QUESTION_WORDS, Item, is_origin

# Before a distance ("à 5 km d'une école", "a 5 km de uma escola"): nobody lives at exactly so many kilometres.
AT: Final = ("a",)
ASKED_FOR: Final = frozenset(("SUBJECT", "LEVEL"))
# The first words of phrases that say that something is missing; "far from" is said of a place, which has its distance.
LACKING: Final = frozenset(("sans", "n", "sem", "nao", "que", "without", "with"))
# With these a distance is a radius of its own, not one from the rows that are asked for.
WITH_RADIUS: Final = frozenset(("COVERAGE", "COVERED", "DENSITY", "NEAREST", "MOST", "LEAST", "RANKING", "AROUND"))


def write_implied(items: list[Item]) -> list[Item]:
    """Return the items with what they imply."""
    return list(_write_bounds(_write_lacks(_ask_for_rows(items))))


# What a distance that follows a service may be said with: "without a school within 5 km", "with one at 5 km at most".
WITHIN: Final = frozenset(("<", "<="))
HAVING: Final[dict[str, str]] = {"WITH": "<", "WITHOUT": ">"}


def _write_lacks(items: list[Item]) -> list[Item]:
    """Return the items; a service that is there, or not, within a distance becomes the distance to the nearest one.

    Without a distance, what a household lacks is farther than the norm; what it has is not said how near.
    """
    written: list[Item] = []
    index = 0
    while index < len(items):
        found = _read_lack(items, index)
        if found is None:
            written.append(items[index])
            index += 1
            continue
        sign, services, distance, length = found
        first = items[index]
        written.append(Item(Token("BOUND", sign, first.token.words), first.before))
        written += [*distance, *services]
        index += length
    return written


def _read_lack(items: list[Item], index: int) -> tuple[str, list[Item], list[Item], int] | None:
    """Return the sign, the service with its kind, the distance and the number of items of a lack at `index`, or None."""
    start, sign = index, HAVING.get(_get_terminal(items, index))
    norm: list[Item] = []
    if sign is None and _is_norm(items, index):  # "without a school" is in the lexicon, with its norm
        sign, norm = ">", items[index + 1 : index + 3]
        index += 2
    end = index + 1
    while _get_terminal(items, end) in ("SUBJECT", "KIND") or end > index + 1 and _is_working(items, end):
        end += 1
    services = items[index + 1 : end]
    names = [item.token.value.split(" ")[0] for item in services if item.token.terminal == "SUBJECT"]
    if sign is None or len(names) != 1 or names[0] not in rules.SERVICES:
        return None
    distance, length = _read_distance_behind(items, end)
    if not distance and sign == ">" and not norm and not _is_of_people(items, start):
        metres = f"{rules.NORM_METRES[names[0]]:g}"
        norm = [Item(Token("NUMBER", metres)), Item(Token("UNIT", "1"))]
    return (sign, services, distance or norm, end + length - start) if distance or norm else None


def _is_of_people(items: list[Item], index: int) -> bool:
    """Return whether the service may be meant of persons before it, who lack it in another sense: schooling, care."""
    return any(item.token.terminal in ("PEOPLE", "PERSONS") for item in items[:index])


def _is_working(items: list[Item], index: int) -> bool:
    return _get_terminal(items, index) == "FILTER" and items[index].token.value == "fonctionnel=oui"


def _is_norm(items: list[Item], index: int) -> bool:
    """Return whether the items are those of one phrase that says that a service is missing."""
    terminals = [_get_terminal(items, place) for place in range(index, index + 4)]
    if terminals != ["BOUND", "NUMBER", "UNIT", "SUBJECT"]:
        return False
    phrase = items[index].token.words
    return phrase[0] in LACKING and all(item.token.words == phrase for item in items[index : index + 4])


def _read_distance_behind(items: list[Item], start: int) -> tuple[list[Item], int]:
    """Return the number and the unit of a distance within which the service before it is meant, and their length."""
    bounded = _get_terminal(items, start) == "BOUND" and items[start].token.value in WITHIN
    place = start + 1 if bounded else start
    is_distance = (_get_terminal(items, place), _get_terminal(items, place + 1)) == ("NUMBER", "UNIT")
    is_said = bounded or is_distance and items[place].before[-1:] == AT
    # Before another service or a place the distance is measured from that.
    if not is_distance or not is_said or _get_terminal(items, place + 2) in ("SUBJECT", "KIND", "FROM_PLACE"):
        return [], 0
    return items[place : place + 2], place + 2 - start


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
