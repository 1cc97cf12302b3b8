"""Find words that stand where they mean something else than what the lexicon has for them.

"May" is a month and a verb, "month" is a step of time and a moment that is past, "poor" is said of people and of coverage:
a word is read only where no other sense of it is possible.
"""

from typing import Final

from analysis.assistant.language.lexicon import Phrase
from analysis.assistant.language.reading import ARTICLES, ORIGIN_WORDS, Item

LOCATIVES: Final = frozenset(("a", "au", "aux", "en", "dans", "in", "at", "em", "no", "na", "nos", "nas", "ao", "aos"))
# English "may" is a month after these, or beside a number.
BEFORE_MONTHS: Final = frozenset(("in", "of", "for", "from", "to", "on"))
AROUND_MONTHS: Final = frozenset(("SINCE", "AFTER", "UNTIL", "BEFORE", "BETWEEN", "AND", "NUMBER", "YEAR", "MONTH"))
# Portuguese "segundo" is an ordinal after an article, or where it begins the question.
BEFORE_ORDINALS: Final = frozenset(("o", "a", "do", "da", "no", "na", "ao", "um", "qual", "eh"))
# What tells that a step of time is one ("by month", "month by month", "of the last 3 months").
STEPPING: Final = frozenset(("BY", "LAST", "NUMBER", "SINCE"))


def find_other_senses(items: list[Item]) -> Phrase:
    """Return the first words of which another sense is possible where they stand, or ()."""
    for index, item in enumerate(items):
        if any(is_doubtful(items, index) for is_doubtful in DOUBTS):
            return item.token.words
    return ()


def _get_terminal(items: list[Item], index: int) -> str:
    return items[index].token.terminal if 0 <= index < len(items) else ""


def _is_modal(items: list[Item], index: int) -> bool:
    item = items[index]
    if item.token.terminal != "MONTH" or item.token.words != ("may",):
        return False
    is_beside = {_get_terminal(items, index - 1), _get_terminal(items, index + 1)} & AROUND_MONTHS
    return not is_beside and not {*item.before[-1:]} & BEFORE_MONTHS


def _is_ordinal(items: list[Item], index: int) -> bool:
    item = items[index]
    if item.token.terminal != "BY" or item.token.words != ("segundo",):
        return False
    return index == 0 or bool({*item.before[-1:]} & BEFORE_ORDINALS)


def _is_said_of_coverage(items: list[Item], index: int) -> bool:
    """Return whether a category stands directly beside a coverage ("poor access"), of which it tells how good it is."""
    if not items[index].token.value.startswith("categorie="):
        return False
    is_before = _get_terminal(items, index + 1) == "COVERAGE" and not items[index + 1].before
    is_after = _get_terminal(items, index - 1) == "COVERAGE" and not items[index].before
    return is_before or is_after and _get_terminal(items, index + 1) != "SUBJECT"


def _is_moment(items: list[Item], index: int) -> bool:
    """Return whether a step of time may be a moment or a duration ("a month ago", "within a year")."""
    if items[index].token.terminal != "STEP" or any(item.token.terminal == "TREND" for item in items):
        return False
    return _get_terminal(items, index - 1) not in STEPPING and _get_terminal(items, index + 1) != "BY"


def _is_place_apart(items: list[Item], index: int) -> bool:
    """Return whether a place follows another that it neither joins nor contains ("households of Gabú in Oio")."""
    if items[index].token.terminal != "PLACE" or any(item.token.terminal in ("COMPARE", "NEAREST") for item in items):
        return False
    if _get_terminal(items, index - 1) in ("AND", "AROUND"):
        return False
    last = next((item for item in reversed(items[:index]) if item.token.terminal == "PLACE"), None)
    if last is None or last.group == items[index].group or _contain_each_other(last, items[index]):
        return False
    is_listed = items[index - 1] is last and _describe_joint(items[index]) in ((), _describe_joint(last)[-1:])
    return not is_listed


def _contain_each_other(one: Item, other: Item) -> bool:
    return any(a.id == b.id or a.id in b.parents or b.id in a.parents for a in one.places for b in other.places)


def _describe_joint(item: Item) -> Phrase:
    """Return the words before a place, of which those that say whence are alike, and those that say where."""
    names = {**dict.fromkeys(ORIGIN_WORDS, "from"), "to": "to", **dict.fromkeys(LOCATIVES, "in")}
    return tuple(names.get(word, word) for word in item.before if word in names or word not in ARTICLES)


DOUBTS: Final = (_is_modal, _is_ordinal, _is_said_of_coverage, _is_moment, _is_place_apart)
