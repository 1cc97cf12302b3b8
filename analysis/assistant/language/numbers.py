"""Decide what the numbers of a question are: bounds, days of a month, ranges, or how many are asked for."""

from collections.abc import Iterator
from dataclasses import replace
from typing import Final

from analysis.assistant.language.lexicon import Token
from analysis.assistant.language.reading import Item

# What may stand between a number and the things of which it says how many are asked for.
DESCRIBING: Final = frozenset(
    ("NEAREST", "MOST", "LEAST", "COVERED", "POPULATION", "DISTANCE", "SIZE", "KIND", "FILTER")
)
COUNTED: Final = frozenset(("SUBJECT", "LEVEL"))
ASKING: Final = frozenset(("RANKING", "LIST"))
# After these a number belongs to them.
OWNERS: Final = frozenset(("BOUND", "BETWEEN", "AND", "OR", "LAST", "SINCE", "AFTER", "BEFORE", "UNTIL", "SCORE", "BY"))
MEASURED: Final = frozenset(("UNIT", "PEOPLE", "STEP", "LAST", "MONTH", "ORMORE", "ORLESS", "NUMBER", "AND", "OR"))
DAY_JOINTS: Final = frozenset(("de", "of", "di"))
# Between two numbers: from the one to the other.
RANGE_WORDS: Final = (("a",), ("to",))
LAST_DAY: Final = 31


def settle_numbers(items: list[Item]) -> list[Item]:
    """Return the items; numbers that belong to nothing stay NUMBER, which the grammar accepts nowhere by itself."""
    settled = list(_write_ranges(_release_years(items)))
    for index, item in enumerate(settled):
        if terminal := _name_number(settled, index):
            settled[index] = replace(item, token=replace(item.token, terminal=terminal))
    return settled


def _get_terminal(items: list[Item], index: int) -> str:
    return items[index].token.terminal if 0 <= index < len(items) else ""


def _release_years(items: list[Item]) -> list[Item]:
    """Return the items; a number like a year that measures or counts something is none ("2000 m", "list 2000 schools")."""
    released = []
    for index, item in enumerate(items):
        following = items[index + 1] if index + 1 < len(items) else None
        if item.token.terminal == "YEAR" and following:
            is_count = _get_terminal(items, index - 1) in ("", *ASKING) and not item.before and not following.before
            if following.token.terminal in ("UNIT", "PEOPLE") or is_count and following.token.terminal in COUNTED:
                item = replace(item, token=replace(item.token, terminal="NUMBER"))
        released.append(item)
    return released


def _write_ranges(items: list[Item]) -> Iterator[Item]:
    """Yield the items; "5 to 8" is written as "between 5 and 8"."""
    is_second = False
    for index, item in enumerate(items):
        follows = items[index + 1] if index + 1 < len(items) else None
        starts = (
            not is_second
            and item.token.terminal == "NUMBER"
            and follows is not None
            and follows.token.terminal == "NUMBER"
            and follows.before in RANGE_WORDS
            and _get_terminal(items, index - 1) not in OWNERS - {"SCORE"}
        )
        if starts:
            yield Item(Token("BETWEEN", words=item.token.words), item.before)
        yield item
        if starts and follows:
            yield Item(Token("AND", words=follows.before))
        is_second = starts


def _name_number(items: list[Item], index: int) -> str | None:
    """Return what a number is, DAY or LIMIT, or None for another item or a number of something else."""
    if items[index].token.terminal != "NUMBER" or not items[index].token.value.isdigit():
        return None
    following = _get_terminal(items, index + 1)
    before = _get_terminal(items, index - 1)
    if following == "MONTH":
        is_day = 1 <= int(items[index].token.value) <= LAST_DAY and {*items[index + 1].before} <= DAY_JOINTS
        return "DAY" if is_day and before != "BOUND" else None
    if before in OWNERS or following in MEASURED:
        return None
    if before in ASKING:
        return "LIMIT"
    end = index + 1
    while _get_terminal(items, end) in DESCRIBING:
        end += 1
    return "LIMIT" if _get_terminal(items, end) in COUNTED else None
