"""Describe what dashboards answer."""

from dataclasses import dataclass
from datetime import date, timedelta
from decimal import Decimal
from uuid import UUID


@dataclass(frozen=True)
class Period:
    """Hold a period and the one of the same length right before it; both ends are included."""

    debut: date
    fin: date
    debut_precedent: date
    fin_precedente: date


@dataclass(frozen=True)
class ComplaintGroup:
    """Hold how many complaints have this status, category and priority; `respecte` is None while undecided."""

    statut: str
    categorie: str
    priorite: str
    respecte: bool | None
    nombre: int


@dataclass(frozen=True)
class ComplaintSums:
    """Hold how many complaints have this status; `secondes` is the time until the `resolues` of them were resolved."""

    statut: str
    nombre: int
    resolues: int
    secondes: Decimal


@dataclass(frozen=True)
class Interval:
    """Hold one bar of a chart: its label and its days, the last one excluded."""

    label: str
    debut: date
    fin: date

    @property
    def last(self) -> date:
        """Return the last day of the bar."""
        return self.fin - timedelta(days=1)


@dataclass(frozen=True)
class PaymentSums:
    """Hold the payments executed on one day or in one interval; amounts in XOF."""

    montant: int = 0
    reussis: int = 0
    echoues: int = 0


@dataclass(frozen=True)
class PaymentChart:
    """Hold the payments of each interval, oldest first, and the length of one; amounts in XOF."""

    length: str
    labels: list[str]
    intervals: list[Interval]
    amounts: list[int]
    succeeded: list[int]
    failed: list[int]
    summary: dict[str, float]


@dataclass(frozen=True)
class RegionShare:
    """Hold the sums of one region; `pourcentage` is its share of the visible households."""

    id: UUID
    region: str
    menages: int
    beneficiaires: int
    montant_paye: int
    pourcentage: float
