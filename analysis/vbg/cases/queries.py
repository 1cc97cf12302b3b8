"""Query cases, as the role that alone sees them."""

from collections.abc import Iterator
from contextlib import contextmanager
from datetime import datetime
from typing import Any, Final
from uuid import UUID

from django.db import connection, transaction
from psycopg.pq import TransactionStatus

from analysis.vbg.cases.models import Case, CaseQuerySet, CaseStatus
from config.sql import Queries

SQL: Final = Queries(__file__, "cases.sql")


@contextmanager
def become_case_role() -> Iterator[None]:
    """Run the block's statements as the role `tabanca_vbg`, which sees the schema `vbg` and nothing else.

    The block is one transaction. A failure ends the role by its rollback.
    """
    with transaction.atomic(savepoint=not connection.in_atomic_block):
        SQL.execute("become_case_role")
        try:
            yield
        finally:
            raw = connection.connection
            if raw is not None and raw.info.transaction_status != TransactionStatus.INERROR:
                SQL.execute("leave_case_role")


def filter_cases(values: dict[str, Any]) -> CaseQuerySet:
    """Return cases under the filters of the list, the newest month first; read it within `become_case_role`."""
    rows: CaseQuerySet = Case.objects.order_by("-mois", "id")
    fields = {"region": "region_id", "secteur": "secteur_id", "service": "service_id"}
    wanted = {fields.get(name, name): values[name] for name in (*fields, "statut", "rubrique") if values.get(name)}
    return rows.filter(**wanted)


def count_open_cases(service_id: UUID) -> int:
    """Return the true number of open cases of a service, for the refusal of its deletion."""
    with become_case_role():
        return Case.objects.filter(service_id=service_id, statut=CaseStatus.OPEN).count()


def find_publication() -> datetime | None:
    """Return when the sums of cases were last published."""
    with become_case_role():
        found = SQL.fetch_value("find_publication")
    return found if isinstance(found, datetime) else None
