"""Define the households of a survey, and the errors of a method."""

from collections.abc import Sequence
from dataclasses import dataclass
from decimal import Decimal
from typing import Any
from uuid import UUID

import numpy as np

from registry.pmt.models import PmtMethod
from transfers.eligibility.laboratory.types import Design


@dataclass(frozen=True)
class SurveyColumns:
    """Name the columns of a survey: consumption and size, and where it has them weight and cluster.

    `variables` maps titles of the file to variables of methods and fields of rules.
    """

    consumption: str
    size: str
    weight: str | None
    cluster: str | None
    variables: dict[str, str]


@dataclass(frozen=True)
class SurveyQuestion:
    """Hold what is measured by a survey. The poor are the `poor_share` percent of people with the lowest consumption."""

    columns: SurveyColumns
    methods: Sequence[PmtMethod]
    designs: Sequence[Design]
    cutoffs: Sequence[Decimal]
    poor_share: float


@dataclass(frozen=True)
class SurveyHousehold:
    """Hold a household: consumption per head, the people that it stands for, its cluster and the values of methods."""

    consumption: float
    people: float
    cluster: str
    values: dict[str, Any]


@dataclass(frozen=True)
class Sample:
    """Hold households as columns: the people that each stands for, its cluster by number, and whether it is poor."""

    people: np.ndarray
    clusters: np.ndarray
    poor: np.ndarray


@dataclass(frozen=True)
class Survey:
    """Hold the usable households of a file, the number of all its rows, and the variables that it has."""

    households: list[SurveyHousehold]
    rows: int
    variables: frozenset[str]


@dataclass(frozen=True)
class Estimate:
    """Hold a share in percent, with the ends of its interval of 95 percent."""

    valeur: float
    bas: float
    haut: float


@dataclass(frozen=True)
class CutoffErrors:
    """Hold the errors at a cut-off, in percent of people; None where there is nobody to be wrong about.

    A design without a cut-off has no `seuil`.
    """

    seuil: Decimal | None
    erreur_exclusion: Estimate | None
    erreur_inclusion: Estimate | None
    part_choisie: Estimate | None


@dataclass(frozen=True)
class MethodErrors:
    """Hold the errors of a method at each cut-off. `absentes` are variables of the method that the survey lacks."""

    id: UUID
    nom: str
    sans_score: int
    absentes: list[str]
    courbe: list[CutoffErrors]


@dataclass(frozen=True)
class DesignErrors:
    """Hold the errors of a design: with its own cut-off (None when nothing of it can be measured), and at each other.

    `absentes` are fields of its rules and variables of its method that the survey lacks: rules about them are left out.
    """

    nom: str
    sans_score: int
    absentes: list[str]
    ensemble: CutoffErrors | None
    courbe: list[CutoffErrors]


@dataclass(frozen=True)
class SurveyErrors:
    """Hold the rows of a survey, the households that are used, and the errors of each method and design."""

    lignes: int
    menages: int
    seuil_consommation: float
    methodes: list[MethodErrors]
    scenarios: list[DesignErrors]
