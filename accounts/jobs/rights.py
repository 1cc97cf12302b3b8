"""Check the rights of a job's user from the beginning of a run to its end.

A run may commit only if its user still has all rights that they had at its beginning: when a permission, a region or
the account is taken away meanwhile, the run ends at its next step and is rolled back. Additional rights change nothing.
"""

from typing import NamedTuple, Self
from uuid import UUID

from django.utils.translation import gettext as _

from accounts.jobs.models import Job
from accounts.users.api import find_active_user
from accounts.users.models import User
from config.errors.problems import Problem, forbidden


def find_job_caller(job: Job, permission: str) -> User:
    """Return the user of a job with their current rights.

    Raises FORBIDDEN when the account is deleted or inactive, or lacks `permission`.
    """
    user = find_active_user(job.user_id) if job.user_id else None
    if user is None or not user.holds(permission):
        raise forbidden()
    return user


def build_lost_rights_problem() -> Problem:
    """Return the problem for a job whose user has lost rights."""
    return forbidden(_("Vos droits ont changé pendant la tâche : elle s'est arrêtée."))


class RunRights(NamedTuple):
    """Hold the rights that the user of a run had when it began; a job without a user needs none."""

    user_id: UUID | None
    permissions: frozenset[str] = frozenset()
    region_ids: frozenset[UUID] | None = None

    @classmethod
    def of(cls, job: Job) -> Self:
        """Return the current rights of a job's user. Raises FORBIDDEN when the user is deleted or inactive."""
        if job.user_id is None:
            return cls(None)
        user = find_active_user(job.user_id)
        if user is None:
            raise build_lost_rights_problem()
        return cls(user.id, user.permissions, None if user.region_ids is None else frozenset(user.region_ids))

    def kept(self) -> bool:
        """Return whether the user still has all of these rights, with one query."""
        if self.user_id is None:
            return True
        user = find_active_user(self.user_id)
        if user is None or not self.permissions <= user.permissions:
            return False
        return user.region_ids is None or (self.region_ids is not None and self.region_ids <= {*user.region_ids})

    def require(self) -> None:
        """Raise FORBIDDEN unless the user still has all of these rights."""
        if not self.kept():
            raise build_lost_rights_problem()
