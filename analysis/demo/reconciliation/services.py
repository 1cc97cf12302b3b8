"""Reconcile cycles of the demonstration, through the services by which everybody does."""

import csv
import io
from collections.abc import Callable
from datetime import timedelta
from typing import Any, Final

from django.core.files.uploadedfile import SimpleUploadedFile

from accounts.files.api import deposit_file
from accounts.users.models import User
from analysis.demo.payments.services import accept_any_version, begin_step
from analysis.demo.reconciliation.rules import (
    FINALISED_BY,
    LATE_DAYS,
    OPENED_BY,
    OPERATOR,
    SESSIONS,
    TOLERATED_DAYS,
    PlannedSession,
)
from analysis.demo.rules import DOMAIN
from config.sql import Queries
from transfers.cycles.models import Cycle
from transfers.reconciliation.api import (
    Criteria,
    FinalizationOptions,
    SessionValues,
    create_session,
    finalize_session,
    match_entries,
    propose_session,
)
from transfers.reconciliation.models import ReconciliationSession, SessionStatus

SQL: Final = Queries(__file__, "reconciliation.sql")
TITLES: Final = ("reference", "telephone", "montant", "date", "nature", "sens")


def seed_sessions(report: Callable[[str], None]) -> None:
    """Open the planned sessions, and move each to its status. Needs the cycles of the demonstration."""
    opener, finaliser = (User.objects.get(email=f"{name}@{DOMAIN}") for name in (OPENED_BY, FINALISED_BY))
    number = 0
    for planned in SESSIONS:
        cycle = Cycle.objects.get(code=planned.cycle)
        # In a very small country a cycle may have paid nobody.
        if lines := _list_lines(cycle, planned.has_differences):
            session = _open_session(planned, cycle, lines, opener)
            _move_session(session, planned.statut, opener, finaliser)
            number += 1
    begin_step()
    report(f"{number} sessions of reconciliation")


def _open_session(
    planned: PlannedSession, cycle: Cycle, lines: list[dict[str, Any]], user: User
) -> ReconciliationSession:
    """Deposit the statement of the operator about a cycle, and open a session with it."""
    file = deposit_file(upload=_write_statement(cycle, lines), caller=user)
    values = SessionValues(
        nom=planned.nom,
        operateur=OPERATOR,
        date_debut=cycle.date_debut,
        date_fin=cycle.date_fin + timedelta(days=LATE_DAYS),
        fichier_id=file.id,
        tolerance_date=TOLERATED_DAYS,
    )
    begin_step()
    return create_session(cycle=cycle, values=values, user=user)


def _move_session(session: ReconciliationSession, statut: SessionStatus, opener: User, finaliser: User) -> None:
    """Match, propose and finalise a session, until it has this status."""
    if statut == SessionStatus.BROUILLON:
        return
    begin_step()
    match_entries(session_id=session.id, criteria=Criteria(), force=False, user=opener)
    if statut == SessionStatus.EN_COURS:
        return
    begin_step()
    propose_session(session_id=session.id, user=opener, require=accept_any_version)
    if statut == SessionStatus.VALIDE:
        begin_step()
        options = FinalizationOptions("Tout est rapproché, relu au ministère.")
        finalize_session(session_id=session.id, options=options, user=finaliser)


def _list_lines(cycle: Cycle, differs: bool) -> list[dict[str, Any]]:
    params = {"cycle": cycle.id, "operator": OPERATOR, "differ": differs, "code": cycle.code}
    return SQL.fetch_rows("list_lines", params)


def _write_statement(cycle: Cycle, lines: list[dict[str, Any]]) -> SimpleUploadedFile:
    """Return a statement as operators send them: CSV with a line for each movement."""
    text = io.StringIO()
    rows = csv.writer(text)
    rows.writerow(TITLES)
    rows.writerows([line[title] for title in TITLES] for line in lines)
    return SimpleUploadedFile(f"releve-{cycle.code}.csv", text.getvalue().encode(), "text/csv")
