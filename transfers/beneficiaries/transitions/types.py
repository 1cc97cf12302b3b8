"""Define the rows on which a transition is decided, and what came of it."""

from dataclasses import dataclass
from typing import Final
from uuid import UUID

from config.errors.problems import Problem

# The household and the programme in which a beneficiary holds the place of the principal.
Place = tuple[UUID, UUID]


@dataclass(frozen=True)
class LockedBeneficiary:
    """Hold a locked beneficiary with what its transition depends on."""

    id: UUID
    code: str
    type: str
    menage_id: UUID
    programme_id: UUID
    statut_enrolement: str
    compte_mobile: str | None
    # The projects of the household and of the programme; the transition needs both to be writable.
    project_ids: tuple[UUID | None, UUID]
    household_refusal: Problem | None
    is_programme_enrolling: bool
    # Whether the transition brings back a beneficiary who has left.
    is_returning: bool
    # Whether the account is not the one which was locked: another transaction has changed it meanwhile.
    has_other_account: bool

    @property
    def place(self) -> Place:
        return (self.menage_id, self.programme_id)


@dataclass(frozen=True)
class TransitionVerdict:
    """Hold the code of a beneficiary, and why it did not make the transition (None: it did)."""

    code: str
    problem: Problem | None


# The status of an outcome when no transition was made.
FAILED: Final = "erreur"


@dataclass(frozen=True, slots=True)
class TransitionOutcome:
    """Hold the status that a beneficiary reached, or FAILED with the reason in `message`.

    A beneficiary whom the user may not see has no code.
    """

    id: UUID
    code: str | None
    status: str
    message: str | None


@dataclass(frozen=True, slots=True)
class BatchResult:
    """Count the transitions made and those that failed, with the outcome for each id sent."""

    success: int
    errors: int
    details: list[TransitionOutcome]
