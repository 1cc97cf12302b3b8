"""Ask what the user must decide before a file is written."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import chain
from typing import Any

from config.errors.problems import Problem


@dataclass(frozen=True)
class Question:
    """Represent a question about a file: its code in responses, and the form field that answers it.

    `choices` are the possible values of the field, with their labels; empty where any value may be given.
    """

    code: str
    field: str | None
    choices: tuple[tuple[str, Any], ...] = ()


def refuse_unanswered(sentences: Mapping[str, Sequence[str]]) -> None:
    """Raise VALIDATION_ERROR while questions are open: what is asked, by the form field that answers it."""
    if sentences:
        # A failed job keeps only this sentence.
        raise Problem(
            "VALIDATION_ERROR",
            " ".join(chain(*sentences.values())),
            {name: list(texts) for name, texts in sentences.items()},
        )
