"""Define candidates, what their criteria say, and the figures of a programme's graduations."""

from collections.abc import Mapping
from dataclasses import dataclass
from decimal import Decimal
from uuid import UUID

from config.errors.problems import Problem
from transfers.beneficiaries.api import LockedBeneficiary
from transfers.graduation.models import Graduation

# Why a graduation, or the beneficiary of one, was refused, by id; None where it was not.
Refusals = Mapping[UUID, Problem | None]


@dataclass(frozen=True, slots=True)
class CriterionVerdict:
    """Hold what a criterion of the programme says of one beneficiary now; `valeur` is None where no row tells it."""

    beneficiaire_id: UUID
    critere_id: UUID
    nom: str
    type: str
    operateur: str
    valeur_seuil: Decimal
    poids: int
    obligatoire: bool
    ordre: int
    valeur: Decimal | None
    valide: bool


@dataclass(frozen=True, slots=True)
class Person:
    """Name a beneficiary."""

    id: UUID
    nom_complet: str


@dataclass(frozen=True, slots=True)
class Suitability:
    """Hold how a candidate fares: `score` is the weight of the criteria met, in percent."""

    score: float
    criteres_remplis: int
    criteres_total: int
    recommandation: str


@dataclass(frozen=True, slots=True)
class Candidate:
    """Hold somebody who might graduate."""

    beneficiaire: Person
    eligibilite: Suitability


@dataclass(frozen=True, slots=True)
class CandidatePage:
    """Hold a page of candidates, the best first, and the number of all."""

    candidats: list[Candidate]
    total: int


@dataclass(frozen=True, slots=True)
class StatedResult:
    """Hold what an evaluator states of one criterion."""

    critere_id: UUID
    valide: bool
    valeur: Decimal | None


@dataclass(frozen=True, slots=True)
class StatedEvaluation:
    """Hold an evaluation as somebody sent it; what is missing follows from the results."""

    resultats: list[StatedResult]
    score_global: Decimal | None = None
    recommandation: str | None = None
    commentaire: str | None = None


@dataclass(frozen=True, slots=True)
class Decision:
    """Hold a decision, with the follow-up that it orders: for how many months, and how many from visit to visit."""

    approuver: bool
    commentaire: str | None = None
    duree_suivi_mois: int | None = None
    intervalle_mois: int | None = None


@dataclass(frozen=True, slots=True)
class AffectedCycle:
    """Name a cycle whose list holds graduated people: how many, and what becomes of these payments.

    `effet` is `recalculer`: the list is calculated anew, without them; `paye`: it is approved, and pays them what is on
    its way, or is of a period that had begun; `non_paye`: it is approved, and leaves them out of a later period.
    """

    id: UUID
    code: str
    nom: str
    statut_validation: str
    nombre: int
    effet: str


@dataclass(frozen=True, slots=True)
class MonthCount:
    """Count the graduations that took effect in a month (`YYYY-MM`)."""

    mois: str
    count: int


@dataclass(frozen=True, slots=True)
class ProcessingTime:
    """Hold the mean days from proposal to decision."""

    proposition_a_decision: float | None
    unite: str


@dataclass(frozen=True, slots=True)
class GraduationFigures:
    """Hold the figures of a programme's graduations which a user sees; the rate is approved ones per beneficiary."""

    total_beneficiaires: int
    total_graduations: int
    graduations_par_statut: dict[str, int]
    taux_graduation: float | None
    graduations_par_mois: list[MonthCount]
    temps_traitement_moyen: ProcessingTime


@dataclass(frozen=True, slots=True)
class ComparedCriterion:
    """Hold a criterion as a graduation shows it: as evaluated, or as of now while it is only proposed."""

    critere: UUID | None
    nom: str
    type: str
    operateur: str
    valeur_seuil: float
    poids: int
    obligatoire: bool
    valide: bool
    valeur: float | None
    valeur_calculee: float | None


@dataclass(frozen=True)
class LockedGraduations:
    """Hold locked graduations, and their locked beneficiaries by id."""

    rows: list[Graduation]
    beneficiaries: dict[UUID, LockedBeneficiary]

    def list_beneficiaries(self, rows: list[Graduation]) -> list[LockedBeneficiary]:
        """Return the beneficiaries of some of these graduations."""
        return [self.beneficiaries[row.beneficiaire_id] for row in rows]
