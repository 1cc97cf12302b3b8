"""Limit concurrent exports, so that they never occupy every thread of the web server.

A turn is a pair of session-level advisory locks on the connection that reads the rows: they count across all processes
and machines, and a process that dies frees its turn at once.
"""

from collections.abc import Iterator
from typing import Any, Final

from django.conf import settings
from django.db import connection
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from config.errors.problems import Problem, invalid

RETRY_SECONDS: Final = 10
EVERYBODY: Final = "export"
# Take the first free lock: LIMIT 1 stops the series at the first number that could be locked.
TAKE: Final = """
SELECT (SELECT turn FROM generate_series(1, %s) AS turn WHERE pg_try_advisory_lock(hashtext(%s), turn) LIMIT 1),
       (SELECT turn FROM generate_series(1, %s) AS turn WHERE pg_try_advisory_lock(hashtext(%s), turn) LIMIT 1)
"""
RELEASE: Final = """
SELECT pg_advisory_unlock(hashtext(name), turn) FROM unnest(%s::text[], %s::int[]) AS held (name, turn)
"""


def require_chunked_transfer(request: Any) -> None:
    """Refuse to stream without a length over HTTP/1.0, where a truncated file looks complete. Raises VALIDATION_ERROR.

    Behind nginx, `X-Client-Protocol` holds the version that the client speaks with nginx.
    """
    spoken = request.headers.get("X-Client-Protocol") or request.META.get("SERVER_PROTOCOL")
    if spoken == "HTTP/1.0":
        raise invalid({}, _("Cet export demande HTTP/1.1 : avec HTTP/1.0, un fichier coupé semblerait complet."))


class ExportTurn:
    """Hold the right to export now. Raises RATE_LIMITED when the user, or all users together, run too many exports."""

    def __init__(self, user_id: Any) -> None:
        own, every = settings.EXPORTS_PER_USER, settings.EXPORTS_AT_ONCE
        names = (f"{EVERYBODY}:{user_id}", EVERYBODY)
        with connection.cursor() as cursor:
            cursor.execute(TAKE, [own, names[0], every, names[1]])
            turns = cursor.fetchone()
        self.locks = {name: turn for name, turn in zip(names, turns, strict=True) if turn is not None}
        if None not in turns:
            return
        self.release()
        if turns[0] is not None:
            raise _build_limit_problem(_("Trop d'exports sont en cours. Réessayez dans un moment."))
        raise _build_limit_problem(
            ngettext(
                "Vous avez déjà %(n)d export en cours. Attendez qu'il soit terminé.",
                "Vous avez déjà %(n)d exports en cours. Attendez qu'ils soient terminés.",
                own,
            )
            % {"n": own}
        )

    def release(self) -> None:
        """Release the locks; with a lost connection they are free already."""
        raw = connection.connection
        if self.locks and raw is not None and not raw.closed:
            with connection.cursor() as cursor:
                cursor.execute(RELEASE, [[*self.locks], [*self.locks.values()]])
        self.locks = {}


def _build_limit_problem(message: str) -> Problem:
    return Problem("RATE_LIMITED", message, retry_after=RETRY_SECONDS)


class ExportBody:
    """Wrap the body of an export, and release its turn when it ends or the client disconnects."""

    def __init__(self, body: Any, turn: ExportTurn) -> None:
        self.body = body
        self.turn = turn

    def __iter__(self) -> Iterator[bytes]:
        yield from self.body
        self.turn.release()

    def close(self) -> None:
        """Close the body, which ends its statement, then release the turn."""
        try:
            self.body.close()
        finally:
            self.turn.release()
