"""Text as the database compares it."""

from collections.abc import Iterable

from django.db import models
from django.db.models import Q, Value
from django.db.models.functions import Coalesce, NullIf


class Normalised(models.Func):
    """The database's `normalise(text)`: lower case, without accents, words joined by one blank."""

    function = "normalise"
    arity = 1
    output_field = models.TextField()


def words_of(text: str) -> list[str]:
    """The words of what somebody types to search: what stands between signs and blanks."""
    return "".join(mark if mark.isalnum() else " " for mark in text).split()


def holds(field: str, words: Iterable[str]) -> Q:
    """Whether a normalised field holds each of these words; all do when there are none.

    A word of which nothing is left when it is normalised (of another alphabet) stands for itself: no text holds it.
    """
    return Q(*(
        Q(**{f"{field}__contains": Coalesce(NullIf(Normalised(Value(word)), Value("")), Value(word))}) for word in words
    ))  # fmt: skip
