"""Codes that a spreadsheet or a hand has damaged, telephones that are none, things that are nearly the same."""

from typing import Any

import pytest

from geo.areas.models import Locality
from registry.households.models import Household
from tests.registry.imports.conftest import csv_file, household


def only(answer: Any, kind: str) -> list[tuple[int, str | None, str]]:
    return [(item["ligne"], item["colonne"], item["message"]) for item in answer["data"][kind]]


@pytest.mark.sampled(4)
@pytest.mark.parametrize(
    ("code", "said"),
    [
        ("3.60E+14", "abrégé"),
        ("3,6e+14", "abrégé"),
        ("3.60E14", "abrégé"),
        ("1.0", "à décimales"),
        ("360,00", "à décimales"),
        ("2021-09-21", "une date"),
        ("21/09/2021", "une date"),
        ("T\u200b-1", "invisible"),
        ("T\u00a0-1", "invisible"),
        ("TOTAL", "un total"),
        ("Sous-total", "un total"),
        ("NA", "manque"),
        ("n/a", "manque"),
        ("NULL", "manque"),
        ("-", "manque"),
    ],
)
def test_a_code_that_is_none_is_an_error(send: Any, code: str, said: str) -> None:
    rows = ({"code_menage": code}, {})
    ((line, column, message),) = only(send(csv_file(*rows), "validate"), "erreurs")
    assert (line, column, said in message) == (2, "code_menage", True)
    assert send(csv_file(*rows))["data"]["imported"] == 1


def test_ordinary_codes_pass(send: Any) -> None:
    codes = ("OIO-000001", "95342307", "123456789012345", "1E5", "GB 12/34", "Total-1", "ABC", "2021-09-21-7", "É-1")
    checked = send(csv_file(*({"code_menage": code} for code in codes)), "validate")["data"]
    assert checked["erreurs"] == checked["avertissements"] == []


def test_a_rounded_number_is_told(send: Any) -> None:
    account = {"compte_bancaire": "123456789012345000", "identifiant_unique": "1.2E+17"}
    checked = send(csv_file({"code_menage": "360000000000000000"}, account), "validate")
    assert [(line, column) for line, column, _said in only(checked, "avertissements")] == [
        (2, "code_menage"),
        (3, "compte_bancaire"),
    ]
    assert [(line, column) for line, column, _said in only(checked, "erreurs")] == [(3, "identifiant_unique")]


@pytest.mark.parametrize(
    ("code", "said"), [("12.5", "peut-être un nombre à décimales"), ("3E14", "peut-être un nombre que")]
)
def test_a_code_that_may_be_a_number_is_told(send: Any, code: str, said: str) -> None:
    checked = send(csv_file({"code_menage": code}), "validate")
    ((line, column, message),) = only(checked, "avertissements")
    assert (line, column, said in message, checked["data"]["valid"]) == (2, "code_menage", True, True)
    send(csv_file({"code_menage": code}))
    assert only(send(csv_file({"code_menage": code}), "validate", mode="update"), "avertissements") == []


@pytest.mark.sampled(3)
@pytest.mark.parametrize("column", ["telephone_chef", "numero_mobile_money", "compte_bancaire"])
@pytest.mark.parametrize(
    ("number", "said"),
    [
        ("9.55E+08", "derniers chiffres sont perdus"),
        ("9,55E8", "derniers chiffres sont perdus"),
        ("955123456.0", "à décimales"),
    ],
)
def test_a_number_whose_digits_are_lost_replaces_none(send: Any, column: str, number: str, said: str) -> None:
    send(csv_file({column: "955100900"}))
    checked = send(csv_file({column: number}), "validate", mode="update")
    ((line, place, message),) = only(checked, "erreurs")
    assert (line, place, said in message) == (2, column, True)
    assert only(checked, "avertissements") == []
    assert send(csv_file({column: number}), mode="update")["data"]["updated"] == 0


def test_blanks_in_words_leave_what_is_stored(send: Any) -> None:
    send(csv_file({}))
    send(csv_file({"age_chef": "N/A", "tabanca": "-", "score_pmt": "null", "sexe_chef": "NA"}), mode="update")
    stored = household()
    assert (stored.chef.age, stored.localite.nom, float(stored.score_pmt)) == (47, "Cutia", 18.5)


@pytest.mark.parametrize(
    ("phone", "said"),
    [
        ("+24595512345O", "n'est pas un numéro"),
        ("+245955123456 / +245966123456", "plusieurs"),
        ("955123456/966123456", "plusieurs"),
        ("+245955123456 966123456", "plusieurs"),
    ],
)
def test_a_telephone_that_is_none_is_told(send: Any, phone: str, said: str) -> None:
    checked = send(csv_file({"telephone_chef": phone}), "validate")
    ((line, column, message),) = only(checked, "avertissements")
    assert (line, column, said in message) == (2, "telephone_chef", True)


def test_codes_that_differ_by_case_are_told(send: Any) -> None:
    rows = ({"code_menage": "Mix-1"}, {"code_menage": "mix-1"})
    ((line, _column, message),) = only(send(csv_file(*rows), "validate"), "avertissements")
    assert (line, "« Mix-1 », à la ligne 2" in message) == (3, True)
    send(csv_file(rows[0]))
    for code in ("mix-1", "MIX-1"):
        ((_line, _column, message),) = only(send(csv_file({"code_menage": code}), "validate"), "avertissements")
        assert "ménage enregistré, « Mix-1 »" in message


def test_a_tabanca_nearly_named_as_a_known_one(send: Any, country: Any) -> None:
    Locality.objects.create(nom="Kagazo", secteur=country.north)
    rows = ({"tabanca": "Kagaso"}, {"tabanca": "Nova Sintra"}, {"tabanca": "Kagazo 2"})
    errors = only(send(csv_file(*rows), "validate"), "erreurs")
    assert ["Peut-être « Kagazo » ?" in message for _line, _column, message in errors] == [True, False, False]
    made = only(send(csv_file(*rows), "validate", creerLocalites="true"), "avertissements")
    assert ["Peut-être « Kagazo » ?" in message for _line, _column, message in made] == [True, False, False]


def test_a_row_that_shifted_is_named(send: Any) -> None:
    content = csv_file({}, {}).getvalue().decode()
    head, first, second = content.splitlines()
    cells = second.split(";")
    shifted = ";".join([*cells[:2], "", *cells[2:-1]])
    found = only(send(csv_text("\n".join((head, first, shifted))), "validate"), "erreurs")
    assert any(line == 3 and column is None and "décalée" in message for line, column, message in found)
    assert {line for line, _column, _message in found} == {3}


def csv_text(content: str) -> Any:
    file = csv_file({})
    file.seek(0)
    file.truncate()
    file.write(content.encode())
    file.seek(0)
    return file


def test_nothing_is_written_of_it(send: Any) -> None:
    assert send(csv_file({"code_menage": "TOTAL"}, {"code_menage": "3.60E+14"}))["data"]["imported"] == 0
    assert not Household.objects.exists()


def test_a_telephone_that_is_too_short_says_how_many_digits_it_needs(send: Any) -> None:
    [told] = send(csv_file({"telephone_chef": "95500"}), "validate")["data"]["avertissements"]
    assert told["message"].startswith(
        "« 95500 » n'est pas un numéro de téléphone : il faut 7 ou 9 chiffres, par exemple 955 012 345"
    )
