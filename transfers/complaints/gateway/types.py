"""Define the messages of the gateway."""

from dataclasses import dataclass
from uuid import UUID


@dataclass(frozen=True, slots=True)
class GatewayMessage:
    """Hold a message that came in: `identifiant` is the gateway's own, and names it for good."""

    identifiant: str
    canal: str
    numero: str
    texte: str
    langue: str
    categorie: str


@dataclass(frozen=True, slots=True)
class TakenMessage:
    """Hold what became of a message."""

    identifiant: str
    reference: str


@dataclass(frozen=True, slots=True)
class AwaitingMessage:
    """Hold a message to deliver."""

    id: UUID
    canal: str
    numero: str
    langue: str
    texte: str
