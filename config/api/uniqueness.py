"""What the database refuses because another row has it already."""

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from django.db import IntegrityError, transaction

from config.api.problems import Problem


@contextmanager
def unique(word: str, sentence: Any) -> Iterator[None]:
    """DUPLICATE_CODE (409) with `sentence` when the database refuses a double and names `word`; other refusals pass."""
    try:
        with transaction.atomic():
            yield
    except IntegrityError as error:
        if word not in str(error):
            raise
        raise Problem("DUPLICATE_CODE", sentence) from error
