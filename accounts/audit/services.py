"""Record who changes what: the context of a connection, operations over many rows, single entries, and their seals.

Changes are attributed to a user through the connection setting `tabanca.context` = user|address|request. In a request
the token lookup itself sets it (`SET_AUDIT_CONTEXT`), at the cost of no extra query. Connections outlive requests:
`AuditContextGuard` clears the setting of an earlier request before the first statement of a request that is not signed
in. Jobs and commands run under `audit_as`.

Sealing gives each entry a position and a hash over the previous hash, the entry's immutable columns and a salted digest
of its values: values can be erased (with their salt) while the chain still holds. A hash chain without a secret detects
anyone who does not recompute it up to its end; comparing with the head, which each sealing logs and which is stored
elsewhere, detects the rest.
"""

import logging
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import Any, Final
from uuid import UUID

import orjson
from django.db import connection, models, transaction
from django.db.models.expressions import RawSQL
from psycopg.pq import TransactionStatus

from accounts.audit.models import Trace
from accounts.audit.queries import SQL, find_newest_seal
from config.ids import uuid7
from config.logs import request_id

logger = logging.getLogger("tabanca.audit")
# Placeholders for address and request in the compiled lookup.
ADDRESS_PLACEHOLDER, REQUEST_PLACEHOLDER = "the address", "the request"
SET_AUDIT_CONTEXT: Final = RawSQL(
    "set_config('tabanca.context', accounts_user.id::text || '|' || %s::text || '|' || %s::text, false)",
    (ADDRESS_PLACEHOLDER, REQUEST_PLACEHOLDER),
    output_field=models.TextField(),
)
CLEAR_CONTEXT: Final = "SELECT set_config('tabanca.context', '', false)"
SWAP_CONTEXT: Final = """
WITH before AS MATERIALIZED (SELECT coalesce(current_setting('tabanca.context', true), '') AS text)
SELECT text, set_config('tabanca.context', %s, false) FROM before
"""
# Attributes of Django's connection: the request that set its current context, and whether the lookup is running.
CONTEXT_OWNER, IS_LOOKUP_RUNNING = "audit_context_owner", "is_audit_lookup_running"
SEAL_BATCH: Final = 50_000


@contextmanager
def claim_audit_context() -> Iterator[Callable[[], None]]:
    """Wrap the lookup of a token; yield a function to call when the lookup found a user and so set the context."""
    setattr(connection, IS_LOOKUP_RUNNING, True)
    try:
        yield lambda: setattr(connection, CONTEXT_OWNER, request_id.get())
    finally:
        setattr(connection, IS_LOOKUP_RUNNING, False)


class AuditContextGuard:
    """Prevent a request from running statements under the audit context of another request (an execute wrapper)."""

    def __call__(self, execute: Callable[..., Any], sql: Any, params: Any, many: bool, context: dict[str, Any]) -> Any:
        owner = getattr(connection, CONTEXT_OWNER, None)
        if owner is not None and owner != request_id.get() and not getattr(connection, IS_LOOKUP_RUNNING, False):
            setattr(connection, CONTEXT_OWNER, None)
            execute(CLEAR_CONTEXT, None, False, context)
        return execute(sql, params, many, context)


@contextmanager
def audit_as(user_id: UUID | None, *, address: str | None = None, request: str | None = None) -> Iterator[None]:
    """Attribute changes made in the block to this user (None: the system), then restore the previous context.

    `request` defaults to the id of the running request. When a transaction fails inside the block, its rollback
    restores the setting.
    """
    value = "|".join(str(part or "") for part in (user_id, address, request or request_id.get()))
    with connection.cursor() as cursor:
        cursor.execute(SWAP_CONTEXT, [value])
        before = cursor.fetchone()[0]
        try:
            yield
        finally:
            raw = connection.connection
            if raw is not None and raw.info.transaction_status != TransactionStatus.INERROR:
                cursor.execute(SWAP_CONTEXT, [before])


