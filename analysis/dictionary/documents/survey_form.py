"""Write the dictionary as an XLSForm: a question for each column, in three languages, in a group for each table.

Columns that nobody answers (computed, or given by the service) are read-only: the form documents them, and a survey is
made of it by deleting what it does not ask.
"""

import tempfile
from collections.abc import Sequence
from typing import IO, Any, Final

from openpyxl import Workbook
from openpyxl.styles import Font

from analysis.dictionary.meanings.common import COLLECTED, COMPLAINANT, ENTERED
from analysis.dictionary.types import ColumnEntry, TableEntry

NAMES: Final = {"fr": "Français (fr)", "pt": "Português (pt)", "en": "English (en)"}
ANSWERED: Final = frozenset({COLLECTED, ENTERED, COMPLAINANT})
QUESTION_TYPES: Final = {
    "entier": "integer",
    "decimal": "decimal",
    "booleen": "select_one oui_non",
    "date": "date",
    "moment": "dateTime",
    "position": "geopoint",
}
SELECTIONS: Final = {"liste": "select_multiple"}
YES_NO: Final = {"oui": ("Oui", "Sim", "Yes"), "non": ("Non", "Não", "No")}
VERSION: Final = "2026112601"


def write_survey_form(dictionaries: dict[str, list[TableEntry]]) -> IO[bytes]:
    """Return the XLSForm of a dictionary that was built in each language, open at its start."""
    languages = list(NAMES)
    survey, choices = _build_questions([dictionaries[language] for language in languages])
    labels = [f"label::{NAMES[language]}" for language in languages]
    hints = [f"hint::{NAMES[language]}" for language in languages]
    book = Workbook()
    book.remove(book.active)
    _add_sheet(book, "survey", [["type", "name", *labels, *hints, "required", "readonly"], *survey])
    _add_sheet(book, "choices", [["list_name", "name", *labels], *choices])
    settings = ["Tabanca : dictionnaire / dicionário / dictionary", "tabanca_dictionnaire", VERSION, NAMES["fr"]]
    _add_sheet(book, "settings", [["form_title", "form_id", "version", "default_language"], settings])
    out = tempfile.TemporaryFile()  # noqa: SIM115 - the caller closes it
    book.save(out)
    out.seek(0)
    return out


def _build_questions(dictionaries: Sequence[list[TableEntry]]) -> tuple[list[list[str]], list[list[str]]]:
    """Return the rows of the sheets `survey` and `choices`."""
    survey: list[list[str]] = []
    choices = [["oui_non", code, *labels] for code, labels in YES_NO.items()]
    for tables in zip(*dictionaries, strict=True):
        name = tables[0].nom
        blank = [""] * (len(tables) + 2)
        survey.append(["begin_group", name, *(table.titre for table in tables), *blank])
        for columns in zip(*(table.colonnes for table in tables), strict=True):
            survey.append(_build_question(name, columns))
            for entries in zip(*(column.codes for column in columns), strict=True):
                labels = (entry.label for entry in entries)
                choices.append([f"{name}_{columns[0].champ}", entries[0].code, *labels])
        survey.append(["end_group", name, *[""] * len(tables), *blank])
    return survey, choices


def _build_question(table: str, columns: Sequence[ColumnEntry]) -> list[str]:
    first = columns[0]
    kind = first.type
    type_ = f"{SELECTIONS.get(kind, 'select_one')} {table}_{first.champ}" if first.codes else ""
    hints = (". ".join(filter(None, (column.unite, column.source_label))) for column in columns)
    asked = first.source in ANSWERED
    return [
        *(type_ or QUESTION_TYPES.get(kind, "text"), first.champ),
        *(column.sens for column in columns),
        *hints,
        "yes" if asked and first.obligatoire and kind != "booleen" else "",
        "" if asked else "yes",
    ]


def _add_sheet(book: Any, name: str, rows: list[list[str]]) -> None:
    sheet = book.create_sheet(name)
    for row in rows:
        sheet.append([cell or None for cell in row])
    for cell in sheet[1]:
        cell.font = Font(bold=True)
    for letter, width in zip("ABCDE", (26, 26, 50, 50, 50), strict=True):
        sheet.column_dimensions[letter].width = width
    sheet.freeze_panes = "A2"
