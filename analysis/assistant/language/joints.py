"""Decide what "and" and "or" join: "or" only values of one field, and of places those that are named together."""

from dataclasses import replace
from typing import Final

from analysis.assistant import rules
from analysis.assistant.language.lexicon import Phrase
from analysis.assistant.language.reading import Item

JOINTS: Final = frozenset(("AND", "OR"))
VALUES: Final = frozenset(("FILTER", "KIND"))
# French "où", written as "ou", is a question only where it begins one.
WHERE: Final = frozenset(("LIST", "DENSITY"))
OPENINGS: Final = frozenset(("LIST", "DENSITY", "GREETING"))


def settle_joints(items: list[Item]) -> tuple[list[Item], Phrase]:
    """Return the items, "or" written as "and" where it joins values of one field, and the words that join anything else.

    Places that "and" or a comma joins get the same group.
    """
    settled = list(items)
    for index, item in enumerate(items):
        terminal = item.token.terminal
        if terminal == "OR" and index == 0:
            settled[0] = replace(item, token=replace(item.token, terminal="LIST"))
        elif terminal in JOINTS:
            if not _is_joint_sound(items, index):
                return items, item.token.words
            settled[index] = replace(item, token=replace(item.token, terminal="AND"))
        elif _is_joint_read_as_where(items, index):
            return items, item.token.words
    _group_places(settled)
    return settled, ()


def _is_joint_sound(items: list[Item], index: int) -> bool:
    """Return whether what the joint joins has one reading."""
    if _is_joint_of_centre(items, index) or _is_joint_of_service_kind(items, index):
        return False
    if items[index].token.terminal == "AND":
        return True
    field = _get_field(items, index - 1)
    if field is None or field != _get_field(items, index + 1):
        return False
    # "Poor and rural or urban" may be read in two ways.
    beyond = [step for step in (-1, 1) if _get_terminal(items, index + 2 * step) == "AND"]
    return all(_get_field(items, index + 3 * step) == field for step in beyond)


def _is_joint_read_as_where(items: list[Item], index: int) -> bool:
    """Return whether "ou sont" stands where it may mean "or are"."""
    item = items[index]
    is_where = item.token.terminal in WHERE and item.token.words[:1] == ("ou",)
    return is_where and index > 0 and items[index - 1].token.terminal not in OPENINGS


def _get_terminal(items: list[Item], index: int) -> str:
    return items[index].token.terminal if 0 <= index < len(items) else ""


def _get_field(items: list[Item], index: int) -> str | None:
    """Return what a value belongs to, or None for anything but values of which a row has one."""
    terminal = _get_terminal(items, index)
    if terminal == "PLACE":
        return "place"
    field = items[index].token.value.partition("=")[0] if terminal in VALUES else None
    return None if field in rules.FLAGS else field


def _is_joint_of_centre(items: list[Item], index: int) -> bool:
    """Return whether a place joins one from which distances are measured: which of both is meant is not certain."""
    if _get_terminal(items, index + 1) not in ("PLACE", "FROM_PLACE"):
        return False
    left = _get_terminal(items, index - 1)
    return left == "FROM_PLACE" or left == "PLACE" and _get_terminal(items, index - 2) == "AROUND"


def _is_joint_of_service_kind(items: list[Item], index: int) -> bool:
    """Return whether a type joins that of a service to which a distance is measured."""
    if _get_terminal(items, index + 1) != "KIND":
        return False
    start = index - 1
    while _get_terminal(items, start) in (*JOINTS, "KIND", "SUBJECT"):
        start -= 1
    return start < index - 1 and _get_terminal(items, start) == "UNIT"


def _group_places(items: list[Item]) -> None:
    """Give the places that "and", or a comma before them, joins one group."""
    for index, item in enumerate(items):
        item.group = index
        if _get_terminal(items, index - 1) == "AND" and _get_terminal(items, index - 2) == "PLACE":
            item.group = items[index - 2].group
    for index in range(len(items) - 2, -1, -1):
        following = items[index + 1]
        is_listed = items[index].token.terminal == following.token.terminal == "PLACE" and not following.before
        if is_listed and any(item.group == following.group for item in items[index + 2 :]):
            items[index].group = following.group
