"""The rights of a job's user: read when the run begins, and held until its end.

What a run was allowed at its beginning must still be allowed when it is committed: a right, a region or the account
that is taken away meanwhile ends it at its next step, rolled back. A right that comes along changes nothing.
"""

from typing import NamedTuple, Self
from uuid import UUID

from django.utils.translation import gettext as _

from accounts.jobs.models import Job
from accounts.users.models import User
from accounts.users.queries import active_caller
from config.api.problems import Problem, forbidden


def caller_of(job: Job, permission: str) -> User:
    """Who a job works for, with the rights that he has now. Raises FORBIDDEN when he is gone or lacks `permission`."""
    user = active_caller(job.user_id) if job.user_id else None
    if user is None or not user.holds(permission):
        raise forbidden()
    return user


def withdrawn() -> Problem:
    """How a job ends whose user has lost something."""
    return forbidden(_("Vos droits ont changé pendant la tâche : elle s'est arrêtée."))


class Rights(NamedTuple):
    """What the user of a run had when it began; a job without a user needs nothing."""

    user_id: UUID | None
    permissions: frozenset[str] = frozenset()
    region_ids: frozenset[UUID] | None = None

    @classmethod
    def of(cls, job: Job) -> Self:
        """Raises FORBIDDEN when the user is gone or deactivated."""
        if job.user_id is None:
            return cls(None)
        user = active_caller(job.user_id)
        if user is None:
            raise withdrawn()
        return cls(user.id, user.permissions, None if user.region_ids is None else frozenset(user.region_ids))

    def kept(self) -> bool:
        """Whether the user still has all of it: one query."""
        if self.user_id is None:
            return True
        user = active_caller(self.user_id)
        if user is None or not self.permissions <= user.permissions:
            return False
        return user.region_ids is None or (self.region_ids is not None and self.region_ids <= {*user.region_ids})

    def require(self) -> None:
        """Raise FORBIDDEN unless it is kept."""
        if not self.kept():
            raise withdrawn()
