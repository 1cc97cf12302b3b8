"""Define what an operator says of a payment that came back."""

from dataclasses import dataclass
from datetime import date
from uuid import UUID


@dataclass(frozen=True, slots=True)
class PaymentReturn:
    """Hold the return of a confirmed attempt.

    `montant` is what is on the operator's account again (whole XOF): with or without the fees, never more than what had
    left it.
    """

    id: UUID
    montant: int
    motif: str
    date_valeur: date


@dataclass(frozen=True, slots=True)
class ReturnedAttempt:
    execution_id: UUID
    id: UUID
    paiement_id: UUID
    jour: date
