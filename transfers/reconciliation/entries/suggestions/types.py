"""Define suggestions for an entry. Amounts are whole XOF."""

from dataclasses import dataclass
from datetime import date
from uuid import UUID

from transfers.reconciliation.entries.types import ListedEntry


@dataclass(frozen=True, slots=True)
class Side:
    """Hold what is compared of a payment (`ordre` is what was to arrive), or of a line (`brut`: its fees are in the amount)."""

    entree_id: UUID
    reference: str | None
    telephone: str | None
    montant: int
    frais: int
    ordre: int
    brut: bool
    jour: date | None


@dataclass(frozen=True, slots=True)
class Suggestion:
    """Hold a candidate for the other side of an entry.

    `accords` says in words what agrees, `differences` names what does not: reference, telephone, montant, date.
    """

    entree: ListedEntry
    score: float
    indices: list[str]
    accords: list[str]
    differences: list[str]
    ecart_montant: int
    ecart_date: int | None
