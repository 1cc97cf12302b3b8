"""What no single row tells: the scale of the scores, the order of day and month, households that change."""

from typing import Any

import pytest

from accounts.jobs.models import Job
from accounts.jobs.types import Progress
from config.errors.problems import Problem
from registry.duplicates.api import HOUSEHOLD_COMPARISONS
from registry.households.models import Household
from registry.imports import jobs
from registry.imports.doubts.services import SAME_PERSON_LEVELS
from registry.projects.models import Campaign, Project
from tests.registry.imports.conftest import csv_file, household

SMALL = [{"score_pmt": score, "categorie_pauvrete": ""} for score in ("0,14", "0.5", "0.9", "1", "0")]


def found(answer: Any, kind: str = "erreurs") -> list[tuple[int, str | None]]:
    return [(item["ligne"], item["colonne"]) for item in answer["data"][kind]]


def test_scores_from_0_to_1_wait_for_their_scale(send: Any) -> None:
    checked = send(csv_file(*SMALL), "validate")
    assert (checked["success"], found(checked)) == (False, [(1, "score_pmt")])
    assert "Dites l'échelle" in checked["data"]["erreurs"][0]["message"]
    refused = send(csv_file(*SMALL), status=400)
    assert (refused["code"], list(refused["details"])) == ("VALIDATION_ERROR", ["echelle_pmt"])
    assert not Household.objects.exists()
    assert send(csv_file(*SMALL), echelle_pmt="0-1")["data"]["imported"] == 5
    assert float(household("T-1").score_pmt) == 14
    assert send(csv_file(*SMALL), "validate", echelle_pmt="0-100")["data"]["valid"]


def test_one_score_on_another_scale_does_not_silence_the_question(send: Any) -> None:
    mixed = (*SMALL, {"score_pmt": "45,3", "categorie_pauvrete": ""})
    assert found(send(csv_file(*mixed), "validate")) == [(1, "score_pmt")]
    assert list(send(csv_file(*mixed), status=400)["details"]) == ["echelle_pmt"]
    assert not Household.objects.exists()


def test_scores_that_tell_their_scale_are_taken(send: Any) -> None:
    none = [{"score_pmt": "0", "categorie_pauvrete": ""}] * 4
    larger = [{"score_pmt": str(score), "categorie_pauvrete": ""} for score in (12, 30, 45, 60, 80)]
    assert send(csv_file(*SMALL, *larger), "validate")["data"]["valid"]
    assert send(csv_file(*none), "validate")["data"]["valid"]
    few = send(csv_file(*SMALL[:2]), "validate")
    assert few["data"]["valid"]
    assert (1, "score_pmt") in found(few, "avertissements")


def test_months_before_days_put_a_column_in_doubt(send: Any) -> None:
    rows = [{"date_collecte": written} for written in ("03/04/2021", "05/06/2021", "09/25/2021")]
    checked = send(csv_file(*rows), "validate")
    assert found(checked) == [(1, "date_collecte"), (4, "date_collecte")]
    assert "JJ/MM ou MM/JJ" in checked["data"]["erreurs"][0]["message"]
    assert list(send(csv_file(*rows), status=400)["details"]) == ["ordreDates"]
    assert not Household.objects.exists()
    assert send(csv_file(*rows), ordreDates="MM/JJ")["data"]["errors"] == []
    assert [household(f"T-{n}").date_collecte.date().isoformat() for n in (1, 3)] == ["2021-03-04", "2021-09-25"]
    assert send(csv_file(*rows), "validate", ordreDates="JJ/MM")["data"]["summary"]["total_erreurs"] == 1


CONTRARY = [*("09/25/2021", "10/26/2021", "11/30/2021", "25/09/2021", "03/04/2021")]


def dated(*days: str) -> Any:
    return csv_file(*({"date_collecte": day} for day in days))


