"""Who is behind a change: one setting of the database connection, `tabanca.context` = user|address|request.

In a request the statement that looks the token up sets it (`STATED`), so it costs no query. Connections live longer
than requests: `Guard` empties what an earlier request left behind, before the first statement of one that is not
signed in. Jobs and commands act under `audit_as`.
"""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any, Final
from uuid import UUID

from django.db import connection, models
from django.db.models.expressions import RawSQL
from psycopg.pq import TransactionStatus

from config.logs import request_id

# Stand in the compiled lookup where address and request go.
ADDRESS_MARK, REQUEST_MARK = "the address", "the request"
STATED: Final = RawSQL(
    "set_config('tabanca.context', accounts_user.id::text || '|' || %s::text || '|' || %s::text, false)",
    (ADDRESS_MARK, REQUEST_MARK),
    output_field=models.TextField(),
)
EMPTY: Final = "SELECT set_config('tabanca.context', '', false)"
SWITCH: Final = """
WITH before AS MATERIALIZED (SELECT coalesce(current_setting('tabanca.context', true), '') AS text)
SELECT text, set_config('tabanca.context', %s, false) FROM before
"""
# Kept on Django's connection: the request that stated the context it carries, and whether the lookup is running.
HOLDER, STATING = "audit_holder", "audit_stating"


@contextmanager
def stating() -> Iterator[Callable[[], None]]:
    """Around the lookup of a token; the block calls what it is given when the lookup found (and stated) a user."""
    setattr(connection, STATING, True)
    try:
        yield lambda: setattr(connection, HOLDER, request_id.get())
    finally:
        setattr(connection, STATING, False)


class Guard:
    """An execute wrapper for one request: no statement runs under the context of another."""

    def __call__(self, execute: Callable[..., Any], sql: Any, params: Any, many: bool, context: dict[str, Any]) -> Any:
        held = getattr(connection, HOLDER, None)
        if held is not None and held != request_id.get() and not getattr(connection, STATING, False):
            setattr(connection, HOLDER, None)
            execute(EMPTY, None, False, context)
        return execute(sql, params, many, context)


@contextmanager
def audit_as(user_id: UUID | None, *, address: str | None = None, request: str | None = None) -> Iterator[None]:
    """What the block changes is told as this user's (None: the system's), then all is as before.

    `request` defaults to the running request. A transaction that fails inside takes the setting back by itself.
    """
    said = "|".join(str(part or "") for part in (user_id, address, request or request_id.get()))
    with connection.cursor() as cursor:
        cursor.execute(SWITCH, [said])
        before = cursor.fetchone()[0]
        try:
            yield
        finally:
            open_ = connection.connection
            if open_ is not None and open_.info.transaction_status != TransactionStatus.INERROR:
                cursor.execute(SWITCH, [before])
