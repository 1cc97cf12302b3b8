"""Define what a run of a job holds: its progress, its further transactions, its locks and the rights of its user."""

from dataclasses import dataclass
from typing import Protocol
from uuid import UUID

from django.utils.translation import gettext as _

from accounts.users.models import User
from config.errors.problems import Problem, forbidden


class JobCancelled(Exception):
    """Signal that the job was asked to stop."""


def build_lost_rights_problem() -> Problem:
    """Return the problem for a job whose user has lost rights."""
    return forbidden(_("Vos droits ont changé pendant la tâche : elle s'est arrêtée."))


@dataclass(frozen=True, slots=True)
class LockHolder:
    """Hold the job, if any, that holds the lock on which a statement timed out, and whether that is certain."""

    job_id: UUID | None
    certain: bool


@dataclass(frozen=True)
class RunRights:
    """Hold the rights that the user of a run had when it began; a job without a user needs none."""

    user_id: UUID | None
    permissions: frozenset[str] = frozenset()
    region_ids: frozenset[UUID] | None = None

    def are_held_by(self, user: User | None) -> bool:
        """Return whether the user, with their current rights, still has all of these."""
        if user is None or not self.permissions <= user.permissions:
            return False
        return user.region_ids is None or (self.region_ids is not None and self.region_ids <= {*user.region_ids})


class ExtraTransaction(Protocol):
    """Represent a transaction in addition to the job's own, ready to commit when the job's function has returned."""

    def commit(self) -> None: ...

    def abandon(self) -> None: ...


class Progress:
    """Hold a job's progress and its request to stop.

    `report(done, total)` is cheap and may be called often; it raises JobCancelled when the job was asked to stop, and
    FORBIDDEN when its user has lost a right that they had when the run began.

    Work that is too slow for one transaction appends to `extra_transactions`: they commit after all work has succeeded,
    just before the job's own. A crash in between leaves some of them committed, so each must write a receipt that lets
    the next run do only the rest.
    """

    def __init__(self) -> None:
        self.done = 0
        self.total: int | None = None
        self.is_stop_requested = False
        self.has_lost_rights = False
        self.extra_transactions: list[ExtraTransaction] = []
        self.has_begun_commits = False

    def report(self, done: int, total: int | None = None) -> None:
        """Set how much is done, and of how much; raise as `raise_if_stopped` does."""
        self.done = done
        self.total = self.total if total is None else total
        self.raise_if_stopped()

    def raise_if_stopped(self) -> None:
        """Raise JobCancelled or FORBIDDEN when the job must stop."""
        if self.is_stop_requested:
            raise JobCancelled
        if self.has_lost_rights:
            raise build_lost_rights_problem()

    def get_final_count(self) -> int:
        """Return the progress of a job that ended well: its total, even when the total was only an estimate."""
        return self.done if self.total is None else self.total

    def commit_extra_transactions(self) -> None:
        """Commit the further transactions, as the last step before the job's own commit."""
        self.has_begun_commits = bool(self.extra_transactions)
        for other in self.extra_transactions:
            other.commit()

    def abandon_extra_transactions(self) -> None:
        """Roll back and drop the further transactions that were not committed."""
        while self.extra_transactions:
            self.extra_transactions.pop().abandon()
