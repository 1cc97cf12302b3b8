"""Parse the tokens of a question, and collect its parts by what they say."""

from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from functools import cache
from pathlib import Path
from typing import Any, Final

from lark import Lark, Token, Tree, UnexpectedInput
from lark.lexer import Lexer

from analysis.assistant.language.lexicon import Phrase
from analysis.assistant.language.reading import Item
from analysis.assistant.types import Place, ServiceDistance

SIGNS: Final = {">": "plus", "<": "moins"}
MORE_OR_LESS: Final = {"ORMORE": ">=", "ORLESS": "<="}


class ItemLexer(Lexer):
    """Hand the items of a reading to the parser, as its tokens."""

    def __init__(self, settings: Any) -> None:
        """Need no settings: the terminals are those of the items."""

    def lex(self, data: Any, parser_state: Any = None) -> Iterator[Token]:
        for item in data:
            yield Token(item.token.terminal, item)


@dataclass(frozen=True)
class Named:
    """Hold a subject with the filters that its word implies (a hospital: a health service of that type)."""

    name: str
    filters: tuple[tuple[str, str], ...] = ()
    words: Phrase = ()


@dataclass
class Parts:
    """Hold what a question says, in its order.

    `marks` are the words that say what is done, by terminal, `phrases` those of each filter.
    """

    marks: dict[str, Phrase] = field(default_factory=dict)
    subjects: list[Named] = field(default_factory=list)
    filters: list[tuple[str, str]] = field(default_factory=list)
    whole: list[tuple[str, str]] = field(default_factory=list)
    distances: list[tuple[ServiceDistance, Named]] = field(default_factory=list)
    near: list[tuple[str, float, tuple[Place, ...]]] = field(default_factory=list)
    radii: list[tuple[str, float]] = field(default_factory=list)
    arounds: list[tuple[Place, ...]] = field(default_factory=list)
    bounds: list[tuple[str, float, float | None]] = field(default_factory=list)
    has: list[tuple[str, str]] = field(default_factory=list)
    members: list[tuple[str, str, float, float | None]] = field(default_factory=list)
    persons: list[str] = field(default_factory=list)
    levels: list[tuple[str, bool]] = field(default_factory=list)
    by_levels: list[str] = field(default_factory=list)
    periods: list[tuple[str, tuple[tuple[str, str], ...]]] = field(default_factory=list)
    latest: list[tuple[float, str]] = field(default_factory=list)
    limits: list[int] = field(default_factory=list)
    places: list[tuple[Place, ...]] = field(default_factory=list)
    place_groups: list[int] = field(default_factory=list)
    values: dict[str, list[str]] = field(default_factory=dict)
    phrases: dict[tuple[str, str], Phrase] = field(default_factory=dict)
    has_score: bool = False


@cache
def load_parser() -> Lark:
    grammar = Path(__file__).with_name("question.lark").read_text(encoding="utf-8")
    return Lark(grammar, start="question", parser="lalr", lexer=ItemLexer)


def parse_items(items: list[Item]) -> tuple[Parts | None, Phrase]:
    """Return the parts of a question; without a parse None, and the words at which it ends."""
    try:
        tree = load_parser().parse(items)
    except UnexpectedInput as error:
        item = getattr(getattr(error, "token", None), "value", None)
        return None, item.token.words if isinstance(item, Item) else ()
    parts = Parts()
    for branch in tree.iter_subtrees_topdown():
        if branch is not tree:
            _collect_part(parts, branch)
    return parts, ()


def _collect_part(parts: Parts, branch: Tree[Any]) -> None:
    items: list[Any] = [getattr(child, "value", child) for child in branch.children]
    collectors[branch.data](parts, items)


def _parse_named(item: Item) -> Named:
    name, *filters = item.token.value.split(" ")
    return Named(name, tuple(_parse_filter(text) for text in filters), item.token.words)


def _parse_filter(text: str) -> tuple[str, str]:
    key, _, value = text.partition("=")
    return key, value


def _compute_metres(number: Item, unit: Item) -> float:
    return float(number.token.value) * float(unit.token.value)


def _collect_distance(parts: Parts, items: list[Item]) -> None:
    target = next(item for item in items if item.token.terminal == "SUBJECT")
    kinds = tuple(_parse_filter(item.token.value) for item in items if item.token.terminal == "KIND")
    named = _parse_named(target)
    named = replace(named, filters=named.filters + kinds)
    kind = next((value for key, value in named.filters if key == "type"), None)
    numbers = [item for item in items if item.token.terminal == "NUMBER"]
    units = [item for item in items if item.token.terminal == "UNIT"]
    sign, _number, _second = _read_bound(items)
    if sign == "..":
        # "Between 2 and 5 km": one unit is that of both.
        least, most = (
            _compute_metres(number, unit) for number, unit in zip(numbers, (units[0], units[-1]), strict=True)
        )
        senses = [(SIGNS[">"], least), (SIGNS["<"], most)] if least < most else [("", least)]
    else:
        senses = [(SIGNS.get(sign[0], ""), _compute_metres(numbers[0], units[0]))]
    parts.distances += [(ServiceDistance(named.name, sense, metres, kind), named) for sense, metres in senses]


