"""Define the totals of a cycle, and what its programme would generate next."""

from dataclasses import dataclass
from datetime import date
from decimal import Decimal


@dataclass(slots=True)
class CycleTotals:
    """Hold numbers and amounts (whole XOF) of a cycle's payments which a caller sees.

    `nombre` and the amounts leave the excluded ones out. `montant_recu` is what arrived. What did not is in parts: all of
    the planned ones, of those under way and of the failed ones, and `montant_manquant` of the `partiels`, the payments that
    arrived in part.
    """

    planifies: int = 0
    en_cours: int = 0
    reussis: int = 0
    echoues: int = 0
    exclus: int = 0
    montant: int = 0
    frais: int = 0
    montant_recu: int = 0
    partiels: int = 0
    montant_manquant: int = 0
    montant_planifie: int = 0
    montant_en_cours: int = 0
    montant_echoue: int = 0

    @property
    def nombre(self) -> int:
        return self.planifies + self.en_cours + self.reussis + self.echoues


@dataclass(frozen=True, slots=True)
class Period:
    """Hold the first and the last civil day of a period, both included."""

    debut: date
    fin: date

    def overlaps(self, other: "Period") -> bool:
        return self.debut <= other.fin and other.debut <= self.fin


@dataclass(frozen=True, slots=True)
class NextCycle:
    """Hold the cycle that a programme would generate now."""

    date_debut: date
    date_fin: date
    code: str
    nom: str
    montant_par_beneficiaire: Decimal
    nb_beneficiaires_estimes: int

    @property
    def montant_total_estime(self) -> Decimal:
        return self.montant_par_beneficiaire * self.nb_beneficiaires_estimes
