"""Plain data of a file of users."""

from dataclasses import dataclass, field


@dataclass(frozen=True, slots=True)
class LineFault:
    """Hold why a line of a file is refused."""

    ligne: int
    colonne: str
    message: str


@dataclass(frozen=True, slots=True)
class UserFileSummary:
    """Count the lines of a file of users; `simulation` when no account was opened."""

    simulation: bool
    lignes: int
    crees: int
    nb_erreurs: int
    erreurs: list[LineFault] = field(default_factory=list)
