"""Read a question as tokens of the grammar: the longest phrases of the lexicon, numbers, and names of places."""

from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from typing import Final

from rapidfuzz.distance import OSA

from analysis.assistant.language.gazetteer import Gazetteer
from analysis.assistant.language.lexicon import NOISE, OTHER, Lexicon, Token, load_loans, read_number, split_text
from analysis.assistant.types import Place

# Words between a distance and a place that make the place its origin ("3 km from Cutia", not "3 km in Oio").
ORIGIN_WORDS: Final = frozenset(["de", "d", "du", "des", "do", "da", "dos", "das", "di", "from", "of", "to", "away"])
ARTICLES: Final = frozenset(["le", "la", "l", "les", "the", "o", "a", "os", "as"])
INDEFINITE: Final = frozenset(("un", "une", "um", "uma", "a", "an"))
MEASURED: Final = frozenset(("UNIT", "PEOPLE", "PERSONS", "POPULATION"))
# After these words a level is what is asked for, not part of the name that follows it.
QUESTION_WORDS: Final = frozenset(["quel", "quelle", "quels", "quelles", "que", "qual", "quais", "which", "what"])
LEVEL_JOINTS: Final = frozenset(["de", "d", "du", "des", "do", "da", "the", "of", "di"])
SUPERLATIVES: Final = frozenset(("MOST", "LEAST", "POPULATION", "DISTANCE", "COVERED"))
DATES: Final = frozenset(("YEAR", "MONTH", "PERIOD"))
YEARS: Final = range(1990, 2100)
SHORTEST_CORRECTED: Final = 5
LONG_WORD: Final = 8
# Before the norm as which "far" was read, among the corrections.
NORM_SIGN: Final = "> "


@dataclass
class Item:
    """Hold a token of the question and the words without meaning before it; `places` are those of its name.

    Places that are named together have the same `group`; `is_whole` marks a condition of what a share is a share of.
    """

    token: Token
    before: tuple[str, ...] = ()
    places: tuple[Place, ...] = ()
    group: int = 0
    is_whole: bool = False


@dataclass
class Reading:
    """Hold the items of a question, the words without a meaning known here, and how others were corrected."""

    items: list[Item] = field(default_factory=list)
    unknown: list[str] = field(default_factory=list)
    corrections: list[tuple[str, str]] = field(default_factory=list)


def read_question(question: str, lexicon: Lexicon, gazetteer: Gazetteer) -> Reading:
    """Read a question in one language."""
    reading = Reading()
    words = [_correct_word(word, lexicon, gazetteer, reading) for word in split_text(question)]
    _scan_words(words, lexicon, gazetteer, reading)
    reading.items = _mark_origins(_join_levels(list(_settle_bounds(list(_write_ones(reading.items))))))
    return reading


def _correct_word(word: str, lexicon: Lexicon, gazetteer: Gazetteer, reading: Reading) -> str:
    """Return the known word that a misspelt one certainly stands for: the only one as near, with the same first letter."""
    if word in lexicon.vocabulary or word in gazetteer.words or len(word) < SHORTEST_CORRECTED or not word.isalpha():
        return word
    tolerance = 1 if len(word) < LONG_WORD else 2
    nearest: dict[str, int] = {}
    for known in (*lexicon.meaningful, *(gazetteer.words if len(word) >= LONG_WORD else gazetteer.area_words)):
        if known[0] == word[0] and len(known) >= SHORTEST_CORRECTED:
            distance = OSA.distance(word, known, score_cutoff=tolerance)
            if distance <= tolerance:
                nearest[known] = distance
    best = [known for known, distance in nearest.items() if distance == min(nearest.values())]
    if len(best) > 1:
        # Forms of one word ("pauvre", "pauvres") mean the same.
        best = best[:1] if len({lexicon.phrases.get((known,)) for known in best} - {None}) == 1 else []
    if not best:
        return word
    reading.corrections.append((word, best[0]))
    return best[0]


def _scan_words(words: list[str], lexicon: Lexicon, gazetteer: Gazetteer, reading: Reading) -> None:
    start = 0
    before: tuple[str, ...] = ()
    while start < len(words):
        phrase, place = lexicon.find_phrase(words, start), gazetteer.find_phrase(words, start)
        if place and (phrase is None or len(place[0]) > len(phrase[0])):
            reading.items.append(Item(Token("PLACE", words=place[0]), before, tuple(place[1])))
            start, before = start + len(place[0]), ()
        elif phrase:
            reading.corrections.extend(_say_norm(phrase))
            for token in phrase[1]:
                if token.terminal == OTHER:
                    reading.unknown.extend(phrase[0])
                elif token.terminal == NOISE:
                    before = (*before, *phrase[0])
                else:
                    reading.items.append(Item(replace(token, words=phrase[0]), before))
                    before = ()
            start += len(phrase[0])
        else:
            number = read_number(words[start], lexicon.thousands) if words[start][0].isdigit() else None
            if number is not None:
                reading.items.append(Item(_build_number(number, words[start]), before))
            elif loan := load_loans().get(words[start]):
                reading.items.append(Item(replace(loan[0], words=(words[start],)), before))
            else:
                reading.unknown.append(words[start])
            start, before = start + 1, ()


