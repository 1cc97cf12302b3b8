"""Tell users which job holds the row they wait for: connections of jobs carry the job's id as application name."""

import re
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any, Final
from uuid import UUID

from django.conf import settings
from django.db import connection
from django.utils.translation import gettext as _
from psycopg import sql
from psycopg.pq import TransactionStatus

from accounts.jobs.models import Job
from config.database_limits import DatabaseLimits, compute_job_limits, set_limits
from config.sql import Queries

SQL = Queries(__file__, "holding.sql")
PREFIX: Final = "tache:"
# PostgreSQL's description of the row for which a statement waited.
WAITED: Final = re.compile(r'tuple \((\d+,\d+)\) in relation "([^"]+)"')
# Display names of the kinds of jobs (`accounts.jobs.services.register_job_kind`).
NAMES: dict[str, Any] = {}


@contextmanager
def name_connection(job_id: UUID) -> Iterator[None]:
    """Set the job's application name and the limits of jobs on this connection, and reset both at the end."""
    _configure_connection(f"{PREFIX}{job_id}", compute_job_limits())
    try:
        yield
    finally:
        raw = connection.connection
        if raw is not None and raw.info.transaction_status in (TransactionStatus.IDLE, TransactionStatus.INTRANS):
            _configure_connection("", DatabaseLimits())


def _configure_connection(name: str, limits: DatabaseLimits) -> None:
    with connection.cursor() as cursor:
        cursor.execute("SELECT set_config('application_name', %s, false)", [name])
    set_limits(limits)


def describe_lock_holder(error: BaseException) -> str | None:
    """Describe the job that holds the lock on which a statement timed out; None when no job does.

    The text is in the caller's language, and says when the job is only the probable holder.
    """
    holder = SQL.one("find_holder", {"xid": _find_holding_transaction(error), "seconds": settings.LOCK_SECONDS})
    job = Job.objects.select_related("user").filter(id=holder["job_id"]).first() if holder["job_id"] else None
    if job is None:
        return None
    values = {"kind": NAMES.get(job.type) or job.type, "user": job.user.nom_complet if job.user else "Tabanca"}
    if holder["certain"]:
        return (
            _(
                "Une tâche en cours modifie ces données : %(kind)s, lancée par %(user)s. Réessayez quand elle sera terminée."
            )
            % values
        )
    return (
        _(
            "Ces données sont en cours de modification, sans doute par cette tâche : %(kind)s, lancée par %(user)s. "
            "Réessayez quand elle sera terminée."
        )
        % values
    )


def _find_holding_transaction(error: BaseException) -> str | None:
    """Return the id of the transaction that locks the row of the error; None when the server did not name the row."""
    diagnostics = getattr(error.__cause__, "diag", None) or getattr(error, "diag", None)
    found = WAITED.search(getattr(diagnostics, "context", None) or "")
    if found is None:
        return None
    place, relation = found.groups()
    statement = sql.SQL("SELECT xmax::text FROM {} WHERE ctid = %s::tid").format(sql.Identifier(relation))
    with connection.cursor() as cursor:
        cursor.execute(statement, [f"({place})"])  # type: ignore[arg-type]
        row = cursor.fetchone()
    return row[0] if row else None
