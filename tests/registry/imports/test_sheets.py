"""Templates and the validation report."""

import io
from typing import Any

import openpyxl
import pytest

from registry.imports.definition.columns import COLUMNS, MAIN_COLUMNS
from tests.registry.imports.conftest import csv_file, text_file, xlsx_file


def opened(response: Any) -> openpyxl.Workbook:
    assert response.status_code == 200
    assert response["Content-Type"].endswith("spreadsheetml.sheet")
    content = b"".join(response) if response.streaming else response.content
    return openpyxl.load_workbook(io.BytesIO(content))


def workbook_file(book: openpyxl.Workbook) -> io.BytesIO:
    file = io.BytesIO()
    book.save(file)
    return text_file(file.getvalue(), "menages.xlsx")


def test_csv_template(api: Any, cast: Any) -> None:
    data = api(cast.admin).get("/api/import/menages/template").json()["data"]
    assert data["headers"] == [column.name for column in MAIN_COLUMNS]
    assert len(data["example"]) == 20
    names = {column.name for column in COLUMNS}
    assert set(data["description"]) == names
    assert set(data["labels"]) == names
    assert data["labels"]["sexe_chef"] == "Sexe du chef"


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


def test_the_filled_template_is_no_second_table(api: Any, cast: Any, send: Any, country: Any) -> None:
    """Its choices have the titles of columns; somebody else's second sheet of households is still named."""
    book = opened(api(cast.admin).get("/api/import/menages/excel/template"))
    assert book["listes"].max_row >= 3
    sheet = book["menages"]
    values = {"code_menage": "T-1", "region": "Oio", "taille_menage": 4, "latitude": -15.5, "longitude": 12.75}
    for cell in sheet[1]:
        sheet.cell(2, cell.column, values.get(cell.value))
    found = send(workbook_file(book), "excel/validate")["data"]
    texts = [one["message"] for one in found["avertissements"] + found["erreurs"]]
    assert not any("listes" in text for text in texts), texts
    assert any("la latitude est autour de 12," in text for text in texts), texts
    book.copy_worksheet(sheet).title = "autres"
    book["autres"].cell(3, 1, "T-3")
    found = send(workbook_file(book), "excel/validate")["data"]
    assert any("ménages : autres." in one["message"] for one in found["avertissements"])


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


def test_a_correction_has_only_the_rows_with_errors_under_the_titles_of_the_file(
    api: Any, cast: Any, send: Any, settings: Any, tmp_path: Any
) -> None:
    settings.FILES_ROOT = tmp_path
    book = openpyxl.Workbook()
    titles = ["Code du ménage", "Nom du chef", "Âge", "Taille du ménage", "Région"]
    for row in (["K-1", "Ana Sá", "44"], ["K-2", "Bó Djaló", "-3"], ["K-3", "", "40"]):
        book.worksheets[0].append([*row, "4", "Oio"])
    book.worksheets[0].insert_rows(1)
    for place, title in enumerate(titles, 1):
        book.worksheets[0].cell(1, place).value = title
    found = opened(
        api(cast.admin).upload(
            "/api/import/menages/excel/validation-report", {"file": workbook_file(book), "aCorriger": "true"}
        )
    )
    (sheet,) = found.worksheets
    head, *rows = sheet.iter_rows(values_only=True)
    assert (list(head[1:-1]), [row[1] for row in rows]) == (titles, ["K-2", "K-3"])
    assert rows[0][-1].startswith("Âge : ")
    sheet.cell(2, 4).value, sheet.cell(3, 3).value = "33", "Cadi Sané"
    again = send(workbook_file(found), "excel/validate")["data"]  # as it is, with its own columns about the rows
    assert (again["stats"]["total_lignes"], again["summary"]["total_erreurs"]) == (2, 0)
    assert not any(one["code"] == "COLONNE_INCONNUE" for one in again["problemes"])


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


def test_the_correction_of_a_long_file_is_imported_without_a_row_for_its_note(
    api: Any, cast: Any, send: Any, settings: Any, tmp_path: Any
) -> None:
    settings.FILES_ROOT, settings.SYNCHRONOUS_MAX_ROWS = tmp_path, 3
    file = xlsx_file(*({"sexe_chef": "X"} for _row in range(4)))
    book = opened(
        api(cast.admin).upload("/api/import/menages/excel/validation-report", {"file": file, "aCorriger": "true"})
    )
    rows, note = book.worksheets
    assert [row[0] for row in rows.iter_rows(values_only=True, min_row=2)] == [2, 3, 4]
    assert "plus de 3 lignes" in note.cell(1, 1).value
    again = send(workbook_file(book), "excel/validate")["data"]
    assert (again["stats"]["total_lignes"], again["summary"]["total_erreurs"]) == (3, 3)
