"""Columns that slipped: known households that would get what is stored for others of the file."""

from typing import Any

import pytest

from accounts.jobs.models import Job
from accounts.jobs.types import Progress
from config.errors.problems import Problem
from registry.imports import jobs
from tests.registry.imports.conftest import Row, csv_file, household

COUNT = 12
SIZES = (3, 9, 5, 12, 4, 8, 2, 10, 6, 11, 7, 1)


def people(count: int = COUNT) -> list[Row]:
    """Households that all have another telephone, size and score."""
    return [
        {
            "telephone_chef": f"+2459551002{place:02}",
            "taille_menage": str(SIZES[place % COUNT]),
            "score_pmt": str(20 + place),
            "categorie_pauvrete": "",
            "nb_enfants_0_4": "",
            "nb_enfants_5_14": "",
            "nb_adultes_15_64": "",
            "latitude": f"12.7{place:02}",
            "compte_bancaire": f"GW-{place}",
        }
        for place in range(count)
    ]


def slipped(column: str, by: int = 1, count: int = COUNT) -> list[Row]:
    """The same households, with one column that moved."""
    rows = people(count)
    return [row | {column: rows[place - by][column]} for place, row in enumerate(rows)]


@pytest.mark.sampled(5)
@pytest.mark.parametrize("column", ["telephone_chef", "taille_menage", "score_pmt", "latitude", "compte_bancaire"])
@pytest.mark.parametrize("by", [1, -1 + COUNT])
@pytest.mark.parametrize("mode", ["update", "replace"])
def test_a_column_that_slipped_waits_for_an_answer(send: Any, column: str, by: int, mode: str) -> None:
    send(csv_file(*people()))
    checked = send(csv_file(*slipped(column, by)), "validate", mode=mode)["data"]
    [asked] = [entry for entry in checked["problemes"] if entry["champ"]]
    assert (asked["code"], asked["colonne"], asked["champ"]) == ("COLONNE_GLISSEE", column, "confirmerValeurs")
    assert [choice["valeur"] for choice in asked["choix"]] == ["true"]
    assert f"« {column} »" in asked["message"]
    refused = send(csv_file(*slipped(column, by)), mode=mode, status=400)
    assert refused["details"] == {"confirmerValeurs": [asked["message"]]}
    assert household("T-1").chef.telephone == "+245955100200"
    data = send(csv_file(*slipped(column, by)), mode=mode, confirmerValeurs="true")["data"]
    assert (data["updated"], data["unchanged"]) == (COUNT, 0)


def test_two_columns_are_two_questions_and_heads_a_third(send: Any) -> None:
    send(csv_file(*people()))
    rows = [
        row | {"taille_menage": SIZES[place - 1], "nom_complet_chef": "Quinta Mendes"}
        for place, row in enumerate(slipped("telephone_chef"))
    ]
    refused = send(csv_file(*rows), mode="update", status=400)
    assert {field: len(said) for field, said in refused["details"].items()} == {
        "confirmerChangements": 1,
        "confirmerValeurs": 2,
    }
    assert list(send(csv_file(*rows), mode="update", status=400, confirmerChangements="true")["details"]) == [
        "confirmerValeurs"
    ]


def test_two_households_that_swap_are_told_with_both_codes(send: Any) -> None:
    send(csv_file(*people()))
    rows = people()
    rows[0]["telephone_chef"], rows[1]["telephone_chef"] = rows[1]["telephone_chef"], "+245966300300"
    checked = send(csv_file(*rows), "validate", mode="update")["data"]
    assert checked["valid"]
    [told] = [item for item in checked["avertissements"] if item["colonne"] == "telephone_chef"]
    assert (told["ligne"], "+245955100201" in told["message"]) == (2, True)
    assert "« T-1 »" in told["message"] and "« T-2 » de la ligne 3" in told["message"]
    assert send(csv_file(*rows), mode="update")["data"]["updated"] == COUNT


def test_what_is_shared_or_grows_is_no_slip(send: Any) -> None:
    send(csv_file(*people()))
    shared = [row | {"telephone_chef": "+245955100200"} for row in people()]
    assert "glissé" not in str(send(csv_file(*shared), "validate", mode="update"))
    # Sizes change, and some are by chance the neighbour's.
    grown = [row | {"taille_menage": str(int(row["taille_menage"]) + 1)} for row in people()]
    grown[4]["taille_menage"], grown[7]["taille_menage"] = str(SIZES[3]), str(SIZES[8])
    assert send(csv_file(*grown), "validate", mode="update")["data"]["valid"]
    assert send(csv_file(*slipped("telephone_chef")), "validate")["data"]["valid"]


def test_an_empty_cell_changes_nothing(send: Any) -> None:
    send(csv_file(*people()))
    rows = [row | {"telephone_chef": ""} for row in people()]
    rows[0]["telephone_chef"] = "+245955100201"
    assert "glissé" not in str(send(csv_file(*rows), "validate", mode="update"))


def test_whom_nobody_may_see_nobody_is_told_of(send: Any, cast: Any) -> None:
    east = {"region": "Bafatá", "secteur": "Cossé", "tabanca": "Galomaro", "latitude": "", "longitude": ""}
    send(csv_file(*(row | east for row in people())))
    moved = [row | east for row in slipped("telephone_chef")]
    assert "glissé" not in str(send(csv_file(*moved), "validate", user=cast.agent_west, mode="update"))


@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize("column", ["telephone_chef", "taille_menage"])
@pytest.mark.slow
def test_lanes_estimate_what_they_cannot_see(send: Any, settings: Any, monkeypatch: Any, column: str) -> None:
    """Of two neighbours half of the pairs fall to two lanes, where nobody sees that they are one."""
    monkeypatch.setattr(jobs, "MIN_LANES_BYTES", 0)
    settings.IMPORT_LANES = 2
    send(csv_file(*people(60)))
    send(csv_file(*slipped(column, count=60)), "?async=1", status=202, mode="update")
    job, progress = Job.objects.get(), Progress()
    with pytest.raises(Problem) as refused:
        try:
            jobs.run_file_import_job(job, progress)
        finally:
            progress.abandon_extra_transactions()
    assert list(refused.value.details) == ["confirmerValeurs"]
