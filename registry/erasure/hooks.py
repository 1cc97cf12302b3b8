"""Declare which words of upper apps identify the people of a household."""

from collections.abc import Callable, Iterable
from uuid import UUID

from config.hooks import Hook

# Takes the id of a household and returns words that identify its people in the rows of an upper app.
WordSource = Callable[[UUID], Iterable[str]]
identifying_word_sources = Hook[WordSource]("Sources of identifying words")
