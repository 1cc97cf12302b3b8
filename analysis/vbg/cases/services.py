"""Write, read and erase cases.

Whoever writes a case need not be able to read one. Each reading is written to the audit history with its purpose, before
anything is answered; entries hold ids and purposes, and nothing of what a case says.
"""

from datetime import date, datetime
from typing import Any
from uuid import UUID

from django.conf import settings
from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext as _

from accounts.audit.api import write_audit_entry
from accounts.audit.models import Trace
from analysis.vbg.cases.models import AgeBand, Case, CaseStatus, SurvivorSex
from analysis.vbg.cases.queries import SQL, become_case_role, filter_cases, hide_services, name_places
from analysis.vbg.cases.rules import DELETED, ERASED, IMPORTED, MODEL, STATUS, WRITTEN, shift_month
from config.caller import Caller, has_reach
from config.errors.problems import forbidden, invalid, not_found, reused_key
from config.locks import Lock, lock_name
from config.paging import Page, paginate
from geo.facilities.models import VbgService


@transaction.atomic
def create_case(*, values: dict[str, Any], user: Caller, identity: UUID | None = None) -> tuple[UUID, bool]:
    """Write a case; without areas it takes those of its service, and of its date the month only.

    Return its id, and whether it is new: the case `identity` is written once. Raises VALIDATION_ERROR for a service that
    the caller does not see, areas that contradict one another or a future date, FORBIDDEN for a region that is not the
    caller's, and CONFLICT when the case `identity` says something else.
    """
    row = _place_case(values, user) | {
        "mois": _check_date(values["date"]).replace(day=1),
        "rubrique": values["rubrique"],
        "tranche_age": values.get("tranche_age") or AgeBand.UNKNOWN,
        "sexe": values.get("sexe") or SurvivorSex.UNKNOWN,
        "statut": values.get("statut") or CaseStatus.OPEN,
    }
    lock_name(Lock.VBG_CASES)
    with become_case_role():
        known = Case.objects.filter(id=identity).first() if identity else None
        written: UUID = known.id if known else SQL.fetch_value("insert_case", row | {"id": identity})
    if known:
        # The status may have changed since; of the day nothing is kept.
        if any(getattr(known, name) != value for name, value in row.items() if name != "statut"):
            raise reused_key()
        return known.id, False
    write_audit_entry(action=Trace.Action.OPERATION, model=WRITTEN, region=row["region_id"], count=1)
    return written, True


def _place_case(values: dict[str, Any], user: Caller) -> dict[str, Any]:
    """Return service, region and sector of a new case."""
    region, secteur, service = values.get("region"), values.get("secteur"), None
    if identity := values.get("service_id"):
        service = VbgService.objects.visible_to(user).filter(id=identity).first()
        if service is None:
            raise invalid({"service": [_("Le service n'est pas connu.")]})
    if region is None:
        region_id = secteur.region_id if secteur else service.region_id if service else None
        secteur_id = secteur.id if secteur else service.secteur_id if service else None
    else:
        region_id, secteur_id = region.id, secteur.id if secteur else None
    if region_id is None:
        raise invalid({"region": [_("La région manque : elle n'est pas connue par le service.")]})
    if secteur and secteur.region_id != region_id:
        raise invalid({"secteur": [_("Le secteur n'est pas dans cette région.")]})
    if not has_reach(user, [region_id]):
        raise forbidden(_("Cette région n'est pas la vôtre."))
    return {"service_id": service.id if service else None, "region_id": region_id, "secteur_id": secteur_id}


def _check_date(day: date) -> date:
    """Return the day. Raises VALIDATION_ERROR for one that is to come, or before 2000."""
    if day > timezone.localdate():
        raise invalid({"date": [_("La date est dans le futur.")]})
    if day.year < 2000:
        raise invalid({"date": [_("La date est avant l'an 2000.")]})
    return day


