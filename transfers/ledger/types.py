"""Define what is posted to the ledger, and what a check of it reports."""

from dataclasses import dataclass
from uuid import UUID

from config.keyed_answers import KeyedAnswer
from transfers.ledger.models import Entry, MovementType


@dataclass(frozen=True, slots=True)
class Line:
    """Hold one line of an entry: what it adds to (or, below zero, takes from) an account, in whole XOF."""

    compte_id: UUID
    type: MovementType
    montant: int
    reference: str | None = None
    objet_id: UUID | None = None
    cycle_id: UUID | None = None
    contrepasse_id: UUID | None = None


@dataclass(frozen=True, slots=True)
class NewEntry:
    """Hold an entry to insert, the amount (XOF) and reference of its lines, and the answer to store with it."""

    entry: Entry
    type: MovementType
    montant: int
    reference: str | None = None
    answer: KeyedAnswer | None = None


@dataclass(frozen=True, slots=True)
class ProjectAccounts:
    """Hold the ids of the accounts on the other side of a project's entries, by nature."""

    tresor: UUID
    beneficiaires: UUID
    frais: UUID
    especes_remises: UUID
    especes_rendues: UUID
    attente: UUID
    pertes: UUID


@dataclass(frozen=True, slots=True)
class LedgerFault:
    """Report a broken invariant: its number and name, how many rows break it, and some of them."""

    invariant: str
    count: int
    examples: tuple[str, ...]
