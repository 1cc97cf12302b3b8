"""Store the attendance of a file: each line is taken, or refused with its reason."""

from collections import Counter
from collections.abc import Callable, Iterable, Mapping
from datetime import datetime, time
from pathlib import Path
from typing import Any, Final
from uuid import UUID

import orjson
from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext as _

from accounts.audit.api import audit_operation
from config.caller import Caller
from config.errors.problems import invalid
from geo.import_engine.lines import read_lines
from geo.import_engine.progress import ReportProgress, RowProgress, ignore_progress
from registry.households.api import lock_visible_households
from registry.projects.api import find_closed_projects, require_writable
from transfers.conditionality.checks.services import choose_status
from transfers.conditionality.imports.rules import (
    FILE,
    LINE_MESSAGES,
    MAX_LISTED,
    TITLES,
)
from transfers.conditionality.imports.types import AttendanceFault, AttendanceLine, AttendanceSummary
from transfers.conditionality.models import Conditionality
from transfers.conditionality.queries import SQL
from transfers.cycles.models import Cycle

# A file names days; a check of a day is stored as of its noon.
NOON: Final = time(12)
# The lines after which the progress is reported, and the share of the work that checking them all is.
REPORTED_LINES: Final = 1_000
CHECKED_SHARE: Final = 0.7
# Returns the values of a check by name, or the sentences by refused cell.
ParseLine = Callable[[dict[str, Any]], tuple[dict[str, Any], dict[str, list[str]]]]


def check_import(conditionality: Conditionality, cycle: Cycle | None) -> None:
    """Raise READ_ONLY_PROJECT, and VALIDATION_ERROR when the cycle is of another programme."""
    require_writable(conditionality.programme.projet)
    if cycle is not None and cycle.programme_id != conditionality.programme_id:
        raise invalid({"cycleId": [_("N'est pas du programme de la conditionnalité.")]})


def import_attendance(
    path: Path,
    *,
    conditionality: Conditionality,
    cycle: Cycle | None,
    parse: ParseLine,
    user: Caller,
    report: ReportProgress = ignore_progress,
    awaited_rows: int | None = None,
) -> AttendanceSummary:
    """Store the checks of a file about beneficiaries whom `user` sees; the same file twice is one.

    A line without a fault is taken, the others are reported. Raises VALIDATION_ERROR when the file cannot be read,
    TooManyRows when it has more than `awaited_rows` rows (then nothing is changed), and what `check_import` raises.
    """
    check_import(conditionality, cycle)
    progress = RowProgress(report)
    with transaction.atomic(), audit_operation("import_conditionnalites", rows=True) as operation:
        lines = read_lines(
            path,
            FILE,
            report=progress.report_reading,
            awaited_rows=awaited_rows,
            patient=awaited_rows is None,
        )
        summary = _store_lines(lines, conditionality, cycle, parse, user, progress)
        operation.count = summary.traites
    progress.report_share(1)
    return summary


def _store_lines(
    lines: list[dict[str, Any]],
    conditionality: Conditionality,
    cycle: Cycle | None,
    parse: ParseLine,
    user: Caller,
    progress: RowProgress,
) -> AttendanceSummary:
    """Store what the lines say; those that are refused change nothing."""
    faults: list[AttendanceFault] = []
    understood: list[AttendanceLine] = []
    for place, line in enumerate(lines):
        if place % REPORTED_LINES == 0:
            progress.report_share(CHECKED_SHARE * place / len(lines))
        values, refused = _check_line(line, parse)
        if refused:
            faults += _list_faults(line["ligne"], refused)
        else:
            understood.append(AttendanceLine(line["ligne"], values.pop("code_beneficiaire"), values))
    accepted, refusals = _refuse_lines(understood, conditionality, user)
    faults += [AttendanceFault(number, "codeBeneficiaire", str(message)) for number, message in refusals]
    rows = [_build_row(person, line, conditionality) for person, line in accepted]
    params = {
        "rows": orjson.dumps(rows).decode(),
        "conditionality": conditionality.id,
        "cycle": cycle.id if cycle else None,
        "user": user.id,
    }
    SQL.execute("store_checks", params)
    kept = SQL.fetch_column("list_kept_lines", params)
    faults.sort(key=lambda fault: fault.ligne)
    wrong = len({fault.ligne for fault in faults})
    return AttendanceSummary(len(lines), len(rows), wrong, faults[:MAX_LISTED], len(kept), kept[:MAX_LISTED])


def _check_line(line: dict[str, Any], parse: ParseLine) -> tuple[dict[str, Any], Mapping[str, Iterable[Any]]]:
    """Return the values of a line, and the sentences by column for which it is refused."""
    if line["faute"] not in (None, "courte"):
        return {}, {"ligne": [LINE_MESSAGES[line["faute"]]]}
    return parse({name: line[name] for name in TITLES if line[name] is not None})


def _refuse_lines(
    lines: list[AttendanceLine], conditionality: Conditionality, user: Caller
) -> tuple[list[tuple[UUID, AttendanceLine]], list[tuple[int, Any]]]:
    """Lock the households that the lines name; return the lines to store with their beneficiaries, and the refused."""
    regions = user.region_ids
    params = {
        "programme": conditionality.programme_id,
        "codes": list({line.code for line in lines}),
        "regions": None if regions is None else list(regions),
    }
    people = {row["code"]: row for row in SQL.fetch_rows("list_people", params)}
    households = {row.id: row for row in lock_visible_households([row["menage_id"] for row in people.values()], user)}
    closed = find_closed_projects()
    repeated = Counter((line.code, line.values["date_verification"]) for line in lines)
    accepted, refusals = [], []
    for line in lines:
        person = people.get(line.code)
        household = households.get(person["menage_id"]) if person else None
        if person is None or household is None:
            refusals.append((line.number, LINE_MESSAGES["inconnue"]))
        elif household.projet_id in closed:
            refusals.append((line.number, LINE_MESSAGES["ferme"]))
        elif repeated[line.code, line.values["date_verification"]] > 1:
            refusals.append((line.number, LINE_MESSAGES["repetee"]))
        else:
            accepted.append((person["id"], line))
    return accepted, refusals


def _build_row(beneficiary_id: UUID, line: AttendanceLine, conditionality: Conditionality) -> dict[str, Any]:
    """Return the check of a line as JSON."""
    values, rate = line.values, line.values.get("taux_conformite")
    moment = timezone.make_aware(datetime.combine(values["date_verification"], NOON))
    return values | {
        "ligne": line.number,
        "beneficiaire_id": beneficiary_id,
        "statut": str(choose_status(conditionality, values.get("statut"), rate)),
        "taux_conformite": None if rate is None else str(rate),
        "date_verification": moment,
    }


def _list_faults(line: int, refused: Mapping[str, Iterable[Any]]) -> list[AttendanceFault]:
    return [AttendanceFault(line, name, str(next(iter(sentences)))) for name, sentences in refused.items()]
