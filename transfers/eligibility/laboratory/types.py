"""Define designs of targeting, and what comes of them."""

from dataclasses import dataclass
from decimal import Decimal
from typing import Final
from uuid import UUID

from registry.pmt.models import PmtMethod
from transfers.eligibility.conditions.definition import RuleDefinition

# How a selection gives places to areas: the same number each, or a total by the poor people or by the need of each.
FIXED: Final = "fixe"
BY_POOR_PEOPLE: Final = "population_pauvre"
BY_NEED: Final = "besoin_egal"
SHARINGS: Final = (FIXED, BY_POOR_PEOPLE, BY_NEED)


@dataclass(frozen=True)
class Selection:
    """Choose the poorest `count` households of each area, and the `reserve` next ones.

    `level` is `pays`, `region` or `secteur`. With another `sharing` than fixed, `count` is shared out among the areas.
    Households without a score come last.
    """

    level: str
    count: int
    reserve: int = 0
    sharing: str = FIXED


@dataclass(frozen=True)
class Design:
    """Hold one design: rules (None for all households), a score and its cut-off, and a selection of the poorest.

    `method` is the PMT method that scores; None takes the stored scores. The cut-off is included.
    """

    name: str
    rules: RuleDefinition | None = None
    method: PmtMethod | None = None
    cutoff: Decimal | None = None
    selection: Selection | None = None


@dataclass(frozen=True)
class Costs:
    """Hold what a household receives in a cycle (XOF), the cycles of a year, and the budget of a year (XOF) or None."""

    amount: int
    cycles: int
    budget: int | None


@dataclass(frozen=True)
class Cost:
    """Hold the cost of a number of households (XOF), and the share of the budget in percent."""

    par_cycle: int
    par_an: int
    part_budget: float | None


@dataclass(frozen=True)
class GroupShare:
    """Count the households of a group (its name; None where it is not recorded), and those that a design takes."""

    groupe: str | None
    menages: int
    retenus: int
    taux: float | None


@dataclass(frozen=True)
class SectorShare:
    """Count the households of a sector (its id; None where it is not recorded), and those that a design takes."""

    secteur: UUID | None
    menages: int
    retenus: int


@dataclass(frozen=True)
class AreaPlaces:
    """Count the places of an area in a selection, who may have one (`candidats`), and who does.

    `zone` and `groupe` are id and name of the area; both are None for the whole country, and where none is recorded.
    """

    zone: UUID | None
    groupe: str | None
    places: int
    candidats: int
    retenus: int
    reserve: int


@dataclass(frozen=True)
class CutoffPoint:
    """Hold what a design takes at a cut-off of the score, and what it costs."""

    seuil: Decimal
    retenus: int
    cout: Cost


@dataclass(frozen=True)
class DesignResult:
    """Hold what comes of one design. `reserve` counts the households after the selected ones."""

    nom: str
    retenus: int
    reserve: int
    personnes: int
    taux: float | None
    cout: Cost
    par_region: list[GroupShare]
    par_milieu: list[GroupShare]
    par_sexe_chef: list[GroupShare]
    par_taille: list[GroupShare]
    par_secteur: list[SectorShare]
    par_zone: list[AreaPlaces]
    courbe: list[CutoffPoint]


@dataclass(frozen=True)
class Overlap:
    """Count the households that two designs (by name) take both, and those that only one takes.

    Going from the first to the second, `entrants` enter and `sortants` leave.
    """

    de: str
    vers: str
    communs: int
    entrants: int
    sortants: int


@dataclass(frozen=True)
class Comparison:
    """Hold the designs side by side, over the households that a user sees."""

    total_menages: int
    scenarios: list[DesignResult]
    recouvrements: list[Overlap]
