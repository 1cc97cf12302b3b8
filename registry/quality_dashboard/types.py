"""Define the figures of the quality dashboard."""

from dataclasses import dataclass
from datetime import datetime
from decimal import Decimal
from uuid import UUID


@dataclass(frozen=True, slots=True)
class QualitySums:
    """Hold the sums of `models.COUNT_FIELDS` for one group; `axe` says by what it is grouped, `id` is its id."""

    axe: int
    id: UUID | None
    qualite_moyenne: Decimal | None
    total: int
    avec_qualite: int
    sans_gps: int
    gps_imprecis: int
    hors_secteur: int
    entretiens_trop_proches: int
    deplacements_impossibles: int
    positions_partagees: int
    ages_connus: int
    ages_ronds: int


@dataclass(frozen=True, slots=True)
class QualityFigures:
    """Hold the counts of a group, the same in percent by field (`taux`), Whipple's index of its ages, and its suspicion."""

    total: int
    qualite_moyenne: Decimal | None
    sans_gps: int
    gps_imprecis: int
    hors_secteur: int
    entretiens_trop_proches: int
    deplacements_impossibles: int
    positions_partagees: int
    taux: dict[str, float]
    ages_connus: int
    ages_ronds: int
    indice_whipple: float | None
    indice_suspicion: float


@dataclass(frozen=True, slots=True)
class QualityGroup:
    """Hold the figures of a region, campaign or surveyor; without an id, of the households that have none."""

    id: UUID | None
    nom: str | None
    figures: QualityFigures


@dataclass(frozen=True, slots=True)
class RuleCount:
    """Hold how many households break the quality rule `code`."""

    code: str
    n: int


@dataclass(frozen=True, slots=True)
class Interview:
    """Hold when a household was interviewed, and how long after and how far from the surveyor's interview before.

    `precedent_id` and `precedent_code` are null where the caller does not see that household; all but the first two are
    null for a surveyor's first interview, and where only the day is known.
    """

    menage_id: UUID
    date_collecte: datetime | None
    minutes: float | None
    metres: float | None
    precedent_date: datetime | None
    precedent_id: UUID | None
    precedent_code: str | None


@dataclass(frozen=True, slots=True)
class QualityDashboard:
    """Hold the quality in total and by group, the most suspect first, and the most frequent broken rules first.

    `a_revoir` counts the households that break any rule; None where they were not counted with the others.
    """

    calcule_le: datetime
    total: QualityFigures
    a_revoir: int | None
    par_region: list[QualityGroup]
    par_campagne: list[QualityGroup]
    par_enqueteur: list[QualityGroup]
    par_regle: list[RuleCount]


@dataclass(frozen=True, slots=True)
class AnalysedHouseholds:
    """Count the households considered and those with a score; `moyenne` is the mean score."""

    traites: int
    reussis: int
    moyenne: Decimal | None


@dataclass(frozen=True, slots=True)
class QualityAnalysis:
    """Hold the result of an analysis: `echoues` counts households never analysed, `modifies` the changed ones."""

    traites: int
    reussis: int
    echoues: int
    modifies: int
    qualite_moyenne: float | None
