"""Let an administrator in who is signed in at the console."""

from typing import Any
from uuid import UUID

from django.conf import settings
from django.db import transaction

from accounts.audit.api import write_audit_entry
from accounts.audit.models import Trace
from accounts.backoffice.rules import ENTRY, ENTRY_PERMISSIONS, RESTRICTIONS
from accounts.tokens.api import issue_hand_over
from accounts.users.models import User
from config.errors.problems import Problem, not_found


def may_enter(user: Any) -> bool:
    """Return whether a user administers something, and has nothing to do first (password, second factor)."""
    return bool(user) and user.restriction is None and bool(user.permissions & ENTRY_PERMISSIONS)


@transaction.atomic
def enter_administration(*, user: User, session_id: UUID) -> str:
    """Return the token of the administration's cookie, in the caller's own session; write the entry into the history.

    Raises NOT_FOUND where the administration is switched off, FORBIDDEN, UNAUTHENTICATED.
    """
    if not settings.ADMIN:
        raise not_found()
    if not may_enter(user):
        raise Problem("FORBIDDEN", RESTRICTIONS.get(user.restriction or ""))
    token = issue_hand_over(
        user=user,
        session_id=session_id,
        seconds=settings.ADMIN_IDLE_SECONDS,
        most_seconds=settings.ADMIN_HAND_OVER_SECONDS,
    )
    write_audit_entry(action=Trace.Action.OPERATION, model=ENTRY, object_id=session_id)
    return token
