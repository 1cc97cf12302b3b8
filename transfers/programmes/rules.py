"""Compute the figures of a programme: amounts, cycles, people and rates."""

from dataclasses import dataclass
from datetime import date
from decimal import Decimal

from transfers.programmes.models import Programme


@dataclass(frozen=True)
class CycleTotals:
    """Hold the number of cycles of one programme with one status, and the amount which they transfer (XOF)."""

    statut: str
    count: int
    montant: Decimal


@dataclass(frozen=True)
class SpentAmounts:
    """Hold amounts (XOF) and cycles of one programme, or of several; `periodes_executees` leaves out supplementary cycles.

    `brouillon` and `rejete` are what of the allocated is on lists that nobody submitted, or that were rejected.
    `manquant` is what did not arrive of the payments that arrived in part.
    """

    alloue: Decimal = Decimal("0.00")
    brouillon: Decimal = Decimal("0.00")
    rejete: Decimal = Decimal("0.00")
    engage: Decimal = Decimal("0.00")
    decaisse: Decimal = Decimal("0.00")
    manquant: Decimal = Decimal("0.00")
    cycles_executes: int = 0
    periodes_executees: int = 0
    cycles: tuple[CycleTotals, ...] = ()


@dataclass(frozen=True)
class PrincipalCounts:
    """Count the principals of one programme which a user sees: one per household, not counting substitutes."""

    actifs: int = 0
    total: int = 0


def compute_rate(part: Decimal | int, whole: Decimal | int | None) -> float | None:
    """Return `part` of `whole` in percent with two decimals, or None when `whole` is zero or None."""
    return round(float(100 * part / whole), 2) if whole else None


@dataclass(frozen=True)
class ProgrammeFigures:
    """Compute the figures of one programme for a user."""

    programme: Programme
    spent: SpentAmounts
    people: PrincipalCounts
    today: date

    @property
    def taux_execution(self) -> float | None:
        return compute_rate(self.spent.decaisse, self.programme.budget_total)

    @property
    def taux_engagement(self) -> float | None:
        return compute_rate(self.spent.engage, self.programme.budget_total)

    @property
    def taux_couverture(self) -> float | None:
        return compute_rate(self.people.actifs, self.programme.objectif_beneficiaires)

    @property
    def progression_cycles(self) -> float | None:
        return compute_rate(self.spent.cycles_executes, self.programme.nombre_cycles_prevus)

    @property
    def budget_disponible(self) -> Decimal | None:
        """Return what is neither paid nor engaged."""
        total = self.programme.budget_total
        return None if total is None else total - self.spent.engage - self.spent.decaisse

    @property
    def jours_restants(self) -> int | None:
        """Return the days until the last day, 0 when it has passed, None without an end."""
        end = self.programme.date_fin
        return None if end is None else max(0, (end - self.today).days)
