"""Mass operations, and traces that no trigger can write."""

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
class Operation:
    """One operation over many rows. The block sets `count`, and in `result` what else came of it (no personal data)."""

    id: UUID
    count: int | None = None
    result: dict[str, Any] = field(default_factory=dict)
    savepoint: bool = True


def record(*, action: str, model: str, identity: UUID | None = None, operation: UUID | None = None,
           object_id: UUID | None = None, root: UUID | None = None, region: UUID | None = None,
           count: int | None = None, details: dict[str, Any] | None = None) -> UUID:  # fmt: skip
    """Write one trace, of the connection's user: an operation, or that somebody read a case (`lecture`)."""
    identity = identity or uuid7()
    SQL.run("record", {
        "id": identity, "action": action, "model": model, "operation": operation, "objet": object_id,
        "racine": root or object_id, "region": region, "nombre": count,
        "details": None if details is None else orjson.dumps(details, default=str).decode(),
    })  # fmt: skip
    return identity


@contextmanager
def _under(operation: str, quiet: bool, savepoint: bool) -> Iterator[None]:
    """Rows are traced under this operation, or not at all. A failure takes the settings back with its transaction.

    Without a savepoint that is the whole transaction.
    """
    with transaction.atomic(savepoint=savepoint):
        before = SQL.one("begin_operation", {"operation": operation, "quiet": "on" if quiet else ""})
        yield
        SQL.rows("end_operation", {"operation": before["operation"], "quiet": before["quiet"]})


@contextmanager
def operation(
    kind: str, *, filters: dict[str, Any] | None = None, rows: bool = False, savepoint: bool = True,
    identity: UUID | None = None,
) -> Iterator[Operation]:  # fmt: skip
    """A mass operation in one transaction: ONE trace says who did it, over what (`filters`) and how many rows.

        with operation("recalcul_pmt", filters={"methode": id}) as done:
            done.count = <the statement's rows>

    Its rows leave no traces of their own, so that a million of them cost nothing. With `rows=True` they do, each with
    this operation's id: for what must be told per person or be undone (`queries.changes_of(done.id)`). Within such a
    one, `quiet()` leaves out a part. Without any operation every row is traced: forgetting it is slow, never silent.

    `savepoint=False` for who fails as a whole: rows that were written under a savepoint are not recognised as this
    transaction's own, and locked again (decision 0013).

    `identity` is for what must be done once, however often it is tried: its trace is the receipt (`queries.receipt`),
    and a second one breaks the primary key.
    """
    done = Operation(identity or uuid7(), savepoint=savepoint)
    with _under(str(done.id), not rows, savepoint):
        yield done
    record(
        action=Trace.Action.OPERATION, model=kind, identity=done.id, operation=done.id, count=done.count,
        details={"filtre": filters or {}, "resultat": done.result},
    )  # fmt: skip


@contextmanager
def quiet(done: Operation) -> Iterator[None]:
    """A part of an operation with `rows=True` whose rows leave no traces of their own."""
    with _under(str(done.id), True, done.savepoint):
        yield
