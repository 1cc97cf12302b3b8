"""Define the results of a calculation."""

from dataclasses import dataclass
from uuid import UUID

from config.paging import Page


@dataclass(frozen=True, slots=True)
class CalculationResult:
    """Count the payments of a list that was calculated, and add up their amounts (whole XOF).

    Those who are excluded by hand count on their own: they are on the list, but are not paid.
    """

    nb_paiements: int
    montant_total: int
    nb_exclus: int
    montant_exclu: int

    def build_response(self) -> dict[str, int]:
        """Return the documented answer, also as the result of a job."""
        return {
            "nbPaiements": self.nb_paiements,
            "montantTotal": self.montant_total,
            "nbExclus": self.nb_exclus,
            "montantExclu": self.montant_exclu,
        }


@dataclass(frozen=True, slots=True)
class ExceptionRow:
    """Hold a household of a programme that a cycle does not pay, and the code of the reason."""

    beneficiaire_id: UUID
    code_beneficiaire: str
    nom_complet: str
    telephone: str | None
    mode_paiement: str | None
    compte: str | None
    menage_id: UUID
    code_menage: str
    region_id: UUID | None
    region_nom: str | None
    motif: str


@dataclass(frozen=True)
class CycleExceptions:
    """Hold the number of exceptions of a cycle by reason, and one page of them.

    `effects` counts whom conditionalities touch, by effect: also who is paid less, or warned.
    """

    counts: dict[str, int]
    effects: dict[str, int]
    page: Page
