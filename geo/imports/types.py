"""Describe what an import reports of its rows."""

from dataclasses import dataclass
from typing import Any


@dataclass(frozen=True)
class CodedValue:
    """Hold a value of a coded field: how it was written, on how many rows, and how it was understood.

    `devient` is a boolean, text, number or list, None for a word that means "unknown" and for a refused value; `distinctes` is the number of
    different values of the field.
    """

    champ: str
    valeur: str
    n: int
    devient: Any
    refuse: bool
    distinctes: int
