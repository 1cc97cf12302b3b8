"""Define what a file of attendance changed."""

from dataclasses import dataclass
from typing import Any


@dataclass(frozen=True, slots=True)
class AttendanceFault:
    """Hold why a line was refused, by the column."""

    ligne: int
    colonne: str
    message: str


@dataclass(frozen=True, slots=True)
class AttendanceSummary:
    """Count the lines of a file, those that were stored, and those refused.

    `maintenus` are the first of the stored lines whose check stays justified, whatever they say.
    """

    lignes: int
    traites: int
    nb_erreurs: int
    erreurs: list[AttendanceFault]
    nb_maintenus: int
    maintenus: list[int]


@dataclass(frozen=True, slots=True)
class AttendanceLine:
    """Hold a line that was understood, with its number and the values of a check."""

    number: int
    code: str
    values: dict[str, Any]
