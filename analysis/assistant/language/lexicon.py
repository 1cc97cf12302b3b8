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
OPTIONAL: Final = re.compile(r"\(([^()]*)\)")
CHOICE: Final = re.compile(r"\{([^{}]*)\}")
# Digits apart from letters ("5km", "24h"); a comma or a point within digits is a decimal mark.
WORD: Final = re.compile(r"\d+(?:[.,]\d+)?|[^\W\d_]+")
THOUSANDS: Final = re.compile(r"(?<=\d)[ \u00a0\u202f](?=\d{3}(?!\d))")

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
    """Return the words and numbers of a text, simplified."""
    joined = THOUSANDS.sub("", text.replace("²", "2").replace("%", " pourcent "))
    return [word.replace(",", ".") for word in WORD.findall(simplify_text(joined))]


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
    said = [phrase for phrase, tokens in phrases.items() if all(token.terminal != NOISE for token in tokens)]
    meaningful = frozenset(word for phrase in said for word in phrase)
    return Lexicon(phrases, vocabulary, meaningful, max(map(len, phrases)))
