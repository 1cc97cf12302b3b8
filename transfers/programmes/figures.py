"""What is computed of a programme and never typed in: money, cycles, people and the rates made of them."""

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import date
from decimal import Decimal
from uuid import UUID

from transfers.programmes.models import Programme


@dataclass(frozen=True)
class Cycles:
    """Cycles of one programme with one status, and what they transfer (XOF)."""

    statut: str
    count: int
    montant: Decimal


@dataclass(frozen=True)
class Spent:
    """Amounts (XOF) and cycles of one programme, or of several."""

    alloue: Decimal = Decimal("0.00")
    engage: Decimal = Decimal("0.00")
    decaisse: Decimal = Decimal("0.00")
    cycles_executes: int = 0
    cycles: tuple[Cycles, ...] = ()


@dataclass(frozen=True)
class People:
    """Principals of one programme, as far as somebody sees them: one a household, however many stand in for them."""

    actifs: int = 0
    total: int = 0


def spent(ids: Iterable[UUID]) -> dict[UUID, Spent]:
    """What was allocated to cycles, engaged by validated ones and paid, of each of these programmes.

    There are no cycles and no payments yet, so nothing can have been allocated, engaged or paid: zero is the fact, not a
    placeholder. The feature that brings cycles reads their rows here and nowhere else.
    """
    return {identity: Spent() for identity in ids}


def rate(part: Decimal | int, whole: Decimal | int | None) -> float | None:
    """Percent with two decimals; of nothing there is none."""
    return round(float(100 * part / whole), 2) if whole else None


@dataclass(frozen=True)
class Figures:
    """What is computed of one programme for somebody."""

    programme: Programme
    spent: Spent
    people: People
    today: date

    @property
    def taux_execution(self) -> float | None:
        return rate(self.spent.decaisse, self.programme.budget_total)

    @property
    def taux_engagement(self) -> float | None:
        return rate(self.spent.engage, self.programme.budget_total)

    @property
    def taux_couverture(self) -> float | None:
        return rate(self.people.actifs, self.programme.objectif_beneficiaires)

    @property
    def progression_cycles(self) -> float | None:
        return rate(self.spent.cycles_executes, self.programme.nombre_cycles_prevus)

    @property
    def budget_disponible(self) -> Decimal | None:
        """What is neither paid nor engaged."""
        total = self.programme.budget_total
        return None if total is None else total - self.spent.engage - self.spent.decaisse

    @property
    def jours_restants(self) -> int | None:
        """Days until the last one, 0 when it has passed; None without an end."""
        end = self.programme.date_fin
        return None if end is None else max(0, (end - self.today).days)
