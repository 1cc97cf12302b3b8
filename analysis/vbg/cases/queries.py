"""Query cases, as the role that alone sees them."""

from collections.abc import Collection, Iterator
from contextlib import contextmanager
from datetime import datetime
from typing import Any, Final, cast
from uuid import UUID

from django.db import connection, transaction
from psycopg.pq import TransactionStatus

from analysis.vbg.cases.filters import CaseFilters
from analysis.vbg.cases.models import Case, CaseQuerySet, CaseStatus
from config.caller import Caller
from config.sql import Queries
from geo.areas.models import Region, Sector
from geo.facilities.models import VbgService

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


def filter_cases(values: dict[str, Any], user: Caller) -> CaseQuerySet:
    """Return cases of the caller's regions under the filters of the list, the newest month first.

    Under a service or a sector there is none of a service that the caller does not see. Read it within `become_case_role`.
    """
    rows: CaseQuerySet = Case.objects.visible_to(user).order_by("-mois", "id")
    service, secteur = values.get("service"), values.get("secteur")
    if service and not VbgService.objects.visible_to(user).filter(id=service).exists():
        return rows.none()
    if secteur and (hidden := _find_hidden_services(user, secteur_id=secteur)):
        rows = rows.exclude(service_id__in=list(hidden))
    return cast("CaseQuerySet", CaseFilters.filter_rows(rows, values))


def hide_services(cases: Collection[Case], user: Caller) -> None:
    """Take from cases the services that the caller does not see, and with them a sector that is the service's."""
    services = {case.service_id for case in cases if case.service_id}
    hidden = _find_hidden_services(user, id__in=services) if services else {}
    for case in cases:
        if case.service_id in hidden:
            if case.secteur_id == hidden[case.service_id]:
                case.secteur_id = None
            case.service_id = None


def name_places(cases: Collection[Case], user: Caller) -> None:
    """Set the names of the services and areas of cases: one query for each kind, whatever their number."""
    kinds: dict[str, Any] = {
        "service": VbgService.objects.visible_to(user),
        "region": Region.objects,
        "secteur": Sector.objects,
    }
    for kind, rows in kinds.items():
        ids = {getattr(case, f"{kind}_id") for case in cases} - {None}
        names = dict(rows.filter(id__in=ids).values_list("id", "nom")) if ids else {}
        for case in cases:
            setattr(case, f"{kind}_nom", names.get(getattr(case, f"{kind}_id")))


def _find_hidden_services(user: Caller, **which: Any) -> dict[UUID, UUID | None]:
    """Return those of the services `which` that the caller does not see: their sectors by their ids."""
    services = VbgService.objects.filter(**which)
    seen = VbgService.objects.visible_to(user).filter(**which)
    return dict(services.exclude(id__in=seen.values("id")).values_list("id", "secteur_id"))


def count_open_cases(service_id: UUID) -> int:
    """Return the true number of open cases of a service, for the refusal of its deletion."""
    with become_case_role():
        return Case.objects.filter(service_id=service_id, statut=CaseStatus.OPEN).count()


def find_publication() -> datetime | None:
    """Return when the sums of cases were last published."""
    with become_case_role():
        found = SQL.fetch_value("find_publication")
    return found if isinstance(found, datetime) else None
