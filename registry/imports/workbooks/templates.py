"""Build the import templates: the columns in words, and a workbook with lists of choices."""

import io
from typing import Any, Final

from django.utils.translation import gettext as _
from openpyxl import Workbook
from openpyxl.styles import Alignment, Font, PatternFill
from openpyxl.utils import get_column_letter
from openpyxl.worksheet.datavalidation import DataValidation
from openpyxl.worksheet.worksheet import Worksheet

from config.caller import Caller
from geo.areas.models import Region, Sector
from registry.imports.definition.column_labels import COLUMN_LABELS
from registry.imports.definition.columns import COLUMNS, MAIN_COLUMNS, ImportColumn
from registry.imports.definition.header import INSTRUCTIONS_SHEET, LISTS_SHEET
from registry.imports.workbooks.cells import make_comment, write_text

LAST_ROW: Final = 10_000
MAX_ITEMS: Final = 5_000
REQUIRED: Final = ("code_menage", "taille_menage")
HEAD_FILL: Final = PatternFill("solid", fgColor="1F5F4A")
REQUIRED_FILL: Final = PatternFill("solid", fgColor="B3541E")
EXTRA_FILL: Final = PatternFill("solid", fgColor="6B7A75")
WHITE: Final = Font(bold=True, color="FFFFFF")
CHOICES: Final = {
    "sexe": ("M", "F"),
    "milieu": ("urbain", "rural"),
    "categorie": ("extreme", "pauvre", "vulnerable", "non_pauvre"),
    "booleen": ("oui", "non"),
}


def build_csv_template() -> dict[str, Any]:
    """Return the CSV template: headers, an example, and of each column, extra ones included, label and description."""
    return {
        "headers": [column.name for column in MAIN_COLUMNS],
        "example": [column.example for column in MAIN_COLUMNS],
        "labels": {name: str(label) for name, label in COLUMN_LABELS.items()},
        "description": {column.name: str(column.description) for column in COLUMNS},
    }


def _write_header_row(sheet: Worksheet) -> None:
    for place, column in enumerate(COLUMNS, 1):
        cell = sheet.cell(1, place, column.name)
        cell.font = WHITE
        required = column.name in REQUIRED
        cell.fill = REQUIRED_FILL if required else HEAD_FILL if column in MAIN_COLUMNS else EXTRA_FILL
        cell.alignment = Alignment(wrap_text=True, vertical="center")
        cell.comment = make_comment(str(column.description), height=80, width=260)
        letter = get_column_letter(place)
        sheet.column_dimensions[letter].width = max(12, min(28, len(column.name) + 3))
        if column.kind in ("texte", "telephone"):
            sheet.column_dimensions[letter].number_format = "@"
    sheet.row_dimensions[1].height = 34
    sheet.freeze_panes = "B2"


def _build_validation_rule(column: ImportColumn, lists: dict[str, str]) -> DataValidation | None:
    """Return what a spreadsheet allows in a column, only as advice: the import checks every value again."""
    if column.name in lists:
        rule = DataValidation(type="list", formula1=lists[column.name], allow_blank=True)
    elif column.kind in CHOICES:
        rule = DataValidation(type="list", formula1=f'"{",".join(CHOICES[column.kind])}"', allow_blank=True)
    elif column.kind in ("entier", "score", "decimal"):
        kind = "whole" if column.kind == "entier" else "decimal"
        rule = DataValidation(
            type=kind, operator="between", formula1=str(column.minimum), formula2=str(column.maximum), allow_blank=True
        )
    else:
        return None
    rule.error = str(column.description)[:220]
    rule.errorTitle = column.name[:30]
    rule.errorStyle = "warning"
    return rule