@pytest.mark.parametrize(
    ("days", "said", "choice"),
    [(CONTRARY, "JJ/MM", "MM/JJ"), (["25/09/2021", "26/10/2021", "30/11/2021", "03/04/2021"], "MM/JJ", "JJ/MM")],
)
def test_an_order_that_the_dates_contradict_is_refused(send: Any, days: list[str], said: str, choice: str) -> None:
    checked = send(dated(*days), "validate", ordreDates=said)["data"]
    [asked] = [entry for entry in checked["problemes"] if entry["champ"]]
    assert (asked["code"], asked["champ"], [each["valeur"] for each in asked["choix"]]) == (
        "ORDRE_DATES",
        "ordreDates",
        [choice],
    )
    assert f"3 dates de cette colonne ne se lisent qu'en {choice}" in asked["message"]
    assert send(dated(*days), ordreDates=said, status=400)["details"] == {"ordreDates": [asked["message"]]}
    assert not Household.objects.exists()
    assert send(dated(*days), ordreDates=choice)["data"]["imported"] >= 3


def test_a_few_dates_do_not_contradict(send: Any) -> None:
    assert send(dated(*CONTRARY[:2], "03/04/2021"), ordreDates="JJ/MM")["data"]["imported"] == 1
    assert (
        send(dated(*CONTRARY[:3], *["25/09/2021"] * 3), "validate", ordreDates="JJ/MM")["data"]["summary"][
            "total_erreurs"
        ]
        == 3
    )


def test_dates_that_cannot_be_read_and_dates_to_come(send: Any) -> None:
    told = send(dated("hier", "31/06/2021", "2199-01-01"), "validate")["data"]["erreurs"]
    assert [item["message"] for item in told] == [
        "« hier » ne se lit pas comme une date : écrivez AAAA-MM-JJ ou JJ/MM/AAAA.",
        "« 31/06/2021 » ne se lit pas comme une date : écrivez AAAA-MM-JJ ou JJ/MM/AAAA.",
        "« 2199-01-01 » est une date à venir : indiquez une date passée.",
    ]


def test_who_lives_in_a_household_changes_with_a_word(send: Any) -> None:
    send(csv_file({}, {}, {}))
    rows = (
        {"nom_complet_chef": "Mamadu Balde"},
        {"nom_complet_chef": "Quinta Mendes"},
        {"region": "Bafatá", "secteur": "Cossé", "tabanca": "Galomaro", "latitude": "", "longitude": ""},
    )
    checked = send(csv_file(*rows), "validate", mode="update")["data"]
    told = {(item["ligne"], item["colonne"]): item["message"] for item in checked["avertissements"]}
    assert "« Mamadú Baldé », et non « Quinta Mendes »" in told.pop((3, "nom_complet_chef"))
    assert "« Oio », et non « Bafatá »" in told.pop((4, "region"))
    assert (2, "nom_complet_chef") not in told
    assert checked["valid"]
    assert "et non" not in str(send(csv_file(*rows), "validate")["data"])
    assert send(csv_file(*rows), mode="update")["data"]["updated"] == 3


@pytest.mark.parametrize("mode", ["update", "replace"])
def test_a_file_of_other_people_has_to_be_confirmed(send: Any, settings: Any, mode: str) -> None:
    settings.IMPORT_CHANGED_LEAST = 3
    send(csv_file(*[{}] * 5))
    others = [{"nom_complet_chef": "Quinta Mendes"}] * 3
    checked = send(csv_file(*others, {}, {}), "validate", mode=mode)
    assert found(checked) == [(1, "code_menage")]
    assert "3 des 5 ménages" in checked["data"]["erreurs"][0]["message"]
    refused = send(csv_file(*others, {}, {}), mode=mode, status=400)
    assert "3 des 5 ménages" in refused["details"]["confirmerChangements"][0]
    assert household("T-1").chef.nom_complet == "Mamadú Baldé"
    assert send(csv_file(*others[:2], {}, {}, {}), "validate", mode=mode)["data"]["valid"]
    assert send(csv_file(*others, {}, {}), mode=mode, confirmerChangements="true")["data"]["updated"] == 5
    assert household("T-1").chef.nom_complet == "Quinta Mendes"


