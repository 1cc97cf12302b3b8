"""Define why a member was chosen, and what waits for one."""

from dataclasses import dataclass
from datetime import date
from typing import Any
from uuid import UUID

from transfers.complaints.teams.models import TeamMember


@dataclass(frozen=True, slots=True)
class Choice:
    """Hold the member who gets a complaint, and by which reasons they were chosen."""

    member: TeamMember
    reasons: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class TeamPlace:
    """Hold a team that handles a category in a sector, and whether it has a free member; `place` numbers what was asked."""

    place: int
    equipe_id: UUID | None
    nom: str | None
    du_secteur: bool
    libre: bool


@dataclass(frozen=True, slots=True)
class WaitingComplaint:
    """Hold a complaint of the queue; `equipe` is {id, nom}, null when no team handles its category there."""

    id: UUID
    reference: str
    objet: str | None
    categorie: str
    priorite: str
    echeance: date
    equipe: dict[str, Any] | None
    raison: str
    attend_depuis: date
    jours: int
