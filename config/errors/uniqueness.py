"""Report violated unique constraints as DUPLICATE_CODE."""

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from django.db import IntegrityError, transaction

from config.errors.problems import Problem


@contextmanager
def raise_duplicate_code(word: str, sentence: Any) -> Iterator[None]:
    """Run the block in a savepoint; raise DUPLICATE_CODE with `sentence` for an IntegrityError that names `word`.

    Other IntegrityErrors pass.
    """
    try:
        with transaction.atomic():
            yield
    except IntegrityError as error:
        if word not in str(error):
            raise
        raise Problem("DUPLICATE_CODE", sentence) from error
