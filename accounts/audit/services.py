"""Record operations over many rows, and entries that no trigger can write."""

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import Any
from uuid import UUID

import orjson
from django.db import transaction

from accounts.audit.models import Trace
from config.ids import uuid7
from config.sql import Queries

SQL = Queries(__file__, "audit.sql")


@dataclass
class AuditOperation:
    """Hold one audit operation.

    The block sets `count` and may put further results into `result` (no personal data).
    """

    id: UUID
    count: int | None = None
    result: dict[str, Any] = field(default_factory=dict)
    savepoint: bool = True


def write_audit_entry(*, action: str, model: str, identity: UUID | None = None, operation: UUID | None = None,
           object_id: UUID | None = None, root: UUID | None = None, region: UUID | None = None,
           count: int | None = None, details: dict[str, Any] | None = None) -> UUID:  # fmt: skip
    """Write one audit entry for the connection's user and return its id.

    The entry is an operation, or says that a case was read (`lecture`).
    """
    identity = identity or uuid7()
    SQL.run("record", {
        "id": identity, "action": action, "model": model, "operation": operation, "objet": object_id,
        "racine": root or object_id, "region": region, "nombre": count,
        "details": None if details is None else orjson.dumps(details, default=str).decode(),
    })  # fmt: skip
    return identity


@contextmanager
def _apply_operation(operation: str, quiet: bool, savepoint: bool) -> Iterator[None]:
    """Attribute the block's rows to this operation, or with `suppress_audit` create no entries for them.

    Without a savepoint the settings last until the whole transaction ends. A failure restores them by the rollback.
    """
    with transaction.atomic(savepoint=savepoint):
        before = SQL.one("begin_operation", {"operation": operation, "quiet": "on" if quiet else ""})
        yield
        SQL.rows("end_operation", {"operation": before["operation"], "quiet": before["quiet"]})


@contextmanager
def audit_operation(
    kind: str, *, filters: dict[str, Any] | None = None, rows: bool = False, savepoint: bool = True,
    identity: UUID | None = None,
) -> Iterator[AuditOperation]:  # fmt: skip
    """Run an operation over many rows in one transaction; write ONE entry: who, over what (`filters`), how many rows.

        with operation("recalcul_pmt", filters={"methode": id}) as done:
            done.count = <the statement's rows>

    Its rows create no entries, so a million rows cost nothing. With `rows=True` they do, each with this operation's id:
    for changes that must be listed per person or undone (`queries.changes_of(done.id)`). Within such an operation,
    `suppress_audit()` leaves out a part. Without any operation every row creates an entry: forgetting it is slow, never silent.

    `savepoint=False` is for callers that fail as a whole: PostgreSQL does not recognise rows written under a savepoint
    as the current transaction's own, and locks them again (decision 0013).

    `identity` is for an operation that must run once however often it is tried: its entry is the receipt
    (`queries.find_operation_result`), and a second entry violates the primary key.
    """
    done = AuditOperation(identity or uuid7(), savepoint=savepoint)
    with _apply_operation(str(done.id), not rows, savepoint):
        yield done
    write_audit_entry(
        action=Trace.Action.OPERATION, model=kind, identity=done.id, operation=done.id, count=done.count,
        details={"filtre": filters or {}, "resultat": done.result},
    )  # fmt: skip


@contextmanager
def suppress_audit(done: AuditOperation) -> Iterator[None]:
    """Create no audit entries for rows changed in the block, within an operation with `rows=True`."""
    with _apply_operation(str(done.id), True, done.savepoint):
        yield
