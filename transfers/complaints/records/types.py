"""Define what is shown of the history of a complaint."""

from dataclasses import dataclass
from datetime import datetime
from typing import Any
from uuid import UUID


@dataclass(frozen=True, slots=True)
class RecordedMove:
    """Hold one thing that was done about a complaint; `auteur` is {id, nom}, null for the complainant or the service."""

    id: UUID
    action: str
    statut_avant: str | None
    statut_apres: str
    champs: list[str]
    commentaire: str | None
    auteur: dict[str, Any] | None
    date: datetime
