"""Define the follow-ups of a beneficiary's detail."""

from dataclasses import dataclass
from datetime import datetime
from typing import Any
from uuid import UUID


@dataclass(frozen=True, slots=True)
class FollowUpRecord:
    """Hold a follow-up; `latitude` and `longitude` are in degrees, `agent` is {id, nom}."""

    id: UUID
    type_suivi: str
    date_suivi: datetime
    observations: str | None
    latitude: float | None
    longitude: float | None
    agent: dict[str, Any] | None
