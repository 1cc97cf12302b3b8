"""Decide which conditions of a share belong to the rows that it is a share of.

"What share of rural households are poor": the verb stands between what the rows are (rural) and what is asked of them
(poor). Without a verb one condition is what is asked; two have no certain reading.
"""

from dataclasses import replace
from typing import Final

from analysis.assistant.language.reading import Item

VALUES: Final = frozenset(("FILTER", "KIND"))
CONDITIONS: Final = VALUES | {"BOUND", "BETWEEN", "WITHOUT", "PERSONS", "NUMBER"}
PLACES: Final = frozenset(("PLACE", "FROM_PLACE", "AROUND"))
VERBS: Final = frozenset(
    [
        "est",
        "sont",
        "vit",
        "vivent",
        "habitent",
        "reside",
        "resident",
        "trouve",
        "trouvent",
        "is",
        "are",
        "was",
        "were",
        "live",
        "lives",
        "resides",
        "eh",
        "sao",
        "vive",
        "vivem",
        "mora",
        "moram",
        "habita",
        "habitam",
        "esta",
        "estao",
        "fica",
        "ficam",
        "encontra",
        "encontram",
    ]
)
# With these begin phrases that are verbs themselves.
VERBAL: Final = frozenset(
    [
        "ont",
        "n",
        "ne",
        "fonctionne",
        "fonctionnent",
        "have",
        "has",
        "do",
        "does",
        "don",
        "doesn",
        "work",
        "works",
        "tem",
        "nao",
        "funciona",
        "funcionam",
        "possuem",
    ]
)


def settle_share(items: list[Item]) -> list[Item] | None:
    """Return the items with the conditions of the whole marked, or None when they cannot be told from the others."""
    if all(item.token.terminal != "SHARE" for item in items):
        return items
    subject = next((index for index in range(len(items)) if _is_subject(items, index)), None)
    conditions = [index for index in range(len(items)) if _is_condition(items, index)]
    if subject is None or not conditions:
        return items
    if named := _find_named_share(items):
        # A rate that is named by what it is a share of ("the poverty rate"): whatever else is said is of the whole.
        if any(items[index].token.terminal not in VALUES for index in conditions):
            return None
        return [replace(item, is_whole=index in conditions and index != named) for index, item in enumerate(items)]
    verb = next((index for index in range(subject + 1, len(items)) if _has_verb(items, index)), None)
    if verb is None:
        return items if len({_name_condition(items, index) for index in conditions}) == 1 else None
    whole = [index for index in conditions if index < verb]
    if len(whole) == len(conditions) or any(items[index].token.terminal not in VALUES for index in whole):
        return None
    return [replace(item, is_whole=index in whole) for index, item in enumerate(items)]


def _find_named_share(items: list[Item]) -> int | None:
    """Return the place of the condition that one phrase says together with the share, or None."""
    for index, item in enumerate(items):
        if item.token.terminal == "SHARE":
            phrase = [place for place in (index + 1, index + 2) if _get_terminal(items, place) == "FILTER"]
            return next((place for place in phrase if items[place].token.words == item.token.words), None)
    return None


def _get_terminal(items: list[Item], index: int) -> str:
    return items[index].token.terminal if 0 <= index < len(items) else ""


def _is_of_distance(items: list[Item], index: int) -> bool:
    """Return whether an item names the service to which a distance is measured."""
    while _get_terminal(items, index - 1) in ("KIND", "SUBJECT"):
        index -= 1
    return _get_terminal(items, index - 1) == "UNIT"


def _is_subject(items: list[Item], index: int) -> bool:
    return items[index].token.terminal == "SUBJECT" and not _is_of_distance(items, index)


def _is_condition(items: list[Item], index: int) -> bool:
    terminal = items[index].token.terminal
    if terminal == "KIND":
        return not _is_of_distance(items, index)
    owned = terminal == "NUMBER" and _get_terminal(items, index - 1) in ("BOUND", "BETWEEN", "AND")
    return terminal in CONDITIONS and not owned


def _name_condition(items: list[Item], index: int) -> str:
    item = items[index]
    is_value = item.token.terminal in VALUES
    return item.token.value.partition("=")[0] if is_value else str(index)


def _has_verb(items: list[Item], index: int) -> bool:
    """Return whether a verb says something of the rows here: a condition, or where they are."""
    item = items[index]
    if item.token.terminal not in CONDITIONS | PLACES | {"WITH"}:
        return False
    return bool(VERBS & {*item.before}) or item.token.words[:1] != () and item.token.words[0] in VERBAL