def _read_bound(items: list[Item]) -> tuple[str, float, float | None]:
    """Return the sign of a bound (">=", ".." between two, "=" of a bare number), its number, and the second of two."""
    terminals = [item.token.terminal for item in items]
    numbers = [float(item.token.value) for item in items if item.token.terminal == "NUMBER"]
    if len(numbers) == 2:
        return "..", numbers[0], numbers[1]
    sign = next((sign for terminal, sign in MORE_OR_LESS.items() if terminal in terminals), "=")
    return items[0].token.value if terminals[0] == "BOUND" else sign, numbers[0], None


def _collect_near(parts: Parts, items: list[Item]) -> None:
    bound, number, unit, place = items
    parts.near.append((bound.token.value, _compute_metres(number, unit), place.places))


def _collect_radius(parts: Parts, items: list[Item]) -> None:
    bound = items[0].token.value if len(items) > 2 else ""
    parts.radii.append((bound, _compute_metres(items[-2], items[-1])))


def _collect_bound(figure: str) -> Any:
    def collect(parts: Parts, items: list[Item]) -> None:
        sign, number, upper = _read_bound(items)
        parts.bounds.append((figure + sign, number, upper))

    return collect


def _collect_persons(parts: Parts, items: list[Item]) -> None:
    persons = next(item for item in items if item.token.terminal == "PERSONS")
    parts.members.append((persons.token.value, *_read_bound(items)))


def _collect_score(parts: Parts, items: list[Item]) -> None:
    numbers = [float(item.token.value) for item in items if item.token.terminal == "NUMBER"]
    if not numbers:
        parts.has_score = True
    elif len(numbers) == 2:
        parts.bounds.append(("score..", numbers[0], numbers[1]))
    else:
        parts.bounds.append(("score" + items[1].token.value, numbers[0], None))


def _collect_presence(parts: Parts, items: list[Item]) -> None:
    parts.has.append(("avec" if items[0].token.terminal == "WITH" else "sans", items[1].token.value))


def _collect_level(parts: Parts, items: list[Item]) -> None:
    name, _, one = items[0].token.value.partition(" ")
    parts.levels.append((name, bool(one)))


def _collect_period(kind: str) -> Any:
    def collect(parts: Parts, items: list[Item]) -> None:
        dates = [(item.token.terminal, item.token.value) for item in items]
        parts.periods.append((kind, tuple(date for date in dates if date[0] in ("DAY", "MONTH", "YEAR", "PERIOD"))))

    return collect


def _collect_latest(parts: Parts, items: list[Item]) -> None:
    found = {item.token.terminal: item.token.value for item in items}
    parts.latest.append((float(found["NUMBER"]), found["STEP"]))


def _collect_place(parts: Parts, items: list[Item]) -> None:
    parts.places.append(items[0].places)
    parts.place_groups.append(items[0].group)


def _collect_word(parts: Parts, items: list[Item]) -> None:
    token = items[0].token
    if token.terminal == "SUBJECT":
        parts.subjects.append(_parse_named(items[0]))
    elif token.terminal in ("FILTER", "KIND"):
        pair = _parse_filter(token.value)
        parts.phrases[pair] = token.words
        (parts.whole if items[0].is_whole else parts.filters).append(pair)
    elif token.terminal == "PERSONS":
        parts.persons.append(token.value)
    else:
        parts.marks[token.terminal] = token.words
        parts.values.setdefault(token.terminal, []).append(token.value)


collectors: Final[dict[str, Any]] = {
    "distance": _collect_distance,
    "near_place": _collect_near,
    "radius": _collect_radius,
    "around": lambda parts, items: parts.arounds.append(items[1].places),
    "size": _collect_bound("taille"),
    "inhabitants": _collect_bound("population"),
    "persons": _collect_persons,
    "score": _collect_score,
    "presence": _collect_presence,
    "level": _collect_level,
    "by_level": lambda parts, items: parts.by_levels.append(items[1].token.value.partition(" ")[0]),
    "in_period": _collect_period("in"),
    "since": _collect_period("since"),
    "after": _collect_period("after"),
    "until": _collect_period("until"),
    "before": _collect_period("before"),
    "between": _collect_period("between"),
    "latest": _collect_latest,
    "limit": lambda parts, items: parts.limits.append(int(items[0].token.value)),
    "place": _collect_place,
    "word": _collect_word,
}
