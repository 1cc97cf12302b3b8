"""Households of a file without a code get one where the user says so; else their lines are left out."""

import io
from typing import Any

import openpyxl

from registry.households.models import Household
from registry.imports.definition.columns import EXAMPLE_CODE
from tests.registry.imports.conftest import csv_file, text_file

CODELESS = {"code_menage": ""}
LEFT_OUT = "Ligne 3, colonne code_menage : Le code du ménage manque"


def list_codes() -> list[str]:
    return sorted(Household.objects.values_list("code_menage", flat=True))


def test_without_an_answer_a_row_without_code_is_left_out_and_asked_about(send: Any) -> None:
    file = csv_file({}, CODELESS)
    data = send(file, "validate")["data"]
    [asked] = data["problemes"]
    assert (asked["code"], asked["champ"], asked["lignes"]) == ("CODE_MANQUE", "codesManquants", [3])
    assert [choice["valeur"] for choice in asked["choix"]] == ["attribuer", "exclure"]
    file.seek(0)
    answer = send(file)["data"]
    assert (answer["imported"], answer["errors"]) == (1, [f"{LEFT_OUT}."])


def test_codes_are_assigned_as_the_form_does(send: Any, country: Any) -> None:
    Household.objects.create(code_menage="OI-000002", taille_menage=1, region=country.west)
    rows = ({}, CODELESS, CODELESS)
    data = send(csv_file(*rows), "validate", codesManquants="attribuer")["data"]
    assert (data["valid"], data["stats"]["total_menages"], data["problemes"]) == (True, 3, [])
    assert send(csv_file(*rows), codesManquants="attribuer")["data"]["imported"] == 3
    assert list_codes() == ["OI-000001", "OI-000002", "OI-000003", "T-1"]  # a code that is taken is passed over


def test_the_same_file_again_is_noticed(send: Any) -> None:
    """Nothing but head, village and telephone tells that a row without a code is a household that is here."""
    send(csv_file(CODELESS), codesManquants="attribuer")
    data = send(csv_file(CODELESS), "validate", codesManquants="attribuer")["data"]
    assert [one["code"] for one in data["problemes"]] == ["MENAGE_REPETE"]
    again = send(csv_file(CODELESS), codesManquants="attribuer", menagesRepetes="exclure")["data"]
    assert (again["imported"], list_codes()) == (0, ["OI-000001"])


def test_rows_that_are_left_out_on_purpose_ask_nothing(send: Any) -> None:
    data = send(csv_file({}, CODELESS), "validate", codesManquants="exclure")["data"]
    assert [(one["code"], one["champ"]) for one in data["problemes"]] == [("CODE_MANQUE_EXCLURE", None)]
    answer = send(csv_file({}, CODELESS), codesManquants="exclure")["data"]
    assert answer["errors"] == [f"{LEFT_OUT} : la ligne est laissée de côté, comme demandé."]


def test_a_file_without_a_column_of_codes(send: Any, country: Any) -> None:
    file = "taille_menage;region\n4;Oio\n5;Oio"
    assert send(text_file(file), "validate", codesManquants="attribuer")["data"]["valid"]
    assert send(text_file(file), "?async=1", status=202, codesManquants="attribuer")["data"]["jobId"]
    assert send(text_file(file), codesManquants="attribuer")["data"]["imported"] == 2
    assert list_codes() == ["OI-000001", "OI-000002"]


def test_the_report_shows_no_code_before_there_is_one(api: Any, cast: Any, settings: Any, tmp_path: Any) -> None:
    settings.FILES_ROOT = tmp_path
    fields = {"file": csv_file(CODELESS), "codesManquants": "attribuer"}
    response = api(cast.admin).upload("/api/import/menages/excel/validation-report", fields)
    sheet = openpyxl.load_workbook(io.BytesIO(b"".join(response))).worksheets[0]
    assert (sheet.cell(2, 2).value, sheet.cell(2, 3).value) == (None, "Mamadú Baldé")
    last = sheet.cell(1, sheet.max_column)  # the rows with problems can be chosen
    assert (last.value, sheet.auto_filter.ref) == ("problèmes", f"A1:{last.column_letter}{sheet.max_row}")


def test_the_example_of_the_template_is_no_household(send: Any) -> None:
    rows = ({"code_menage": EXAMPLE_CODE}, {})
    data = send(csv_file(*rows), "validate")["data"]
    assert (data["valid"], [one["code"] for one in data["problemes"]]) == (True, ["EXEMPLE"])
    answer = send(csv_file(*rows))["data"]
    assert (answer["imported"], answer["skipped"], list_codes()) == (1, 1, ["T-2"])


def test_a_secteur_of_another_region_is_named_with_it(send: Any) -> None:
    def describe(**row: str) -> str:
        [error] = send(csv_file(row), "validate")["data"]["erreurs"]
        return error["message"]

    said = describe(region="Oio", secteur="cosse")
    assert "« Cossé » est un secteur d'une autre région (Bafatá)" in said
    assert "Peut-être « Mansoa » ?" in describe(region="Oio", secteur="Mansoo")