@dataclass
class AuditOperation:
    """Hold one audit operation.

    The block sets `count` and may put further results into `result` (no personal data).
    """

    id: UUID
    count: int | None = None
    result: dict[str, Any] = field(default_factory=dict)
    savepoint: bool = True


def write_audit_entry(
    *,
    action: str,
    model: str,
    entry_id: UUID | None = None,
    operation: UUID | None = None,
    object_id: UUID | None = None,
    root: UUID | None = None,
    region: UUID | None = None,
    count: int | None = None,
    details: dict[str, Any] | None = None,
) -> UUID:
    """Write one audit entry for the connection's user and return its id.

    The entry is an operation, or says that a case was read (`lecture`).
    """
    entry_id = entry_id or uuid7()
    SQL.execute(
        "insert_entry",
        {
            "id": entry_id,
            "action": action,
            "model": model,
            "operation": operation,
            "objet": object_id,
            "racine": root or object_id,
            "region": region,
            "nombre": count,
            "details": None if details is None else orjson.dumps(details, default=str).decode(),
        },
    )
    return entry_id


@contextmanager
def _apply_operation(operation: str, is_quiet: bool, savepoint: bool) -> Iterator[None]:
    """Attribute the block's rows to this operation, or with `suppress_audit` create no entries for them.

    Without a savepoint the settings last until the whole transaction ends. A failure restores them by the rollback.
    """
    with transaction.atomic(savepoint=savepoint):
        before = SQL.fetch_one("begin_operation", {"operation": operation, "quiet": "on" if is_quiet else ""})
        yield
        SQL.fetch_rows("end_operation", {"operation": before["operation"], "quiet": before["quiet"]})


@contextmanager
def audit_operation(
    kind: str,
    *,
    filters: dict[str, Any] | None = None,
    rows: bool = False,
    savepoint: bool = True,
    operation_id: UUID | None = None,
) -> Iterator[AuditOperation]:
    """Run an operation over many rows in one transaction; write ONE entry: who, over what (`filters`), how many rows.

        with audit_operation("recalcul_pmt", filters={"methode": id}) as done:
            done.count = <the statement's rows>

    Its rows create no entries, so a million rows cost nothing. With `rows=True` they do, each with this operation's id:
    for changes that must be listed per person or undone (`queries.list_operation_changes(done.id)`). Within such an
    operation, `suppress_audit()` leaves out a part. Without any operation every row creates an entry: forgetting it is
    slow, never silent.

    `savepoint=False` is for callers that fail as a whole: PostgreSQL does not recognise rows written under a savepoint
    as the current transaction's own, and locks them again (decision 0013).

    `operation_id` is for an operation that must run once however often it is tried: its entry is the receipt
    (`queries.find_operation_result`), and a second entry violates the primary key.
    """
    done = AuditOperation(operation_id or uuid7(), savepoint=savepoint)
    with _apply_operation(str(done.id), not rows, savepoint):
        yield done
    write_audit_entry(
        action=Trace.Action.OPERATION,
        model=kind,
        entry_id=done.id,
        operation=done.id,
        count=done.count,
        details={"filtre": filters or {}, "resultat": done.result},
    )


@contextmanager
def suppress_audit(done: AuditOperation) -> Iterator[None]:
    """Create no audit entries for rows changed in the block, within an operation with `rows=True`."""
    with _apply_operation(str(done.id), True, done.savepoint):
        yield


def seal_audit_entries() -> int:
    """Seal all committed entries and return how many; concurrent calls wait for each other."""
    total = 0
    while True:
        with transaction.atomic():
            sealed: int = SQL.fetch_value("seal_entries", {"limit": SEAL_BATCH})
        total += sealed
        if sealed < SEAL_BATCH:
            break
    newest = find_newest_seal() if total else None
    if newest:
        fields: dict[str, Any] = {"sealed": total, "position": newest.position, "chain": newest.chain}
        logger.info("audit sealed", extra={"fields": fields})
    return total
