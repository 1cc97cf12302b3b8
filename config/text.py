"""Text as the database compares it."""

import unicodedata
from collections.abc import Iterable
from typing import Final

from django.db import models
from django.db.models import Q, Value
from django.db.models.functions import NullIf

# Names have fewer words; each more costs as much again.
MOST_WORDS: Final = 8
# The trigram index tells nothing of a part of a word that is shorter.
SHORTEST_PART: Final = 3


class Normalised(models.Func):
    """The database's `normalise(text)`: lower case, without accents, words joined by one blank."""

    function = "normalise"
    arity = 1
    output_field = models.TextField()


class WholeWord(models.Func):
    """The pattern of a normalised text that has this word between its others."""

    template = "('(^| )' || %(expressions)s || '( |$)')"
    arity = 1
    output_field = models.TextField()


def words_of(text: str) -> list[str]:
    """The words of what somebody types to search: what stands between signs and blanks, each once."""
    composed = unicodedata.normalize("NFC", text)
    return distinct("".join(mark if mark.isalnum() else " " for mark in composed).split())


def distinct(words: Iterable[str]) -> list[str]:
    """Return the words in their order, without those that come again in whatever case."""
    found: dict[str, str] = {}
    for word in words:
        found.setdefault(word.casefold(), word)
    return list(found.values())


def holds(field: str, words: Iterable[str]) -> Q:
    """Whether a normalised field holds each of these words; all do when there are none.

    A word of one or two letters is a word of the field (Có, Sá, Ié are names), a longer one may be a part of a word. A
    word of which nothing is left when it is normalised (of another alphabet) is held by no text. No more than
    MOST_WORDS different words are looked for: `SearchField` refuses more.
    """
    return Q(*(_holds_word(field, word) for word in distinct(words)[:MOST_WORDS]))


def code_is(field: str, text: str) -> Q:
    """Whether a code starts with this text; of fewer than three signs, with which those of half a country start,
    whether it is the code."""
    return Q(**{f"{field}__startswith" if len(text) >= SHORTEST_PART else field: text})


def _holds_word(field: str, word: str) -> Q:
    plain = NullIf(Normalised(Value(word)), Value(""))
    if _count_plain_letters(word) < SHORTEST_PART:
        return Q(**{f"{field}__regex": WholeWord(plain)})
    return Q(**{f"{field}__contains": plain})


def _count_plain_letters(word: str) -> int:
    """Count the letters and digits that surely stay when the database normalises a word."""
    return sum(mark.isascii() and mark.isalnum() for mark in unicodedata.normalize("NFD", word))
