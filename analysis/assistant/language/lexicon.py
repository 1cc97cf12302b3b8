"""Load the words of each language: what phrases stand for, as tokens of the grammar."""

import re
import unicodedata
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Final

LANGUAGES: Final = ("fr", "pt", "en")
NOISE: Final = "NOISE"
# A phrase whose words mean something else together, of which there is no plan ("l'est", the east, is no verb).
OTHER: Final = "OTHER"
# What people name in another of their languages, in the middle of a question: these mean nothing else in any of them.
LOANED: Final = frozenset(("LIST", "LEVEL", "SUBJECT"))
OPTIONAL: Final = re.compile(r"\(([^()]*)\)")
CHOICE: Final = re.compile(r"\{([^{}]*)\}")
# Digits apart from letters ("5km", "24h") with the marks between them; signs that compare; any other sign at a digit, or
# one that changes a number, which no phrase has: it makes the question one that is not understood.
WORD: Final = re.compile(
    r"\d+(?:[.,]\d+)*|[^\W\d_]+|[<>]=?|=[<>]?|[≤≥+]|[±~≈≠×*^]"
    r"|(?<=\d)[^\w\s](?=\d)|(?<=\d)[^\w\s.,;:?!()'\"«»“”‘’…]|[^\w\s.,;:?!()'\"«»“”‘’…](?=\d)"
)
SPACED: Final = re.compile(r"(?<![\d.,])\d{1,3}(?:[ \u00a0\u2009\u202f]\d{3})+(?!\d)")
# Signs that would lose their stroke with the accents.
NEGATED: Final = str.maketrans(dict.fromkeys("≠≮≯≰≱", "\ue000"))
VERB: Final = re.compile(r"\b[éÉ]\b")
GROUPED: Final = re.compile(r"\d{1,3}(?:([.,])\d{3})(?:\1\d{3})*(?:[.,]\d+)?")
DECIMAL: Final = re.compile(r"\d+(?:[.,]\d+)?")
# What stands between thousands; the other mark is that of decimals.
THOUSANDS_MARKS: Final = {"fr": ".", "pt": ".", "en": ","}

Phrase = tuple[str, ...]


@dataclass(frozen=True)
class Token:
    """Hold a terminal of the grammar with its value, and the words of the question that it stands for."""

    terminal: str
    value: str = ""
    words: Phrase = ()


@dataclass(frozen=True)
class Lexicon:
    """Hold the phrases of one language.

    `vocabulary` are the single words that occur in them, `meaningful` those that stand in a phrase with a meaning.
    """

    phrases: dict[Phrase, tuple[Token, ...]]
    vocabulary: frozenset[str]
    meaningful: frozenset[str]
    longest: int
    thousands: str

    def find_phrase(self, words: list[str], start: int) -> tuple[Phrase, tuple[Token, ...]] | None:
        """Return the longest phrase that begins at `start`, and its tokens, or None."""
        for length in range(min(self.longest, len(words) - start), 0, -1):
            phrase = tuple(words[start : start + length])
            if phrase in self.phrases:
                return phrase, self.phrases[phrase]
        return None


def simplify_text(text: str) -> str:
    """Return a text in lower case and without accents, as the database's `normalise` does it."""
    plain = unicodedata.normalize("NFKD", text.casefold())
    return "".join(mark for mark in plain if not unicodedata.combining(mark))


def split_text(text: str) -> list[str]:
    """Return the words, numbers (as written) and signs of a text, simplified."""
    # Portuguese "é" is a verb, "e" joins.
    text = VERB.sub("eh", text)
    whole = text.translate(NEGATED).replace("²", "2").replace("%", " pourcent ")
    plain = simplify_text(whole).replace("\ue000", "≠")
    joined = SPACED.sub(lambda found: "".join(found[0].split()), plain)
    return WORD.findall(joined)


def read_number(word: str, thousands: str) -> str | None:
    """Return the digits of a number of a language, or None when two readings are sensible ("5,000" in French).

    One mark with three digits after it stands between thousands if it is the language's; if it is that of decimals, people
    may mean either. "0,125" and "1234,567" have no thousands.
    """
    decimals = "," if thousands == "." else "."
    found = None if word.startswith("0") else GROUPED.fullmatch(word)
    if found:
        is_certain = found[1] == thousands and word.count(decimals) <= 1
        return word.replace(thousands, "").replace(decimals, ".") if is_certain else None
    return word.replace(",", ".") if DECIMAL.fullmatch(word) else None


def expand_pattern(pattern: str) -> Iterator[str]:
    """Yield the texts of a pattern: `(x)` may be left out, `{a,b}` is one of several."""
    if found := CHOICE.search(pattern):
        for choice in found[1].split(","):
            yield from expand_pattern(pattern[: found.start()] + choice + pattern[found.end() :])
    elif found := OPTIONAL.search(pattern):
        for choice in ("", found[1]):
            yield from expand_pattern(pattern[: found.start()] + choice + pattern[found.end() :])
    else:
        yield pattern


def _parse_tokens(text: str) -> tuple[Token, ...]:
    parts = [part.strip().partition(" ") for part in text.split(" + ")]
    return tuple(Token(terminal, value.strip()) for terminal, _, value in parts)


def _read_phrases(path: Path) -> Iterator[tuple[Phrase, tuple[Token, ...]]]:
    for line in path.read_text(encoding="utf-8").splitlines():
        if not line or line.startswith("#"):
            continue
        tokens, _, patterns = line.partition(" = ")
        for pattern in patterns.split(" | "):
            for text in expand_pattern(pattern.strip()):
                yield tuple(split_text(text)), _parse_tokens(tokens)


@cache
def load_lexicon(language: str) -> Lexicon:
    """Return the words of a language with those that all languages share; what is said twice means the latter."""
    folder = Path(__file__).parent
    phrases: dict[Phrase, tuple[Token, ...]] = {}
    for name in ("common", language):
        phrases.update(_read_phrases(folder / f"words_{name}.txt"))
    vocabulary = frozenset(word for phrase in phrases for word in phrase)
    said = [
        phrase for phrase, tokens in phrases.items() if all(token.terminal not in (NOISE, OTHER) for token in tokens)
    ]
    meaningful = frozenset(word for phrase in said for word in phrase)
    return Lexicon(phrases, vocabulary, meaningful, max(map(len, phrases)), THOUSANDS_MARKS[language])


@cache
def load_loans() -> dict[str, tuple[Token, ...]]:
    """Return the single words that name a kind of row or area, or ask for a list, and do so in every language that has them.

    A kind of a subject ("court", "source") is none: such words mean other things elsewhere.
    """
    meanings: dict[str, set[tuple[Token, ...]]] = {}
    for language in LANGUAGES:
        for phrase, tokens in load_lexicon(language).phrases.items():
            if len(phrase) == 1:
                meanings.setdefault(phrase[0], set()).add(tokens)
    return {word: next(iter(found)) for word, found in meanings.items() if len(found) == 1 and _is_loan(*found)}


def _is_loan(tokens: tuple[Token, ...]) -> bool:
    return len(tokens) == 1 and tokens[0].terminal in LOANED and "=" not in tokens[0].value
