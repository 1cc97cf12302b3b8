"""Exports have turns of their own, so that they never take every thread of the web server.

A turn is a pair of advisory locks of the connection that reads the rows: all processes and machines count together, and
the turn of a process that dies is free at once.
"""

from collections.abc import Iterator
from typing import Any, Final

from django.conf import settings
from django.db import connection
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from config.api.problems import Problem, invalid

RETRY_SECONDS: Final = "10"
EVERYBODY: Final = "export"
# The first lock that is free: the rows of a series are tried in their order, until one is found.
TAKE: Final = "SELECT turn FROM generate_series(1, %s) AS turn WHERE pg_try_advisory_lock(hashtext(%s), turn) LIMIT 1"
RELEASE: Final = "SELECT pg_advisory_unlock(hashtext(%s), %s)"


def require_chunks(request: Any) -> None:
    """Refuse to stream without a length over HTTP/1.0: nothing would tell a file that was cut from a whole one.

    Behind nginx it is nginx that speaks with the client, and passes on which version he speaks.
    """
    spoken = request.headers.get("X-Client-Protocol") or request.META.get("SERVER_PROTOCOL")
    if spoken == "HTTP/1.0":
        raise invalid({}, _("Cet export demande HTTP/1.1 : avec HTTP/1.0, un fichier coupé semblerait complet."))


class Turn:
    """The right to export now. Raises RATE_LIMITED when the user, or everybody together, has too many running."""

    def __init__(self, user_id: Any) -> None:
        self.held: list[tuple[str, int]] = []
        own = settings.EXPORTS_PER_USER
        if not self._take(f"{EVERYBODY}:{user_id}", own):
            raise _too_many(
                ngettext(
                    "Vous avez déjà %(n)d export en cours. Attendez qu'il soit terminé.",
                    "Vous avez déjà %(n)d exports en cours. Attendez qu'ils soient terminés.",
                    own,
                ) % {"n": own}
            )  # fmt: skip
        if not self._take(EVERYBODY, settings.EXPORTS_AT_ONCE):
            self.release()
            raise _too_many(_("Trop d'exports sont en cours. Réessayez dans un moment."))

    def _take(self, name: str, most: int) -> bool:
        with connection.cursor() as cursor:
            cursor.execute(TAKE, [most, name])
            row = cursor.fetchone()
        if row:
            self.held.append((name, row[0]))
        return row is not None

    def release(self) -> None:
        """Give the turn back. With a lost connection it is free already."""
        raw = connection.connection
        while self.held:
            name, turn = self.held.pop()
            if raw is not None and not raw.closed:
                with connection.cursor() as cursor:
                    cursor.execute(RELEASE, [name, turn])


def _too_many(message: str) -> Problem:
    return Problem("RATE_LIMITED", message, headers={"Retry-After": RETRY_SECONDS})


class Held:
    """The body of an export, which gives its turn back when it ends or the client has gone."""

    def __init__(self, body: Any, turn: Turn) -> None:
        self.body = body
        self.turn = turn

    def __iter__(self) -> Iterator[bytes]:
        return iter(self.body)

    def close(self) -> None:
        """Close the body, which ends its statement, then free the turn."""
        try:
            self.body.close()
        finally:
            self.turn.release()
