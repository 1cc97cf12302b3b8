"""Define the fields that rules compare, and the results of evaluations."""

from dataclasses import dataclass
from decimal import Decimal
from typing import Any, Final
from uuid import UUID

from django.utils.functional import Promise

NUMBER: Final = "number"
STRING: Final = "string"
BOOLEAN: Final = "boolean"
HOUSEHOLD: Final = "menage"
HEAD: Final = "chef"
DWELLING: Final = "logement"


@dataclass(frozen=True)
class EligibilityField:
    """Describe a field of a household that rules may compare.

    `sql` is a constant expression over `m` (household), `chef`, `logement` and the table of `source`; it is null where
    the value is missing. An area's values are ids: `area` is its table. `counts_people` marks the number of persons
    whom the rule itself describes; `choices` are all values of an enumeration.
    """

    name: str
    category: str
    kind: str
    label: str | Promise
    sql: str
    unit: str | Promise | None = None
    source: str | None = None
    choices: tuple[str, ...] = ()
    area: str | None = None
    counts_people: bool = False


@dataclass(frozen=True)
class FieldSource:
    """Hold fields of another feature, and the join of their table to the household `m`: at most one row each.

    `few_join` is the same for few households, where `join` would sum a whole table first.
    """

    join: str
    fields: tuple[EligibilityField, ...]
    few_join: str | None = None


@dataclass(frozen=True)
class HouseholdSource:
    """Hold a SELECT of households that rules are compared with, or several that have no household in common.

    Either rows of `registry_menage` with the compiler's `list_household_columns()`, or profiles, which have those and
    what is read of head, dwelling and members. Each is a SELECT of its own as far as it can be: a union within a larger
    statement keeps parallel workers from what stands around it.
    """

    parts: tuple[str, ...]
    params: dict[str, Any]
    is_profiled: bool = False


@dataclass(frozen=True)
class PeopleFilter:
    """Describe persons of a household, head included: sex, age in years (both ends included) and disability.

    A person whose sex, age or disability is asked for and not recorded is not counted.
    """

    sexe: str | None = None
    age_min: int | None = None
    age_max: int | None = None
    handicap: bool | None = None


@dataclass(frozen=True)
class RuleVerdict:
    """Hold how one household fares under one rule: the expected and the real value, in words and as they are."""

    regle: str
    valide: bool
    valeur_attendue: Any
    valeur_reelle: Any
    champ: str | None
    operateur: str | None
    obligatoire: bool
    origine: str
    explication: str


@dataclass(frozen=True)
class HouseholdEvaluation:
    """Hold the evaluation of one household. `score` is the percentage of active rules passed."""

    eligible: bool
    score: float
    regles_evaluees: int
    regles_validees: int
    regles_echouees: int
    details: list[RuleVerdict]


@dataclass(frozen=True)
class EvaluatedHousehold:
    """Identify the household that was evaluated."""

    id: UUID
    code: str
    score_pmt: Decimal | None
    categorie_pauvrete: str | None


@dataclass(frozen=True)
class GroupCount:
    """Count the households of a region, a category of poverty and a sector, and those of them that are eligible."""

    region: str | None
    categorie: str | None
    secteur: UUID | None
    total: int
    eligibles: int


@dataclass(frozen=True)
class RegionCount:
    """Count households of a region (its name), or of none, and the eligible ones."""

    region: str | None
    total: int
    eligibles: int


@dataclass(frozen=True)
class CategoryCount:
    """Count households of a category of poverty, or of none, and the eligible ones."""

    categorie: str | None
    total: int
    eligibles: int


@dataclass(frozen=True)
class SectorCount:
    """Count households of a sector (its id), or of none, and the eligible ones: what a map shows."""

    secteur: UUID | None
    total: int
    eligibles: int


@dataclass(frozen=True)
class BatchResult:
    """Hold the counts of an evaluation of many households; `duree` is in seconds, `modifies` None without update."""

    total: int
    eligible: int
    non_eligible: int
    taux_eligibilite: float | None
    par_region: list[RegionCount]
    par_categorie: list[CategoryCount]
    par_secteur: list[SectorCount]
    version: int
    modifies: int | None
    duree: float


@dataclass(frozen=True)
class SimulatedHousehold:
    """Hold what unsaved rules make of one household."""

    menage_id: UUID
    code: str
    eligible: bool
    score: float


@dataclass(frozen=True)
class PassedRule:
    """Count the households that pass one rule, by its place among the active ones."""

    regle: str
    valides: int


@dataclass(frozen=True)
class Simulation:
    """Hold the counts of unsaved rules over all households that a user sees, and the first of these.

    `details` are the verdicts on the household, when there is only one.
    """

    total_evalues: int
    eligibles: int
    taux_eligibilite: float | None
    par_region: list[RegionCount]
    par_categorie: list[CategoryCount]
    par_secteur: list[SectorCount]
    par_regle: list[PassedRule]
    preview: list[SimulatedHousehold]
    details: list[RuleVerdict]
