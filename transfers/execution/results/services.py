"""Settle payments by the result file of an operator, by sets: one file, one transaction.

Each line has its verdict: it is taken, or refused with its reason. What the file does not name stays as it is. A line
about a settled payment changes nothing: so a file that is read twice changes nothing the second time.
"""

import json
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final
from uuid import UUID

from django.conf import settings
from django.db import transaction
from django.utils.translation import gettext as _

from config.caller import Caller
from config.sql import Queries
from geo.import_engine import staging
from geo.import_engine.deposits import TooManyRows
from geo.import_engine.issues import Issue, list_issues
from geo.import_engine.progress import ReportProgress, RowProgress, ignore_progress
from geo.import_engine.reader import convert_unreadable_file, iterate_output, read_head
from geo.tables.csv_text import has_more_lines
from geo.tables.formats import is_text
from geo.tables.launcher import run_reader_child, send_message
from registry.households.api import tune_transaction
from transfers.cycles.models import Cycle
from transfers.execution.bank_messages.reasons import list_reasons
from transfers.execution.bank_messages.status_report import COLUMNS as REPORT_COLUMNS
from transfers.execution.instructions.rules import ATTEMPT_REFERENCE_SQL
from transfers.execution.models import Provider, Run
from transfers.execution.queries import BY_FILE
from transfers.execution.results.reader.messages import FILE_MESSAGES, describe_fault
from transfers.execution.results.rules import (
    COLUMNS,
    MAX_LISTED,
    build_status_verdicts,
    build_title_fields,
    is_markup,
    match_titles,
)
from transfers.execution.results.types import LineFault, ResultSummary
from transfers.execution.returned_payments.services import list_return_accounts, return_locked_payments
from transfers.execution.returned_payments.types import PaymentReturn
from transfers.execution.rules import MAX_REASON
from transfers.execution.settlement.services import (
    announce_end,
    lock_runs,
    name_usual_reason,
    settle_selected_outcomes,
)
from transfers.execution.templates.queries import read_template
from transfers.execution.templates.types import ResultField, ResultStatus

SQL: Final = Queries(__file__, "results.sql")
TABLE_CHILD: Final = "geo.import_engine.table_child"
REPORT_CHILD: Final = "transfers.execution.results.reader.report_child"
# Transfers of a report whose number is not known before it was read, for the progress.
EXPECTED_LINES: Final = 10_000
TABLES: Final = ("import_verdict", "import_day")
# The providers whose results files tell: those that get a file, and sheets, from which they are typed.
REPORTED: Final = (*BY_FILE, Provider.ESPECES)


@dataclass(frozen=True, slots=True)
class Vocabulary:
    """Hold what titles and statuses of a result file mean, by their keys."""

    titles: Mapping[str, ResultField]
    statuses: Mapping[str, ResultStatus]


def read_results(
    path: Path,
    *,
    cycle: Cycle,
    user: Caller,
    report: ReportProgress = ignore_progress,
    awaited_rows: int | None = None,
) -> ResultSummary:
    """Settle what a result file, or the report of a bank, says of the payments of a cycle that were given out to be paid.

    Lines without a fault are taken, the others reported; a finished or suspended cycle takes results too, for the money
    has moved already. Raises VALIDATION_ERROR when the file cannot be read or lacks a column, TooManyRows when it has more
    than `awaited_rows` rows: then nothing is changed.
    """
    progress = RowProgress(report)
    runs = list(cycle.executions.filter(fournisseur__in=REPORTED).select_related("operateur"))
    is_report = is_markup(path)
    vocabulary = _build_vocabulary([] if is_report else runs)
    with transaction.atomic():
        tune_transaction()
        if is_report:
            _stage_report(path, progress.report_reading, awaited_rows)
        else:
            _stage_table(path, vocabulary, progress.report_reading, awaited_rows)
        locked = lock_runs(run.id for run in runs)
        _check_lines(cycle, [run.id for run in locked], vocabulary, is_report=is_report)
        progress.report_share(0.3)
        summary = _settle_lines(locked, user)
        progress.report_share(1)
        staging.drop_tables(TABLES)
    return summary


def _build_vocabulary(runs: list[Run]) -> Vocabulary:
    operators = {run.operateur_id: run.operateur for run in runs}
    templates = [read_template(operator) for _code, operator in sorted(operators.items())]
    return Vocabulary(build_title_fields(templates), build_status_verdicts(templates))