def import_rows() -> None:
    """Write the valid rows of `import_row` as cases; the caller has judged them."""
    lock_name(Lock.VBG_CASES)
    SQL.execute("grant_rows")
    with become_case_role():
        written = SQL.execute("insert_rows")
    write_audit_entry(action=Trace.Action.OPERATION, model=IMPORTED, count=written)


@transaction.atomic
def read_cases(*, query: dict[str, Any], user: Caller) -> Page:
    """Return a page of the cases of the caller's regions, and record who read which of them, and why.

    A service that the caller does not see is not told: see `hide_services`.
    """
    rows = filter_cases(query, user)
    with become_case_role():
        page = paginate(rows, query["page"], query["limit"])
    hide_services(page.items, user)
    name_places(page.items, user)
    _record_reading(page.items, query["motif"])
    return page


@transaction.atomic
def read_case(*, identity: UUID, purpose: str, user: Caller) -> Case:
    """Return one case of the caller's regions as lists show it, and record the reading. Raises NOT_FOUND."""
    with become_case_role():
        case: Case | None = Case.objects.visible_to(user).filter(id=identity).first()
    if case is None:
        raise not_found()
    hide_services([case], user)
    name_places([case], user)
    _record_reading([case], purpose)
    return case


def _record_reading(cases: list[Case], purpose: str) -> None:
    """Write one entry for what was read: a case by its id, a list by the ids of its cases."""
    one = cases[0] if len(cases) == 1 else None
    write_audit_entry(
        action=Trace.Action.LECTURE,
        model=MODEL,
        object_id=one.id if one else None,
        region=one.region_id if one else None,
        count=len(cases),
        details={"motif": purpose} | ({} if one else {"cas": [case.id for case in cases]}),
    )


@transaction.atomic
def change_status(*, identity: UUID, status: str, user: Caller) -> None:
    """Set the status of a case of the caller's regions; nothing of the case is told. Raises NOT_FOUND."""
    lock_name(Lock.VBG_CASES)
    with become_case_role():
        changed = Case.objects.visible_to(user).filter(id=identity).update(statut=status)
    if not changed:
        raise not_found()
    write_audit_entry(action=Trace.Action.OPERATION, model=STATUS, object_id=identity, count=1)


@transaction.atomic
def delete_case(*, identity: UUID, user: Caller) -> None:
    """Delete a case that was written by mistake, also from the sums. Raises NOT_FOUND."""
    lock_name(Lock.VBG_CASES)
    with become_case_role():
        deleted, _each = Case.objects.visible_to(user).filter(id=identity).delete()
    if not deleted:
        raise not_found()
    write_audit_entry(action=Trace.Action.OPERATION, model=DELETED, object_id=identity, count=1)


@transaction.atomic
def erase_old_cases() -> int:
    """Erase cases that are older than they may be kept, and return how many; their sums stay as they are."""
    this_month = timezone.localdate().replace(day=1)
    kept = settings.VBG_CASE_KEEP_MONTHS
    lock_name(Lock.VBG_CASES)
    with become_case_role():
        SQL.execute("close_forgotten", {"oldest_open": shift_month(this_month, -2 * kept)})
        SQL.execute("begin_erasure")
        erased = SQL.execute("erase_old", {"oldest": shift_month(this_month, -kept)})
        SQL.execute("end_erasure")
    if erased:
        write_audit_entry(action=Trace.Action.OPERATION, model=ERASED, count=erased)
    return erased


@transaction.atomic
def publish_sums(due: datetime) -> bool:
    """Publish the sums of cases, unless they were since `due`, and return whether they are; counts are told of these only.

    What changes in between is not told: each change would draw the noise of its cells anew, and many draws are averaged.
    """
    lock_name(Lock.VBG_CASES)
    with become_case_role():
        return bool(SQL.fetch_value("publish_sums", {"due": due}))


def publish_monthly() -> bool:
    """Publish the sums of cases once a calendar month."""
    return publish_sums(timezone.localtime().replace(day=1, hour=0, minute=0, second=0, microsecond=0))
