"""Recognise database errors that are no bugs: another transaction was faster, or the database does not respond."""

from typing import Final

from django.db import DatabaseError, Error, IntegrityError, InterfaceError, OperationalError, connection

from config.errors.problems import Problem

LOCK_TIMEOUT: Final = "55P03"
CANCELED: Final = "57014"
# Another transaction was faster: the same work may well succeed when repeated.
DEADLOCK: Final = "40P01"
BUSY: Final = {LOCK_TIMEOUT, "40001", DEADLOCK}
# Shut down, crashed, starting, dropped, idle for too long in a transaction.
ENDED: Final = {"57P01", "57P02", "57P03", "57P04", "57P05", "25P03"}
# Connection exceptions; insufficient resources (disk, memory, connections).
CLASSES: Final = ("08", "53")
# By SQLSTATE, where validation had passed before and another transaction was faster.
BROKEN_RULES: Final = {
    "23505": "CONFLICT",
    "23503": "HAS_DEPENDENCIES",
    "23514": "VALIDATION_ERROR",
    "23P01": "CONFLICT",
}


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
    """Return whether a database error may be temporary, so that repeating the work may succeed."""
    return is_unavailable(error) or (isinstance(error, DatabaseError) and get_sqlstate(error) in BUSY)


def find_constraint_problem(error: Exception) -> Problem | None:
    """Return the problem for a violated constraint; None for another error."""
    state = getattr(error.__cause__, "sqlstate", None)
    return Problem(BROKEN_RULES[state]) if isinstance(error, IntegrityError) and state in BROKEN_RULES else None
