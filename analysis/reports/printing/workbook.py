"""Write a report as a workbook: a sheet of figures, and one of areas."""

from typing import Any, BinaryIO

from django.utils.translation import gettext as _
from openpyxl import Workbook
from openpyxl.styles import Font

from analysis.reports.printing.document import describe_period
from analysis.reports.types import Report


def write_workbook(out: BinaryIO, report: Report) -> None:
    """Write a report as XLSX in the language of the thread; numbers are numbers."""
    book = Workbook()
    sheet: Any = book.active
    sheet.title = _("Chiffres")
    sheet.append([_text(report.scope.nom)])
    sheet.append([describe_period(report)])
    for section in report.sections:
        sheet.append([])
        sheet.append([section.titre])
        sheet.cell(sheet.max_row, 1).font = Font(bold=True)
        for figure in section.chiffres:
            sheet.append([figure.nom, figure.valeur, figure.unite or None])
    sheet["A1"].font = Font(bold=True, size=14)
    sheet.column_dimensions["A"].width = 52
    sheet.column_dimensions["B"].width = 18
    _write_areas(book.create_sheet(report.nom_zones), report)
    book.save(out)


def _write_areas(sheet: Any, report: Report) -> None:
    head = (_("Nom"), _("Ménages"), _("Bénéficiaires"), _("Montant XOF"), _("Plaintes"), _("pour 1 000 bénéficiaires"))
    sheet.append(head)
    for area in report.zones:
        sheet.append(
            [_text(area.nom), area.menages, area.beneficiaires, area.montant, area.plaintes, area.taux_plaintes]
        )
    for cell in sheet[1]:
        cell.font = Font(bold=True)
    sheet.column_dimensions["A"].width = 32
    for column in "BCDEF":
        sheet.column_dimensions[column].width = 18
    sheet.freeze_panes = "A2"


def _text(text: str) -> str:
    """Return a text that a spreadsheet never runs as a formula."""
    return f"'{text}" if text.startswith(("=", "+", "-", "@")) else text
