"""Collect the words of the screen whose values have other names in the API, for its document."""

from dataclasses import dataclass
from typing import Any, Final

from config.hooks import Hook


@dataclass(frozen=True)
class ScreenWord:
    """Say which values of which fields the console shows as a word."""

    word: Any
    values: dict[str, str]


# By what they are about: the words of the screen whose values have other names in the API.
screen_words: Final[Hook[list[ScreenWord]]] = Hook("words of the screen")
