"""Define what is sent to an operator, what comes back, and what is reported of runs."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any, Literal, Protocol
from uuid import UUID

from transfers.execution.models import AttemptState

Verdict = Literal[AttemptState.CONFIRMEE, AttemptState.REJETEE, AttemptState.INCONNUE, AttemptState.PREPAREE]


@dataclass(frozen=True, slots=True)
class PaymentOrder:
    """Hold what an operator is asked to pay. `id` is the id of the attempt, and of the request at the operator.

    `demande` is the operator's own id of the request, once it gave one.
    """

    id: UUID
    reference: str
    destination: str | None
    nom_complet: str
    montant: int
    demande: str | None = None


@dataclass(frozen=True, slots=True)
class Outcome:
    """Hold what became of an order.

    Only a definite rejection is `REJETEE`; whatever can not be trusted is `INCONNUE`; what provably never left the house
    is `PREPAREE`. `montant_recu` is set when less than the whole amount arrived (whole XOF). `moment` is when the operator
    paid, or None for now. `demande` is the operator's id of a request whose end is not known yet. `pause` is how long the
    operator wants to be left alone (seconds).
    """

    id: UUID
    etat: Verdict
    reference_operateur: str | None = None
    motif: str | None = None
    montant_recu: int | None = None
    moment: datetime | None = None
    demande: str | None = None
    pause: int = 0


class Lease(Protocol):
    """Hold the right to drive a run, for as long as an operator takes to answer."""

    def keep(self) -> None:
        """Prolong it: called every few seconds while orders are under way, from the thread that drives the run."""

    def holds(self) -> bool:
        """Return whether no other process can have the run: asked, from any thread, before an order leaves."""


class Delivery(Protocol):
    """Deliver payments through an operator. Called outside any transaction; must never raise for a single order."""

    # Whether `send` delivers at once. Otherwise results come later: from a file, a statement, a sheet.
    is_immediate: bool
    # Whether `refuse` refuses orders that would spoil the others: all are looked at before the first one is sent.
    is_selective: bool
    # The most orders that are sent, or asked for, together.
    batch_size: int

    def refuse(self, orders: Sequence[PaymentOrder]) -> list[Outcome]:
        """Return the rejections of orders which nobody could carry out. They are settled before anything is sent."""

    def send(self, orders: Sequence[PaymentOrder]) -> list[Outcome]:
        """Ask the operator to pay. An order without an outcome in the answer is unknown."""

    def ask(self, orders: Sequence[PaymentOrder]) -> list[Outcome]:
        """Ask the operator what became of orders that were, or may have been, sent."""


@dataclass(frozen=True, slots=True)
class RunOptions:
    """Hold how a cycle is to be paid: through which provider, and optionally one operator only."""

    fournisseur: str
    operateur: str | None = None
    simulation: dict[str, int] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class RunSummary:
    """Hold how far the payments of a cycle are. Amounts are whole XOF; `montant_total` is that of the run."""

    statut: str
    nb_paiements: int
    reussis: int
    echoues: int
    en_cours: int
    inconnus: int
    montant_total: int

    def to_json(self) -> dict[str, Any]:
        """Return the summary as the API shows it."""
        return {
            "statut": self.statut,
            "nbPaiements": self.nb_paiements,
            "reussis": self.reussis,
            "echoues": self.echoues,
            "enCours": self.en_cours,
            "inconnus": self.inconnus,
            "montantTotal": self.montant_total,
        }


@dataclass(frozen=True, slots=True)
class SettledRun:
    """Hold what one settlement settled of a run.

    `total` is what its attempts still had reserved (whole XOF); `premier` and `dernier` are when the first and the last of
    those that were paid was paid.
    """

    execution_id: UUID
    total: int
    reussis: int
    echoues: int
    premier: datetime | None
    dernier: datetime | None


@dataclass(frozen=True, slots=True)
class SettlementCounts:
    reussis: int = 0
    echoues: int = 0