def _write_area_lists(book: Workbook, user: Caller) -> dict[str, str]:
    """Add a sheet of the regions and secteurs visible to the user; return the cell range of the list of each column."""
    sheet = book.create_sheet(LISTS_SHEET)
    regions = list(Region.objects.visible_to(user).values_list("nom", flat=True)[:MAX_ITEMS])
    sectors = list(
        Sector.objects.visible_to(user).order_by("region__nom", "nom").values_list("nom", "region__nom")[:MAX_ITEMS]
    )
    sheet.append([_("Régions"), _("Secteurs"), _("Région du secteur")])
    for place, name in enumerate(regions, 2):
        write_text(sheet.cell(place, 1), name)
    for place, (name, region) in enumerate(sectors, 2):
        write_text(sheet.cell(place, 2), name)
        write_text(sheet.cell(place, 3), region)
    for cell in sheet[1]:
        cell.font = Font(bold=True)
    for letter in "ABC":
        sheet.column_dimensions[letter].width = 28
    found = {}
    if regions:
        found["region"] = f"{LISTS_SHEET}!$A$2:$A${len(regions) + 1}"
    if sectors:
        found["secteur"] = f"{LISTS_SHEET}!$B$2:$B${len(sectors) + 1}"
    return found


def _write_instructions(book: Workbook) -> None:
    sheet = book.create_sheet(INSTRUCTIONS_SHEET)
    sheet.column_dimensions["A"].width = 30
    sheet.column_dimensions["B"].width = 84
    sheet.column_dimensions["C"].width = 22
    lines = (
        _("Une ligne par ménage dans la feuille « menages » ; ne changez pas les titres des colonnes."),
        _(
            "Les colonnes orange sont obligatoires pour un nouveau ménage, les grises sont facultatives et peuvent être "
            "supprimées."
        ),
        _("À la mise à jour, une cellule vide laisse la valeur enregistrée comme elle est."),
        _("Région, secteur et tabanca : le nom ou le code. La tabanca est cherchée dans le secteur."),
        _("Position : degrés décimaux, par exemple 12.146200 et -15.287100 ; laissez vide ce qui n'est pas connu."),
        _("Validez le fichier avant de l'importer : le rapport marque chaque cellule à corriger."),
    )
    sheet.append([_("Comment remplir ce fichier")])
    sheet["A1"].font = Font(bold=True, size=14)
    for line in lines:
        sheet.append(["•", line])
    sheet.append([])
    sheet.append([_("Colonne"), _("Contenu"), _("Exemple")])
    for cell in sheet[sheet.max_row]:
        cell.font, cell.fill = WHITE, HEAD_FILL
    for column in COLUMNS:
        choices = " / ".join(CHOICES.get(column.kind, ()))
        sheet.append([column.name, str(column.description), column.example or choices])
        sheet.cell(sheet.max_row, 3).data_type = "s"
    for row in sheet.iter_rows(min_row=2):
        for cell in row:
            cell.alignment = Alignment(wrap_text=True, vertical="top")


def _write_example(book: Workbook) -> None:
    """Add an example row on its own sheet: from the first sheet it would be imported."""
    sheet = book.create_sheet("exemple")
    sheet.append([column.name for column in MAIN_COLUMNS])
    sheet.append([column.example for column in MAIN_COLUMNS])
    for place, cell in enumerate(sheet[1], 1):
        cell.font, cell.fill = WHITE, HEAD_FILL
        sheet.column_dimensions[get_column_letter(place)].width = 18
    for cell in sheet[2]:
        cell.font = Font(italic=True, color="555555")


def build_excel_template(user: Caller) -> bytes:
    """Return the Excel template with the regions and secteurs visible to `user`. The first sheet is to be filled in."""
    book = Workbook()
    sheet = book.worksheets[0]
    sheet.title = "menages"
    _write_header_row(sheet)
    _write_instructions(book)
    _write_example(book)
    lists = _write_area_lists(book, user)
    for place, column in enumerate(COLUMNS, 1):
        rule = _build_validation_rule(column, lists)
        if rule is not None:
            letter = get_column_letter(place)
            rule.add(f"{letter}2:{letter}{LAST_ROW}")
            sheet.add_data_validation(rule)
    out = io.BytesIO()
    book.save(out)
    return out.getvalue()
