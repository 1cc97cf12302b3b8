"""Store the answers of a file: each line is taken, or refused with its reason. Those of nobody else change."""

from collections import Counter
from collections.abc import Callable, Iterable, Mapping
from typing import Any

from django.db import transaction

from accounts.files.api import build_file_path, remove_file, store_file
from config.caller import Caller
from geo.import_engine.deposits import RETENTION
from geo.import_engine.lines import read_lines
from transfers.receipts.imports.rules import (
    FILE,
    LINE_MESSAGES,
    MAX_LISTED,
    TITLES,
)
from transfers.receipts.models import ReceiptCheck
from transfers.receipts.services import store_answers
from transfers.receipts.types import AnswerFault, AnswerSummary

# Returns the values of an answer by the names of its columns, or the sentences by refused cell.
ParseLine = Callable[[dict[str, Any]], tuple[dict[str, Any], dict[str, list[str]]]]


def import_answers(*, upload: Any, check: ReceiptCheck, parse: ParseLine, user: Caller) -> AnswerSummary:
    """Store the answers of an uploaded file about payments of a sample that `user` sees.

    A line without a fault is taken, the others are reported. Raises VALIDATION_ERROR when the file cannot be read.
    """
    stored = store_file(upload, user, RETENTION)
    try:
        with transaction.atomic():
            lines = read_lines(build_file_path(stored), FILE)
            return _store_lines(lines, check, parse, user)
    finally:
        remove_file(stored)


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
