"""Attribute changes to a user through the connection setting `tabanca.context` = user|address|request.

In a request the token lookup itself sets it (`STATED`), at the cost of no extra query. Connections outlive requests:
`AuditContextGuard` clears the setting of an earlier request before the first statement of a request that is not signed in. Jobs
and commands run under `audit_as`.
"""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any, Final
from uuid import UUID

from django.db import connection, models
from django.db.models.expressions import RawSQL
from psycopg.pq import TransactionStatus

from config.logs import request_id

# Placeholders for address and request in the compiled lookup.
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
# Attributes of Django's connection: the request that set its current context, and whether the lookup is running.
HOLDER, STATING = "audit_holder", "audit_stating"


@contextmanager
def claim_audit_context() -> Iterator[Callable[[], None]]:
    """Wrap the lookup of a token; yield a function to call when the lookup found a user and so set the context."""
    setattr(connection, STATING, True)
    try:
        yield lambda: setattr(connection, HOLDER, request_id.get())
    finally:
        setattr(connection, STATING, False)


class AuditContextGuard:
    """Prevent a request from running statements under the audit context of another request (an execute wrapper)."""

    def __call__(self, execute: Callable[..., Any], sql: Any, params: Any, many: bool, context: dict[str, Any]) -> Any:
        held = getattr(connection, HOLDER, None)
        if held is not None and held != request_id.get() and not getattr(connection, STATING, False):
            setattr(connection, HOLDER, None)
            execute(EMPTY, None, False, context)
        return execute(sql, params, many, context)


@contextmanager
def audit_as(user_id: UUID | None, *, address: str | None = None, request: str | None = None) -> Iterator[None]:
    """Attribute changes made in the block to this user (None: the system), then restore the previous context.

    `request` defaults to the id of the running request. When a transaction fails inside the block, its rollback
    restores the setting.
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
