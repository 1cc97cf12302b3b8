"""Define sums of payments, and what a beneficiary shows of them."""

from dataclasses import dataclass
from datetime import datetime
from typing import Any
from uuid import UUID


@dataclass(frozen=True, slots=True)
class PaymentSums:
    """Count payments and add up their amounts, fees, and what arrived of them (whole XOF)."""

    nombre: int = 0
    montant: int = 0
    frais: int = 0
    recu: int = 0


@dataclass(frozen=True, slots=True)
class ReceivedPayment:
    """Hold a payment as the detail of its beneficiary shows it. `montant` is what arrived, or is to arrive, of `montant_prevu` (XOF)."""

    id: UUID
    reference: str
    montant: int
    montant_prevu: int
    statut: str
    date_execution: datetime | None
    date_soumission: datetime | None
    cycle: dict[str, Any]
    programme: dict[str, Any]


@dataclass(frozen=True, slots=True)
class ListedCycle:
    """Hold a cycle on whose list a beneficiary is, and what became of the payment (`statut`)."""

    id: UUID
    code: str
    nom: str
    statut: str
