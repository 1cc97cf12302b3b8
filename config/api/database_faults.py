"""Report database faults that are no bugs: it restarts, is full or too slow, or another session holds a lock."""

from collections.abc import Callable
from typing import Any, Final

from django.db import DatabaseError
from django.utils.translation import gettext as _

from config.api.limits import SAFE_METHODS, query_too_long
from config.errors.database import BUSY, CANCELED, LOCK_TIMEOUT, get_sqlstate, is_unavailable
from config.errors.problems import Problem
from config.hooks import Hook
from config.postgis.base import get_connection

RETRY_SECONDS: Final = 5
# Each function describes who holds the lock of a timed-out statement, or returns None.
lock_explainers = Hook[Callable[[BaseException], str | None]]("descriptions of who holds a lock")


def find_database_problem(error: BaseException, request: Any) -> Problem | None:
    """Return the problem for a database fault; None for an error of the server itself."""
    if is_unavailable(error):
        return Problem("SERVICE_UNAVAILABLE", describe_outcome(request), retry_after=RETRY_SECONDS)
    if not isinstance(error, DatabaseError):
        return None
    state = get_sqlstate(error)
    if state == CANCELED:
        return query_too_long()
    if state in BUSY:
        holder = _describe_lock_holder(error) if state == LOCK_TIMEOUT else None
        return Problem("CONFLICT", holder or _describe_busy_data(state), retry_after=RETRY_SECONDS if holder else 1)
    return None


def _describe_lock_holder(error: BaseException) -> str | None:
    """Return the first description of who holds the lock, or None."""
    return next((text for describe in lock_explainers.values() if (text := describe(error))), None)


def _describe_busy_data(state: str) -> str | None:
    if state != LOCK_TIMEOUT:
        return None
    return _("Ces données sont en cours de modification par quelqu'un d'autre. Réessayez dans un moment.")


def describe_outcome(request: Any) -> str | None:
    """Describe for the caller what became of a request during which the connection was lost; None for reads."""
    if request.method in SAFE_METHODS:
        return None
    if get_connection().commits_begun == getattr(request, "commits_before", None):
        return _(
            "Le service est momentanément indisponible. Rien n'a été enregistré : réessayez dans quelques secondes."
        )
    if request.headers.get("Idempotency-Key"):
        return _(
            "La connexion à la base de données a été coupée pendant l'enregistrement. Renvoyez la même demande avec la "
            "même clé d'idempotence : rien ne sera fait deux fois."
        )
    return _(
        "La connexion à la base de données a été coupée pendant l'enregistrement : la modification a peut-être été "
        "faite. Vérifiez avant de recommencer."
    )
