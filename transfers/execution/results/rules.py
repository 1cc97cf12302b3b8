"""Recognise the columns of a result file."""

from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from typing import Final

from config.errors.problems import Problem
from geo.import_engine.reader import build_file_problem
from geo.tables.column_titles import build_title_key
from geo.tables.formats import UTF_16, read_head
from transfers.execution.results.reader.messages import FILE_MESSAGES
from transfers.execution.templates.rules import USUAL_STATUSES, USUAL_TITLES
from transfers.execution.templates.types import PaymentTemplate, ResultField, ResultStatus

# The columns of `import_raw`, by field.
COLUMNS: Final = {
    ResultField.REFERENCE: "reference",
    ResultField.STATUT: "statut",
    ResultField.MOTIF: "motif",
    ResultField.DATE: "date_execution",
    ResultField.MONTANT: "montant",
    ResultField.REFERENCE_OPERATEUR: "reference_operateur",
}
REQUIRED: Final = (ResultField.REFERENCE, ResultField.STATUT)
# Faults listed in the answer; all are counted.
MAX_LISTED: Final = 1_000


def is_markup(path: Path) -> bool:
    """Return whether a file is XML, by its first character."""
    head = read_head(path, 64)
    text = head.decode("utf-16", "ignore") if head.startswith(UTF_16) else head.decode("utf-8-sig", "ignore")
    return text.lstrip().startswith("<")


def build_title_fields(templates: Iterable[PaymentTemplate]) -> dict[str, ResultField]:
    """Map the key of each known title to its field; titles of templates come before the usual ones."""
    known: dict[str, ResultField] = {}
    for titles in (*(template.titres for template in templates), USUAL_TITLES):
        for field, names in titles.items():
            for name in names:
                known.setdefault(build_title_key(name), field)
    return known


def build_status_verdicts(templates: Iterable[PaymentTemplate]) -> dict[str, ResultStatus]:
    """Map the key of each known status to its meaning; those of templates come before the usual ones."""
    known: dict[str, ResultStatus] = {}
    for statuses in (*(template.statuts for template in templates), USUAL_STATUSES):
        for name, meaning in statuses.items():
            known.setdefault(build_title_key(name), meaning)
    return known


def match_titles(titles: Sequence[str], known: Mapping[str, ResultField]) -> dict[ResultField, int]:
    """Return the place of each field among the titles of a file; columns without a field are left.

    Raises VALIDATION_ERROR when a required one is missing, or two are of one field.
    """
    places: dict[ResultField, int] = {}
    for place, title in enumerate(titles):
        field = known.get(build_title_key(title))
        if field is None:
            continue
        if field in places:
            both = ", ".join((titles[places[field]], title))
            raise _build_problem("titre_double", colonne=field.value, titres=both)
        places[field] = place
    if missing := [field.value for field in REQUIRED if field not in places]:
        raise _build_problem("titres", colonnes=", ".join(missing), titres=", ".join(titles)[:300])
    return places


def _build_problem(code: str, **details: str) -> Problem:
    return build_file_problem(FILE_MESSAGES, code, details)
