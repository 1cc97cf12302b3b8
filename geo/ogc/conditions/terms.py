"""Type the parts of a condition, so that a comparison of a text with a number is refused before the database sees it."""

from dataclasses import dataclass
from typing import Any, Final

TEXT: Final = "text"
NUMBER: Final = "number"
FLAG: Final = "flag"
UUID_KIND: Final = "uuid"
DATE: Final = "date"
INSTANT: Final = "instant"
GEOMETRY: Final = "geometry"
# Kinds that are ordered among themselves; the others are equal or not.
ORDERED: Final = frozenset({TEXT, NUMBER, FLAG, DATE, INSTANT})


@dataclass(frozen=True)
class Term:
    """Hold a value of a condition: a database expression and its kind.

    Of a geometry the expression is the lookup of the layer's shape (text), or a literal (GEOSGeometry).
    """

    expression: Any
    kind: str
    is_literal: bool = False


class ConditionError(Exception):
    """Report a condition that cannot be compiled, with the sentence for the caller."""
