"""Define what came of each id of a mass operation."""

from dataclasses import dataclass
from typing import Final
from uuid import UUID

from transfers.graduation.types import AffectedCycle

# The status of an outcome when nothing was done.
FAILED: Final = "erreur"


@dataclass(frozen=True, slots=True)
class GraduationOutcome:
    """Hold the status that was reached for an id, or FAILED with the reason in `message`."""

    id: UUID
    statut: str
    message: str | None


@dataclass(frozen=True, slots=True)
class MassGraduationResult:
    """Count what was done and what failed, with the outcome for each id sent.

    `cycles` are the lists in which approved people still stand.
    """

    success: int
    errors: int
    details: list[GraduationOutcome]
    cycles: list[AffectedCycle]
