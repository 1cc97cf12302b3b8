"""Write the forms as XLSForm workbooks, with the mapping that imports them."""

import json
from pathlib import Path
from typing import Any, Final

from openpyxl import Workbook
from openpyxl.styles import Font

from analysis.survey_forms.queries import list_area_choices
from analysis.survey_forms.rules import MISSING_KEY, build_forms
from analysis.survey_forms.types import SurveyForm

FRENCH, PORTUGUESE = "Français (fr)", "Português (pt)"
SURVEY_TITLES: Final = (
    *("type", "name", f"label::{FRENCH}", f"label::{PORTUGUESE}", "required", f"hint::{FRENCH}", f"hint::{PORTUGUESE}"),
    *("constraint", "relevant", "choice_filter", "calculation", "appearance"),
)
CHOICE_TITLES: Final = ("list_name", "name", f"label::{FRENCH}", f"label::{PORTUGUESE}", "parent")
WIDTHS: Final = (24, 26, 40, 40)


def build_sheets(form: SurveyForm) -> dict[str, list[list[str]]]:
    """Return the rows of the three sheets of an XLSForm."""
    survey = [
        [
            *(question.type, question.name, question.french, question.portuguese, "yes" if question.required else ""),
            *(question.hint_french, question.hint_portuguese, question.constraint, question.relevant),
            *(question.choice_filter, question.calculation, question.appearance),
        ]
        for question in form.questions
    ]
    choices = [
        [name, choice.name, choice.french, choice.portuguese, choice.parent]
        for name, rows in form.choices.items()
        for choice in rows
    ]
    settings = {
        "form_title": form.title,
        "form_id": form.form_id,
        "version": form.version,
        "default_language": FRENCH,
    }
    if form.public_key:
        settings |= {"public_key": form.public_key, "submission_url": "", "auto_delete": "true"}
    return {
        "survey": [list(SURVEY_TITLES), *survey],
        "choices": [list(CHOICE_TITLES), *choices],
        "settings": [list(settings), list(settings.values())],
    }


def write_form(form: SurveyForm, path: Path) -> None:
    """Write one form as a workbook."""
    book = Workbook()
    book.remove(book.active)
    for name, rows in build_sheets(form).items():
        sheet: Any = book.create_sheet(name)
        for row in rows:
            sheet.append([cell or None for cell in row])
        for cell in sheet[1]:
            cell.font = Font(bold=True)
        for column, width in zip("ABCD", WIDTHS, strict=True):
            sheet.column_dimensions[column].width = width
        sheet.freeze_panes = "A2"
    book.save(path)


def write_forms(folder: Path, public_key: str | None = None) -> list[Path]:
    """Write all forms and their mappings to a folder, with the regions and sectors of the database.

    Without the public key of the forms of cases theirs has words in its place, and no telephone can finish it.
    """
    written: list[Path] = []
    for form in build_forms(list_area_choices(), public_key or MISSING_KEY):
        workbook, mapping = folder / f"{form.form_id}.xlsx", folder / f"{form.form_id}.json"
        write_form(form, workbook)
        written.append(workbook)
        if form.mapping:
            mapping.write_text(json.dumps(form.mapping, indent=2, ensure_ascii=False) + "\n", encoding="utf-8")
            written.append(mapping)
    return written
