"""Recognise what people write into a cell that has no value."""

from typing import Final

# In lower case; none is longer than MAX_BLANK_LENGTH.
BLANK: Final = frozenset(("na", "n/a", "nan", "null", "none", "-", "--"))
MAX_BLANK_LENGTH: Final = 4


def is_blank(cell: str) -> bool:
    """Return whether a cell is empty, or says that it has no value."""
    return not cell or (len(cell) <= MAX_BLANK_LENGTH and cell.lower() in BLANK)
