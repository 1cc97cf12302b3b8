"""Report database faults that are no bugs: it restarts, is full or too slow, or another session holds a lock."""

from collections.abc import Callable
from typing import Any, Final

from django.db import DatabaseError, Error, InterfaceError, OperationalError, connection
from django.utils.translation import gettext as _

from config.api.limits import SAFE_METHODS, query_too_long
from config.api.problems import Problem

LOCK_TIMEOUT: Final = "55P03"
CANCELED: Final = "57014"
# Another transaction was faster: the same request may well succeed when repeated.
BUSY: Final = {LOCK_TIMEOUT, "40001", "40P01"}
# Shut down, crashed, starting, dropped, idle for too long in a transaction.
ENDED: Final = {"57P01", "57P02", "57P03", "57P04", "57P05", "25P03"}
# Connection exceptions; insufficient resources (disk, memory, connections).
CLASSES: Final = ("08", "53")
RETRY_SECONDS: Final = "5"
Explain = Callable[[BaseException], str | None]
_explain: list[Explain] = []


def register_lock_explainer(explain: Explain) -> None:
    """Register the function that describes who holds a lock (called once, by `accounts.hooks`)."""
    _explain[:] = [explain]


def get_sqlstate(error: BaseException) -> str | None:
    """Return the SQLSTATE of an exception of Django or psycopg, or None."""
    return getattr(error, "sqlstate", None) or getattr(error.__cause__, "sqlstate", None)


def is_unavailable(error: BaseException) -> bool:
    """Return whether the database was unreachable, or the connection was lost during a statement."""
    if not isinstance(error, Error):
        return False
    state = get_sqlstate(error)
    if state is not None:
        return state in ENDED or state[:2] in CLASSES
    # Without an SQLSTATE the server sent nothing: no connection was made, or it was lost.
    if isinstance(error, InterfaceError):
        return connection.connection is None or bool(connection.connection.closed)
    return isinstance(error, OperationalError)


def is_temporary(error: BaseException) -> bool:
    """Return whether a database fault may be temporary, so that repeating the work may succeed."""
    return is_unavailable(error) or (isinstance(error, DatabaseError) and get_sqlstate(error) in BUSY)


def find_database_problem(error: BaseException, request: Any) -> Problem | None:
    """Return the problem for a database fault; None for an error of the server itself."""
    if is_unavailable(error):
        return Problem("SERVICE_UNAVAILABLE", describe_outcome(request), headers={"Retry-After": RETRY_SECONDS})
    if not isinstance(error, DatabaseError):
        return None
    state = get_sqlstate(error)
    if state == CANCELED:
        return query_too_long()
    if state in BUSY:
        held = _explain[0](error) if _explain and state == LOCK_TIMEOUT else None
        return Problem("CONFLICT", held or _describe_busy_data(state), headers={"Retry-After": "5" if held else "1"})
    return None


def _describe_busy_data(state: str) -> str | None:
    if state != LOCK_TIMEOUT:
        return None
    return _("Ces données sont en cours de modification par quelqu'un d'autre. Réessayez dans un moment.")


def describe_outcome(request: Any) -> str | None:
    """Describe for the caller what became of a request during which the connection was lost; None for reads."""
    if request.method in SAFE_METHODS:
        return None
    begun = connection.commits_begun  # type: ignore[attr-defined]
    if begun == getattr(request, "commits_before", None):
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
