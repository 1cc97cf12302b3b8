"""Store the answers of a file: each line is taken, or refused with its reason. Those of nobody else change."""

import json
from collections import Counter
from collections.abc import Callable, Iterable, Mapping
from pathlib import Path
from typing import Any, Final

from django.conf import settings
from django.db import transaction

from accounts.files.api import build_file_path, remove_file, store_file
from config.caller import Caller
from geo.import_engine import staging
from geo.import_engine.deposits import RETENTION, TooManyRows
from geo.import_engine.progress import ignore_progress
from geo.import_engine.reader import build_file_problem, convert_unreadable_file, iterate_output, read_head
from geo.tables.launcher import run_reader_child, send_message
from transfers.receipts.imports.rules import (
    FIELDS,
    FILE_MESSAGES,
    LINE_MESSAGES,
    MAX_LINES,
    MAX_LISTED,
    TITLES,
    match_titles,
)
from transfers.receipts.models import ReceiptCheck
from transfers.receipts.queries import SQL
from transfers.receipts.services import store_answers
from transfers.receipts.types import AnswerFault, AnswerSummary

# Reads titles and cells as they are written, whatever they mean.
CHILD: Final = "transfers.execution.results.reader.table_child"
# Returns the values of an answer by the names of its columns, or the sentences by refused cell.
ParseLine = Callable[[dict[str, Any]], tuple[dict[str, Any], dict[str, list[str]]]]


def import_answers(*, upload: Any, check: ReceiptCheck, parse: ParseLine, user: Caller) -> AnswerSummary:
    """Store the answers of an uploaded file about payments of a sample that `user` sees.

    A line without a fault is taken, the others are reported. Raises VALIDATION_ERROR when the file cannot be read.
    """
    stored = store_file(upload, user, RETENTION)
    try:
        with transaction.atomic():
            lines = _read_lines(build_file_path(stored))
            return _store_lines(lines, check, parse, user)
    finally:
        remove_file(stored)


def _read_lines(path: Path) -> list[dict[str, Any]]:
    """Return the lines of a file, as a confined child process reads them, by field."""
    options = {
        "awaited_rows": MAX_LINES,
        "failures": True,
        "max_columns": settings.UPLOAD_MAX_TITLES,
        "titles": list(FIELDS),
    }
    try:
        with (
            convert_unreadable_file(FILE_MESSAGES),
            run_reader_child(CHILD, path, options, patient=False) as process,
        ):
            head: dict[str, Any] = json.loads(read_head(process))
            places = match_titles(head["colonnes"])
            send_message(process, list(places.values()))
            columns = [f'"{field}"' for field in TITLES]
            staging.create_tables(dict.fromkeys(columns, "text"))
            staging.copy_blocks(
                [f'"{field}"' for field in places], iterate_output(process, head["lignes"], ignore_progress)
            )
    except TooManyRows as error:
        raise build_file_problem(FILE_MESSAGES, "lignes", {"max": MAX_LINES}) from error
    lines = SQL.fetch_rows("read_lines", columns=", ".join(columns))
    staging.drop_tables()
    return lines


def _store_lines(lines: list[dict[str, Any]], check: ReceiptCheck, parse: ParseLine, user: Caller) -> AnswerSummary:
    """Store what the lines say; those that are refused change nothing."""
    faults: list[AnswerFault] = []
    answers: dict[str, dict[str, Any]] = {}
    numbers: dict[str, int] = {}
    repeated = Counter(line["reference"] for line in lines)
    for line in lines:
        values, refused = _check_line(line, repeated[line["reference"]] > 1, parse)
        if refused:
            faults += _list_faults(line["ligne"], refused)
        else:
            answers[line["reference"]], numbers[line["reference"]] = values, line["ligne"]
    stored = store_answers(check=check, answers=answers, user=user)
    refusals = dict.fromkeys(stored.inconnues, {"reference": [LINE_MESSAGES["inconnue"]]}) | stored.refusees
    for reference, refused in refusals.items():
        faults += _list_faults(numbers[reference], refused)
    faults.sort(key=lambda fault: fault.ligne)
    wrong = len({fault.ligne for fault in faults})
    return AnswerSummary(len(lines), stored.nombre, wrong, faults[:MAX_LISTED])


def _check_line(
    line: dict[str, Any], is_repeated: bool, parse: ParseLine
) -> tuple[dict[str, Any], Mapping[str, Iterable[Any]]]:
    """Return the values of a line, and the sentences by column for which it is refused."""
    if line["faute"] not in (None, "courte"):
        return {}, {"ligne": [LINE_MESSAGES[line["faute"]]]}
    if line["reference"] is None:
        return {}, {"reference": [LINE_MESSAGES["inconnue"]]}
    if is_repeated:
        return {}, {"reference": [LINE_MESSAGES["repetee"]]}
    return parse({name: line[name] for name in TITLES if name != "reference" and line[name] is not None})


def _list_faults(line: int, refused: Mapping[str, Iterable[Any]]) -> list[AnswerFault]:
    return [AnswerFault(line, name, str(next(iter(sentences)))) for name, sentences in refused.items()]
