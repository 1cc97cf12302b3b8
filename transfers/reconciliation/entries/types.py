"""Define what lists show of entries, and what people decide of them."""

from dataclasses import dataclass, field
from datetime import date, datetime
from typing import Any
from uuid import UUID

from transfers.reconciliation.types import EntryGroup


@dataclass(frozen=True, slots=True)
class EntryPayment:
    """Hold what an entry shows of its payment. Amounts are whole XOF; `montant_recu` is what arrived of it."""

    id: UUID
    reference: str
    beneficiaire: str
    telephone: str | None
    montant: int
    montant_recu: int | None
    statut: str
    date_paiement: datetime | None
    reference_operateur: str | None
    motif_echec: str | None


@dataclass(frozen=True, slots=True)
class EntryLine:
    """Hold what an entry shows of its line; texts as in the file. `credit` tells money that came in."""

    id: UUID
    reference: str | None
    transaction: str | None
    telephone: str | None
    montant: int
    frais: int | None
    credit: bool
    nature: str
    date_transaction: str | None
    libelle: str | None


@dataclass(frozen=True, slots=True)
class ListedEntry:
    """Hold one entry of a list."""

    id: UUID
    source: str
    statut: str
    paiement: EntryPayment | None
    entree_releve: EntryLine | None
    score_match: float | None
    indices: list[str]
    ecart_montant: int | None
    ecart_date: int | None
    raison_non_match: str | None
    decide: bool
    action: str | None
    commentaire: str | None
    version: int


@dataclass(frozen=True, slots=True)
class PagePart:
    """Hold the entries of one group that a page shows: how many after `offset` others, from the end if `is_backward`.

    The others are those after the entry `start`; without one, all of the group.
    """

    group: EntryGroup
    offset: int
    count: int
    is_backward: bool
    start: UUID = UUID(int=0)


@dataclass(frozen=True, slots=True)
class Decision:
    """Hold what somebody wants to decide of an entry.

    `other_id` is the entry of the other side, for a pair; `version` is that of the entry as they saw it, or None.
    """

    entry_id: UUID
    action: str
    other_id: UUID | None = None
    commentaire: str | None = None
    version: int | None = None


@dataclass(slots=True)
class BatchResult:
    """Hold what a batch of decisions changed: the ids that were decided, and a sentence about each other one."""

    decided: list[UUID] = field(default_factory=list)
    refused: list[tuple[UUID, Any]] = field(default_factory=list)


@dataclass(frozen=True, slots=True)
class Usage:
    """Hold which payments and lines other sessions have paired."""

    payments: frozenset[UUID]
    lines: frozenset[UUID]


@dataclass(frozen=True, slots=True)
class OpenLine:
    """Hold a line or a payment that may be the other side of an entry, with what is compared."""

    id: UUID
    reference: str | None
    telephone: str | None
    montant: int
    jour: date | None
