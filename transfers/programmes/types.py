"""Define the sums of several programmes."""

from dataclasses import dataclass
from decimal import Decimal


@dataclass(frozen=True, slots=True)
class ProgrammeSummary:
    """Hold the sums and rates of some programmes: amounts in whole XOF, rates in percent or None."""

    total: int
    par_statut: dict[str, int]
    par_type: dict[str, int]
    budget_total: Decimal | int
    budget_alloue: int
    montant_decaisse: int
    montant_engage: int
    budget_disponible: Decimal | int
    nb_beneficiaires_actifs: int
    nb_beneficiaires_total: int
    objectif_beneficiaires: int
    nb_cycles_executes: int
    taux_execution: float | None
    taux_engagement: float | None
    taux_couverture: float | None
