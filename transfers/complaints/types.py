"""Define the complaints of a beneficiary's detail."""

from dataclasses import dataclass
from datetime import datetime
from uuid import UUID


@dataclass(frozen=True, slots=True)
class ComplaintRecord:
    """Hold a complaint as the detail of its beneficiary shows it."""

    id: UUID
    reference: str
    categorie: str
    description: str | None
    statut: str
    priorite: str
    date_creation: datetime
    date_resolution: datetime | None
    resolution: str | None