def _say_norm(phrase: tuple[tuple[str, ...], tuple[Token, ...]]) -> Iterator[tuple[str, str]]:
    """Yield what "far from water" was read as: farther than the norm, which the lexicon has in metres."""
    metres = next((token.value for token in phrase[1] if token.terminal == "NUMBER"), None)
    if phrase[1][0].terminal == "BOUND" and metres is not None:
        yield " ".join(phrase[0]), f"{NORM_SIGN}{int(metres) / 1000:g} km"


def _build_number(number: str, word: str) -> Token:
    is_year = word.isdigit() and int(word) in YEARS
    return Token("YEAR" if is_year else "NUMBER", number, (word,))


def _write_ones(items: list[Item]) -> Iterator[Item]:
    """Yield the items; an article between a bound, or "at", and what is measured is a one ("moins d'un kilomètre")."""
    for index, item in enumerate(items):
        follows_bound = index > 0 and items[index - 1].token.terminal == "BOUND"
        is_distance_at = item.token.terminal == "UNIT" and item.before[:-1][-1:] == ("a",)
        is_one = item.token.terminal in MEASURED and (follows_bound or is_distance_at)
        if is_one and {*item.before[-1:]} & INDEFINITE:
            yield Item(Token("NUMBER", "1", item.before[-1:]), item.before[:-1])
            yield replace(item, before=())
        else:
            yield item


def _settle_bounds(items: list[Item]) -> Iterator[Item]:
    """Yield the items; "more" that compares with no number is a superlative, "within" without one means nothing.

    Likewise "between" is said of numbers and dates; places that are compared stand beside each other without it. "Until"
    a date is its last day, up to a number a bound.
    """
    compares = any(item.token.terminal == "COMPARE" for item in items)
    for index, item in enumerate(items):
        follows = items[index + 1].token.terminal if index + 1 < len(items) else ""
        beyond = items[index + 2].token.terminal if index + 2 < len(items) else ""
        if item.token.value.endswith("til") and follows in DATES and beyond not in ("UNIT", "PEOPLE"):
            yield replace(item, token=replace(item.token, terminal="UNTIL"))
            continue
        if follows == "YEAR" and item.token.terminal == "BOUND":
            items[index + 1].token = replace(items[index + 1].token, terminal="NUMBER")
            follows = "NUMBER"
        if item.token.terminal == "BOUND":
            sign, otherwise = item.token.value[:1], item.token.value[1:]
            if follows == "NUMBER":
                value = f"{sign}=" if otherwise.startswith("=") else sign
                yield replace(item, token=replace(item.token, value=value))
            elif otherwise == "or":
                yield replace(item, token=replace(item.token, terminal="MOST" if sign == ">" else "LEAST"))
            elif otherwise != "in":
                yield item
        elif item.token.value.startswith("type=") and item.token.terminal == "FILTER":
            yield replace(item, token=replace(item.token, terminal="KIND"))
        elif item.token.terminal != "BETWEEN" or not compares or follows in ("NUMBER", "YEAR", "MONTH"):
            yield item


def _join_levels(items: list[Item]) -> list[Item]:
    """Return the items; a level before or after a name becomes part of it ("secteur de Farim", "Farim sector")."""
    joined: list[Item] = []
    for item in items:
        last = joined[-1] if joined else None
        if last and (merged := _join_level(last, item, is_name=not _is_superlative(joined))):
            joined[-1] = merged
        else:
            joined.append(item)
    return joined


def _join_level(last: Item, item: Item, is_name: bool) -> Item | None:
    """Return the place of two items, a level and a name in either order, or None when they are not one place."""
    if item.token.terminal == "PLACE" and is_name and _is_level_of_name(last) and {*item.before} <= LEVEL_JOINTS:
        places = _keep_level(item.places, last.token)
        return replace(item, before=last.before, places=places) if places else None
    if last.token.terminal == "PLACE" and _is_level_of_name(item) and not item.before:
        places = _keep_level(last.places, item.token)
        return replace(last, places=places) if places else None
    return None


def _is_level_of_name(item: Item) -> bool:
    is_one = item.token.terminal == "LEVEL" and item.token.value.endswith(" 1")
    return is_one and not (item.before and item.before[-1] in QUESTION_WORDS)


def _is_superlative(items: list[Item]) -> bool:
    """Return whether the last item follows a superlative directly ("the most populous sector of Cacheu")."""
    return len(items) > 1 and not items[-1].before and items[-2].token.terminal in SUPERLATIVES


def _keep_level(places: tuple[Place, ...], level: Token) -> tuple[Place, ...]:
    return tuple(place for place in places if level.value == f"{place.niveau} 1")


def _mark_origins(items: list[Item]) -> list[Item]:
    """Return the items; a place from which a distance is measured becomes FROM_PLACE."""
    for index, item in enumerate(items[1:], start=1):
        if item.token.terminal == "PLACE" and items[index - 1].token.terminal == "UNIT" and is_origin(item.before):
            item.token = replace(item.token, terminal="FROM_PLACE")
    return items


def is_origin(before: tuple[str, ...]) -> bool:
    """Return whether the words before a name say that a distance is measured from it."""
    return bool(before) and before[0] in ORIGIN_WORDS and {*before} <= ORIGIN_WORDS | ARTICLES | INDEFINITE
