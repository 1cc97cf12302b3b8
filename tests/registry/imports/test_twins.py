"""Rows of one file that are the same household: identical ones are asked about, alike ones are told."""

from typing import Any

from registry.households.models import Household
from tests.registry.imports.conftest import csv_file

SAME = {"code_menage": "", "telephone_chef": "+245955123456"}
NEW = {"codesManquants": "attribuer"}


def count() -> int:
    return Household.objects.count()


def test_identical_rows_are_a_question_and_one_of_them_is_imported(send: Any) -> None:
    rows = (SAME, {"code_menage": ""}, SAME)
    data = send(csv_file(*rows), "validate", **NEW)["data"]
    [asked] = data["problemes"]
    assert (asked["code"], asked["champ"], asked["lignes"]) == ("LIGNE_IDENTIQUE", "lignesIdentiques", [4])
    assert [choice["valeur"] for choice in asked["choix"]] == ["exclure", "importer"]
    assert asked["message"] == "La ligne est identique à la ligne 2 : le ménage serait créé deux fois."
    left_out = send(csv_file(*rows), "validate", lignesIdentiques="exclure", **NEW)["data"]
    assert [(one["code"], one["champ"]) for one in left_out["problemes"]] == [("LIGNE_IDENTIQUE_EXCLURE", None)]
    assert send(csv_file(*rows), lignesIdentiques="exclure", **NEW)["data"]["imported"] == 2
    assert count() == 2


def test_identical_rows_may_all_be_imported(send: Any) -> None:
    assert send(csv_file(SAME, SAME), lignesIdentiques="importer", **NEW)["data"]["imported"] == 2


def test_the_answer_holds_in_a_job(send: Any) -> None:
    answer = send(csv_file(SAME, SAME), "?async=1", status=202, lignesIdentiques="exclure", **NEW)
    assert answer["data"]["jobId"]


def test_rows_of_one_head_village_and_telephone_that_differ_elsewhere_are_told(send: Any) -> None:
    rows = (SAME, SAME | {"taille_menage": "8", "nb_enfants_0_4": "3", "nom_complet_chef": "mamadu BALDE"})
    for fields in (rows, tuple(row | {"code_menage": f"T-{place}"} for place, row in enumerate(rows))):
        data = send(csv_file(*fields), "validate", **NEW)["data"]
        [told] = data["problemes"]
        assert (told["code"], told["champ"], told["lignes"], data["valid"]) == ("LIGNE_SEMBLABLE", None, [3], True)
        assert "ligne 2" in told["message"]


def test_another_village_head_or_telephone_is_another_household(send: Any) -> None:
    others = ({"nom_complet_chef": "Outra Pessoa"}, {"telephone_chef": "+245955123457"}, {"tabanca": ""})
    data = send(csv_file(SAME, *(SAME | other for other in others)), "validate", **NEW)["data"]
    assert [one["code"] for one in data["problemes"] if one["code"].startswith("LIGNE")] == []
