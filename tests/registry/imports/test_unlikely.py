"""Values that are right by themselves, and hardly true: codes for "unknown", one telephone for many, lost scores."""

from typing import Any

import pytest

from tests.registry.imports.conftest import csv_file, household

BARE = {"nb_enfants_0_4": "", "nb_enfants_5_14": "", "nb_adultes_15_64": "", "nb_personnes_65_plus": ""}


def entries(answer: Any, code: str) -> list[dict[str, Any]]:
    return [entry for entry in answer["data"]["problemes"] if entry["code"] == code]


def test_sizes_that_are_codes_are_one_entry(send: Any) -> None:
    sizes = ("88", "98", "99", "100", "999", "30", "12")
    checked = send(csv_file(*(BARE | {"taille_menage": size} for size in sizes)), "validate")
    [entry] = entries(checked, "NOMBRE_CODE")
    assert (entry["gravite"], entry["colonne"], entry["lignes"]) == ("avertissement", "taille_menage", [2, 3, 4, 5, 6])
    assert [value["valeur"] for value in entry["valeurs"]] == ["88", "98", "99", "100", "999"]
    assert "« 88 » semble trop élevé : est-ce un code pour « inconnu » ?" in entry["message"]
    assert checked["data"]["valid"]


@pytest.mark.parametrize(
    ("column", "value"), [("nb_handicapes", "99"), ("nb_actifs_occupes", "88"), ("age_chef", "98")]
)
def test_other_numbers_that_are_codes(send: Any, column: str, value: str) -> None:
    [entry] = entries(send(csv_file({column: value}, {}), "validate"), "NOMBRE_CODE")
    assert (entry["colonne"], entry["lignes"]) == (column, [2])


def test_one_telephone_for_many_new_households(send: Any) -> None:
    shared, pair = {"telephone_chef": "955 100 900"}, {"telephone_chef": "+245955100901"}
    checked = send(csv_file(shared, {}, shared, pair, pair, shared | {"sexe_chef": "X"}, shared), "validate")
    [entry] = entries(checked, "VALEUR_REPETEE")
    assert (entry["gravite"], entry["colonne"], entry["lignes"]) == ("avertissement", "telephone_chef", [2, 4, 8])
    assert "« +245955100900 » est écrit pour 3 ménages" in entry["message"]
    assert send(csv_file(shared, {}, shared, shared))["data"]["imported"] == 4
    # Who has it already is no news; whom it is given anew is.
    assert entries(send(csv_file(shared, {}, shared, shared), "validate", mode="update"), "VALEUR_REPETEE") == []
    others = [shared | {"code_menage": f"T-{place}"} for place in range(1, 8)]
    [entry] = entries(send(csv_file(*others), "validate", mode="update"), "VALEUR_REPETEE")
    assert entry["lignes"] == [3, 6, 7, 8]


@pytest.mark.parametrize("column", ["compte_bancaire", "identifiant_unique"])
def test_one_account_for_two_households(send: Any, column: str) -> None:
    [entry] = entries(
        send(csv_file({column: "GW-77"}, {column: "GW-78"}, {column: "GW-77"}), "validate"), "VALEUR_REPETEE"
    )
    assert (entry["colonne"], entry["lignes"]) == (column, [2, 4])


@pytest.mark.parametrize("mode", ["replace", "update"])
def test_a_score_that_replacing_loses_is_told(send: Any, mode: str) -> None:
    send(csv_file({}, {}, {"score_pmt": "", "categorie_pauvrete": ""}))
    unscored = {"score_pmt": "", "categorie_pauvrete": ""}
    told = entries(send(csv_file(unscored, {}, unscored, unscored), "validate", mode=mode), "SCORE_PERDU")
    if mode == "update":
        assert told == []
        return
    [entry] = told
    assert (entry["gravite"], entry["nombre"], entry["lignes"]) == ("avertissement", 1, [2])
    assert "score PMT (18.50) n'est pas dans le fichier et est effacé" in entry["message"]
    assert entries(send(csv_file(unscored), mode=mode), "SCORE_PERDU")[0]["nombre"] == 1
    assert household().score_pmt is None
