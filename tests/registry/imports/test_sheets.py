"""Templates and the validation report."""

import io
from typing import Any

import openpyxl
import pytest

from registry.imports.definition.columns import COLUMNS, MAIN_COLUMNS
from tests.registry.imports.conftest import csv_file, xlsx_file


def opened(response: Any) -> openpyxl.Workbook:
    assert response.status_code == 200
    assert response["Content-Type"].endswith("spreadsheetml.sheet")
    content = b"".join(response) if response.streaming else response.content
    return openpyxl.load_workbook(io.BytesIO(content))


def test_csv_template(api: Any, cast: Any) -> None:
    data = api(cast.admin).get("/api/import/menages/template").json()["data"]
    assert data["headers"] == [column.name for column in MAIN_COLUMNS]
    assert len(data["example"]) == 20
    assert set(data["description"]) == {column.name for column in COLUMNS}


def test_excel_template(api: Any, cast: Any) -> None:
    book = opened(api(cast.agent_west).get("/api/import/menages/excel/template"))
    sheet = book.worksheets[0]
    assert [cell.value for cell in sheet[1]] == [column.name for column in COLUMNS]
    assert sheet.max_row == 1
    lists = {str(rule.sqref).rstrip("0123456789"): rule for rule in sheet.data_validations.dataValidation}
    assert {rule.formula1 for rule in lists.values()} >= {
        '"M,F"',
        '"urbain,rural"',
        '"extreme,pauvre,vulnerable,non_pauvre"',
    }
    listed = {row[0] for row in book["listes"].iter_rows(min_row=2, max_col=1, values_only=True)} - {None}
    assert listed == {"Oio"}
    assert {"instructions", "exemple"} <= set(book.sheetnames)


def test_template_example_can_be_imported(api: Any, cast: Any, send: Any) -> None:
    data = api(cast.admin).get("/api/import/menages/template").json()["data"]
    row = dict(zip(data["headers"], data["example"], strict=True)) | {"latitude": "12.75", "longitude": "-15.5"}
    assert send(csv_file(row), "validate")["data"]["valid"]


def test_report(api: Any, cast: Any, settings: Any, tmp_path: Any) -> None:
    settings.FILES_ROOT = tmp_path
    for make in (xlsx_file, csv_file):
        rows = (
            {"couleur": "bleu"},
            {"sexe_chef": "X", "nom_complet_chef": "=1+1" if make is csv_file else "@A1", "taille_menage": "8"},
        )
        file = make(*rows)
        book = opened(api(cast.admin).upload("/api/import/menages/excel/validation-report", {"file": file}))
        sheet = book.worksheets[0]
        titles = [cell.value for cell in sheet[1]]
        assert titles[1:-1] == [*(column.name for column in MAIN_COLUMNS), "couleur"]
        bad = {titles[place]: cell for place, cell in enumerate(sheet[3])}
        assert bad["sexe_chef"].fill.fgColor.rgb.endswith("F4B6A6")
        assert "M (homme)" in bad["sexe_chef"].comment.text
        assert bad["taille_menage"].fill.fgColor.rgb.endswith("FBE7A1")
        assert (bad["nom_complet_chef"].value, bad["nom_complet_chef"].data_type) == (rows[1]["nom_complet_chef"], "s")
        assert "sexe_chef" in sheet[3][-1].value
        assert (sheet.cell(3, 1).value, sheet.cell(2, 4).fill.fgColor.rgb) == (3, "00000000")
        summary = {row[0]: row[1] for row in book.worksheets[1].iter_rows(values_only=True, max_col=2)}
        assert (summary["Lignes"], summary["Erreurs"]) == (2, 1)


@pytest.mark.parametrize("make", [xlsx_file, csv_file])
def test_report_of_a_long_file(api: Any, cast: Any, settings: Any, tmp_path: Any, make: Any) -> None:
    """Only as many rows as a caller waits for are checked, and it says so."""
    settings.FILES_ROOT, settings.SYNCHRONOUS_MAX_ROWS = tmp_path, 3
    for count, said in ((3, False), (4, True), (9, True)):
        file = make(*({"sexe_chef": "X"} for _row in range(count)))
        book = opened(api(cast.admin).upload("/api/import/menages/excel/validation-report", {"file": file}))
        first, *_others = zip(*book.worksheets[0].iter_rows(values_only=True), strict=True)
        summary = {row[0]: row[1] for row in book.worksheets[1].iter_rows(values_only=True, max_col=2)}
        assert (first[1:4], summary["Lignes"], summary["Erreurs"]) == ((2, 3, 4), 3, 3)
        assert ["plus de 3 lignes" in str(text) for text in first[4:]] == [True] * said
        assert any("plus de 3 lignes" in str(text) for text in summary) is said