def _stage_table(path: Path, vocabulary: Vocabulary, report: ReportProgress, awaited_rows: int | None) -> None:
    """Copy the lines of a file to `import_raw`, as a confined child process reads them."""
    if awaited_rows is not None and is_text(path) and has_more_lines(path, awaited_rows):
        raise TooManyRows
    options: dict[str, Any] = {
        "awaited_rows": awaited_rows,
        "failures": True,
        "max_columns": settings.UPLOAD_MAX_TITLES,
        "titles": list(vocabulary.titles),
    }
    with (
        convert_unreadable_file(FILE_MESSAGES),
        run_reader_child(TABLE_CHILD, path, options, patient=awaited_rows is None) as process,
    ):
        head: dict[str, Any] = json.loads(read_head(process))
        places = match_titles(head["colonnes"], vocabulary.titles)
        send_message(process, list(places.values()))
        staging.create_tables(dict.fromkeys(REPORT_COLUMNS, "text"), TABLES)
        columns = [COLUMNS[field] for field in places]
        staging.copy_blocks(columns, iterate_output(process, head["lignes"], report))


def _stage_report(path: Path, report: ReportProgress, awaited_rows: int | None) -> None:
    """Copy the transfers of a bank's report to `import_raw`, as a confined child process reads them."""
    options = {"awaited_rows": awaited_rows}
    with (
        convert_unreadable_file(FILE_MESSAGES),
        run_reader_child(REPORT_CHILD, path, options, patient=awaited_rows is None) as process,
    ):
        staging.create_tables(dict.fromkeys(REPORT_COLUMNS, "text"), TABLES)
        staging.copy_blocks(REPORT_COLUMNS, iterate_output(process, EXPECTED_LINES, report))
    reasons = list_reasons()
    SQL.execute("describe_reasons", {"codes": list(reasons), "sentences": list(reasons.values())})
    SQL.execute("resolve_attempt_ids", reference=ATTEMPT_REFERENCE_SQL)


def _check_lines(cycle: Cycle, run_ids: list[UUID], vocabulary: Vocabulary, *, is_report: bool) -> None:
    """Fill `import_row` and `import_issue`: no row of it that is not refused is in doubt."""
    statement = staging.Statements(
        {
            "cycle": cycle.id,
            "runs": run_ids,
            "statuses": list(vocabulary.statuses),
            "meanings": [meaning.value for meaning in vocabulary.statuses.values()],
            "reason": MAX_REASON,
        }
    )
    statement.run(SQL, "analyse_raw", "read_verdicts", "read_days")
    SQL.execute("type_rows", statement.params, reference=ATTEMPT_REFERENCE_SQL)
    statement.check(SQL, "find_faults", "name_unknown_references")
    if is_report:
        statement.check(SQL, "find_replaced_messages")
        statement.run(SQL, "drop_shared_references")
    statement.check(SQL, "find_taken_references", "find_unissued_cash")


def _settle_lines(runs: list[Run], user: Caller) -> ResultSummary:
    params = {"usual_reason": name_usual_reason()}
    returns = SQL.fetch_objects(PaymentReturn, "believed_returns", {"usual_reason": _("Rendu par l'opérateur.")})
    accounts = list_return_accounts(runs) if returns else []
    counts = settle_selected_outcomes(
        runs=runs, outcomes=SQL["believed_outcomes"], params=params, more_accounts=accounts
    )
    returned = return_locked_payments(runs=runs, returns=returns, user=user) if returns else []
    announce_end(runs)
    lines = SQL.fetch_one("count_lines")
    faults = [_build_fault(issue) for issue in list_issues(is_error=True, limit=MAX_LISTED)]
    return ResultSummary(
        traites=counts.reussis + counts.echoues + len(returned),
        reussis=counts.reussis,
        echoues=counts.echoues,
        retournes=len(returned),
        erreurs=faults,
        **lines,
    )


def _build_fault(issue: Issue) -> LineFault:
    return LineFault(
        ligne=issue.line or 1,
        colonne=issue.column,
        valeur=issue.details.get("value"),
        code=issue.code,
        message=describe_fault(issue.code, issue.details),
    )
