"""Compare text as the database does."""

import unicodedata
from collections.abc import Iterable
from typing import Any, Final

from django.db import models
from django.db.models import Case, Q, Value, When
from django.db.models.functions import NullIf
from django.db.models.lookups import Regex

# Names have fewer words, and each one makes the query slower.
NO_BREAK_SPACE: Final = "\u00a0"
MAX_WORDS: Final = 8
# The trigram index does not help with a part of a word that is shorter.
MIN_PART_LENGTH: Final = 3
MIN_PHONE_DIGITS: Final = 7


class Normalised(models.Func):
    """Call the database function `normalise(text)`: lower case, without accents, words joined by single spaces."""

    function = "normalise"
    arity = 1
    output_field = models.TextField()


class WholeWordPattern(models.Func):
    """Build the regular expression that matches a normalised text with this whole word in it."""

    template = "('(^| )' || %(expressions)s || '( |$)')"
    arity = 1
    output_field = models.TextField()


class PhoneKey(models.Func):
    """Return the last nine digits of a telephone number: a national number, however it was written."""

    template = r"right(regexp_replace(%(expressions)s, '\D', '', 'g'), 9)"
    arity = 1
    output_field = models.TextField()


def find_phone_key(text: str) -> str | None:
    """Return the key of a telephone number as `PhoneKey` makes it, or None of a text that is no number.

    With fewer than seven digits, or with letters, it is none: `955 12` is the beginning of many.
    """
    digits = "".join(mark for mark in text if mark.isascii() and mark.isdigit())
    is_number = len(digits) >= MIN_PHONE_DIGITS and not any(mark.isalpha() for mark in text)
    return digits[-9:] if is_number else None


def format_amount(amount: int) -> str:
    """Return an amount with its thousands apart, as French and Portuguese write it: `15 000`."""
    return f"{amount:,}".replace(",", NO_BREAK_SPACE)


def keep_visible(text: str) -> str:
    """Return a text in the compatible form of Unicode (NFKC), without invisible signs (Cf) and with single spaces."""
    visible = (sign for sign in unicodedata.normalize("NFKC", text) if unicodedata.category(sign) != "Cf")
    return " ".join("".join(visible).split())


def split_words(text: str) -> list[str]:
    """Return the distinct words of a search text: the runs of letters and digits."""
    composed = unicodedata.normalize("NFC", text)
    return remove_repeated_words("".join(mark if mark.isalnum() else " " for mark in composed).split())


def remove_repeated_words(words: Iterable[str]) -> list[str]:
    """Return the words in their order, each once whatever its case."""
    found: dict[str, str] = {}
    for word in words:
        found.setdefault(word.casefold(), word)
    return list(found.values())


def build_words_condition(field: str, words: Iterable[str]) -> Q:
    """Build the condition that a normalised field holds each of these words; without words it is always true.

    A word of one or two letters must be a word of the field (Có, Sá, Ié are names), a longer one may be a part of a
    word. A word of which normalisation leaves nothing (of another alphabet) matches no text. Only the first MAX_WORDS
    different words are used: `SearchField` refuses more.
    """
    return Q(*(_build_word_condition(field, word) for word in remove_repeated_words(words)[:MAX_WORDS]))


def rank_whole_words(name: Any, words: Iterable[str]) -> Case:
    """Return 0 for a normalised name that has each of these as a word of its own, 1 for one that has parts of words.

    Who types `Mané` wants those named so first, not whoever is named Suleimane.
    """
    plain = (NullIf(Normalised(Value(word)), Value("")) for word in remove_repeated_words(words)[:MAX_WORDS])
    is_whole = Q(*(Regex(name, WholeWordPattern(word)) for word in plain))
    return Case(When(is_whole, then=0), default=1, output_field=models.IntegerField())


def build_code_condition(field: str, text: str) -> Q:
    """Build the condition that a code starts with this text, or equals it when it has fewer than three characters.

    With so short a prefix the codes of half a country start.
    """
    return Q(**{f"{field}__startswith" if len(text) >= MIN_PART_LENGTH else field: text})


def _build_word_condition(field: str, word: str) -> Q:
    plain = NullIf(Normalised(Value(word)), Value(""))
    if _count_plain_letters(word) < MIN_PART_LENGTH:
        return Q(**{f"{field}__regex": WholeWordPattern(plain)})
    return Q(**{f"{field}__contains": plain})


def _count_plain_letters(word: str) -> int:
    """Count the letters and digits that the database is certain to keep when it normalises a word."""
    return sum(mark.isascii() and mark.isalnum() for mark in unicodedata.normalize("NFD", word))
