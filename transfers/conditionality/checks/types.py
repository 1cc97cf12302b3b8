"""Define the checks of a beneficiary's detail, what is stored from a file, and effects on a cycle."""

from dataclasses import dataclass
from datetime import date, datetime
from typing import Any
from uuid import UUID


@dataclass(frozen=True, slots=True)
class ComplianceRecord:
    """Hold a check as the detail of its beneficiary shows it."""

    id: UUID
    statut: str
    taux_conformite: float | None
    date_verification: datetime
    date_echeance: date | None
    commentaires: str | None
    source_verification: str | None
    conditionnalite: dict[str, Any]
    cycle: dict[str, Any] | None


@dataclass(frozen=True, slots=True)
class NoticeOutcome:
    """Hold whether notice of a check was recorded now; `message` is why not."""

    id: UUID
    avise: bool
    message: str | None


@dataclass(frozen=True, slots=True)
class NoticeResult:
    """Count the notices that were recorded and those that were not, with the outcome for each id sent."""

    success: int
    errors: int
    details: list[NoticeOutcome]