DATES = [{"date_collecte": written} for written in ("03/04/2021", "05/06/2021", "09/25/2021")]
OTHERS = [{"nom_complet_chef": "Quinta Mendes"}] * 5


@pytest.mark.parametrize(
    ("rows", "mode", "question", "imported"),
    [
        (SMALL, "create", ("ECHELLE_SCORE", "score_pmt", "echelle_pmt"), {"0-1": 5, "0-100": 5}),
        (DATES, "create", ("ORDRE_DATES", "date_collecte", "ordreDates"), {"JJ/MM": 2, "MM/JJ": 3}),
        (OTHERS, "update", ("CHANGEMENTS", "code_menage", "confirmerChangements"), {"true": 5}),
    ],
)
def test_a_doubt_is_a_question_and_each_choice_imports(
    send: Any, rows: list[Any], mode: str, question: tuple[str, str, str], imported: dict[str, int]
) -> None:
    if mode == "update":
        send(csv_file(*[{}] * 5))
    asked, *others = [
        entry for entry in send(csv_file(*rows), "validate", mode=mode)["data"]["problemes"] if entry["champ"]
    ]
    assert ((asked["code"], asked["colonne"], asked["champ"]), others) == (question, [])
    assert [choice["valeur"] for choice in asked["choix"]] == list(imported)
    assert all(choice["libelle"] for choice in asked["choix"])
    refused = send(csv_file(*rows), mode=mode, status=400)
    assert refused["details"] == {asked["champ"]: [asked["message"]]}
    for choice, count in imported.items():
        if mode == "create":
            Household.objects.all().delete()
        data = send(csv_file(*rows), mode=mode, **{asked["champ"]: choice})["data"]
        assert data["imported"] + data["updated"] == count
        assert not [entry for entry in data["problemes"] if entry["champ"]]


def test_a_check_in_the_background_asks_too(send: Any) -> None:
    send(csv_file(*SMALL), "validate?async=1", status=202)
    answer = jobs.run_file_import_job(Job.objects.get(), Progress())
    assert [entry["code"] for entry in answer["problemes"] if entry["champ"]] == ["ECHELLE_SCORE"]
    assert not answer["valid"]


def test_whom_nobody_may_see_nobody_is_told_of(send: Any, cast: Any) -> None:
    send(csv_file({"region": "Bafatá", "secteur": "", "tabanca": "", "latitude": "", "longitude": ""}))
    checked = send(csv_file({"nom_complet_chef": "Quinta Mendes"}), "validate", user=cast.agent_west, mode="update")
    assert "Mamadú" not in str(checked)


def test_lanes_count_together(send: Any, settings: Any, monkeypatch: Any) -> None:
    """Two of the three scores are in one lane, one in the other: neither would doubt by itself."""
    monkeypatch.setattr(jobs, "MIN_LANES_BYTES", 0)
    settings.IMPORT_LANES = 2
    send(csv_file(*SMALL[:3]), "?async=1", status=202)
    job, progress = Job.objects.get(), Progress()
    with pytest.raises(Problem) as refused:
        try:
            jobs.run_file_import_job(job, progress)
        finally:
            progress.abandon_extra_transactions()
    assert list(refused.value.details) == ["echelle_pmt"]


def test_a_replaced_household_stays_in_its_project(send: Any) -> None:
    project, other = (Project.objects.create(code=code, nom=code) for code in "PQ")
    campaign = Campaign.objects.create(nom="C")
    Household.objects.none()
    send(csv_file({}), projetId=str(project.id), campagneId=str(campaign.id))
    send(csv_file({}), mode="replace")
    assert (household().projet_id, household().campagne_id) == (project.id, campaign.id)
    send(csv_file({}), mode="replace", projetId=str(other.id))
    assert (household().projet_id, household().campagne_id) == (other.id, campaign.id)


def test_the_levels_of_names_are_those_of_the_duplicates() -> None:
    codes = [level.code for level in next(each for each in HOUSEHOLD_COMPARISONS if each.code == "nom").levels]
    assert codes[: len(SAME_PERSON_LEVELS) + 1] == ["identique_village", *SAME_PERSON_LEVELS]
