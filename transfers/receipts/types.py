"""Define the strata of a sample, and what was found in them."""

from dataclasses import dataclass, field
from typing import Any
from uuid import UUID


@dataclass(frozen=True, slots=True)
class Stratum:
    """Hold the paid of a region through one operator: how many there are, and how many of them are asked."""

    region_id: UUID | None
    operateur: str | None
    population: int
    taille: int = 0


@dataclass(frozen=True, slots=True)
class Estimate:
    """Hold a share and its interval, from 0 to 1."""

    taux: float
    bas: float
    haut: float


@dataclass(frozen=True, slots=True)
class StratumResult:
    """Count the answers of a stratum; `region` is its name."""

    region_id: UUID | None
    region: str | None
    operateur: str | None
    population: int
    taille: int
    repondus: int
    oui: int
    partiel: int
    non: int
    frais: int
    ecarts: int
    estimation: Estimate | None = None


@dataclass(frozen=True, slots=True)
class CheckTotals:
    """Add up the strata that a caller sees.

    `taux_reponse` is the share of the asked who have answered (0 to 1); `sans_reponse` are the paid of the strata in
    which nobody has: the estimate says nothing of them.
    """

    population: int
    taille: int
    repondus: int
    taux_reponse: float
    oui: int
    partiel: int
    non: int
    frais: int
    ecarts: int
    sans_reponse: int
    estimation: Estimate | None


@dataclass(frozen=True, slots=True)
class CheckResult:
    """Hold what a sample has shown so far, of the regions that a caller sees."""

    total: CheckTotals
    strates: list[StratumResult] = field(default_factory=list)


@dataclass(frozen=True, slots=True)
class StoredAnswers:
    """Count the stored answers of a file; the others by reference: refused ones with sentences by field, unknown ones."""

    nombre: int
    refusees: dict[str, Any]
    inconnues: list[str]


@dataclass(frozen=True, slots=True)
class AnswerFault:
    """Report a refused line of a file of answers; `ligne` counts from the titles, line 1."""

    ligne: int
    colonne: str
    message: str


@dataclass(frozen=True, slots=True)
class AnswerSummary:
    """Count the lines of a file of answers, and list the refused ones."""

    lignes: int
    traites: int
    nb_erreurs: int
    erreurs: list[AnswerFault] = field(default_factory=list)
