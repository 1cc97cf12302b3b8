"""Define what has waited too long. Amounts are whole XOF."""

from dataclasses import dataclass
from datetime import datetime
from uuid import UUID


@dataclass(frozen=True, slots=True)
class MissingStatement:
    """Hold a cycle that an operator has paid, and of which no statement was compared."""

    cycle_id: UUID
    cycle_code: str
    cycle_nom: str
    operateur: str
    operateur_label: str
    le: datetime
    jours: int
    nombre: int
    montant: int


@dataclass(frozen=True, slots=True)
class WaitingSession:
    """Hold a session that nobody has finalised, with its open payments, lines and errors."""

    id: UUID
    cycle_id: UUID
    code: str
    nom: str
    statut: str
    operateur: str
    operateur_label: str
    le: datetime
    jours: int
    paiements: int
    lignes: int
    erreurs: int


@dataclass(frozen=True, slots=True)
class Deadlines:
    jours: int
    releves_attendus: list[MissingStatement]
    sessions_en_attente: list[WaitingSession]
