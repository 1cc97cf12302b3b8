"""POST /api/menages."""

from datetime import timedelta

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from config.ids import uuid7
from registry.households.models import FormerHousehold, Household
from registry.projects.models import Project


def body(country, **more):
    return {
        "tailleMenage": 5,
        "nbAdultes1564": 5,
        "latitude": "12.7",
        "longitude": "-15.4",
        "region": f"/api/regions/{country.west.id}",
        "secteur": f"/api/secteurs/{country.north.id}",
        "localite": f"/api/localites/{country.cutia.id}",
        "scorePmt": 34.5,
        "chefMenage": {"nomComplet": "Binta Camará", "sexe": "F", "age": 33, "telephone": "955 123 456"},
        "logement": {"nbPieces": 3, "materiauToit": "paille"},
    } | more


def test_full_household(api, cast, country):
    answer = api(cast.supervisor_west).post("/api/menages", body(country))
    assert answer.status_code == 201, answer.content
    data = answer.json()["data"]
    assert data["codeMenage"] == "OI-000001"
    assert (data["latitude"], data["longitude"]) == ("12.7", "-15.4")
    assert (data["scorePmt"], data["categoriePauvrete"], data["eligibleProgramme"]) == (34.5, "pauvre", True)
    assert data["chefMenage"]["telephone"] == "+245955123456"
    assert data["logement"]["materiauToit"] == "paille"
    assert (data["statut"], data["statutCollecte"]) == ("en_attente", "pre_collecte")
    assert (data["problemesQualite"], data["scoreQualite"]) == ([], 100)


def test_codes_follow_each_other_and_step_over_taken_ones(api, cast, country):
    Household.objects.create(code_menage="OI-000002", taille_menage=1)
    caller = api(cast.supervisor_west)
    codes = [caller.post("/api/menages", body(country)).json()["data"]["codeMenage"] for _ in range(3)]
    assert codes == ["OI-000001", "OI-000003", "OI-000004"]


def test_many_codes_that_were_typed_are_passed_at_once(api, cast, country, monkeypatch):
    """A file may have brought hundreds of thousands of them."""
    monkeypatch.setattr("registry.households.codes.services.MOST_NUMBERS", 20)
    Household.objects.bulk_create(
        Household(code_menage=f"OI-{number:06d}", taille_menage=1) for number in range(1, 31) if number != 30
    )
    caller = api(cast.supervisor_west)
    with CaptureQueriesContext(connection) as asked:
        first = caller.post("/api/menages", body(country)).json()["data"]["codeMenage"]
    assert first == "OI-000030"
    assert sum("registry_code_counter" in query["sql"] for query in asked) == 2
    assert caller.post("/api/menages", body(country)).json()["data"]["codeMenage"] == "OI-000031"


def test_point_outside_the_secteur_is_a_quality_problem(api, cast, country):
    data = api(cast.supervisor_west).post("/api/menages", body(country, latitude="12.1")).json()["data"]
    assert [problem["code"] for problem in data["problemesQualite"]] == ["POINT_HORS_SECTEUR"]


@pytest.mark.parametrize(
    ("field", "latitude", "longitude", "said"),
    [
        ("latitude", 0, 0, "0, 0"),
        ("latitude", -15.4, 12.7, "inversées"),
        ("longitude", 12.7, 15.4, "signe"),
        ("longitude", -12.7, -15.4, "signe"),
    ],
)
def test_a_position_that_is_a_mistake_is_refused(api, cast, country, field, latitude, longitude, said):
    answer = api(cast.admin).post("/api/menages", {"tailleMenage": 2, "latitude": latitude, "longitude": longitude})
    assert (answer.status_code, list(answer.json()["details"])) == (400, [field])
    assert said in answer.json()["details"][field][0]
    assert not Household.objects.exists()


def test_a_position_abroad_may_be_true(api, cast, country):
    sent = body(country, latitude="14.69", longitude="-17.44")
    assert api(cast.admin).post("/api/menages", sent).status_code == 201


def test_no_interview_is_held_tomorrow(api, cast, country):
    later = (timezone.now() + timedelta(days=2)).isoformat()
    answer = api(cast.admin).post("/api/menages", body(country, dateCollecte=later))
    assert (answer.status_code, list(answer.json()["details"])) == (400, ["dateCollecte"])
    soon = (timezone.now() + timedelta(hours=3)).isoformat()
    assert api(cast.admin).post("/api/menages", body(country, dateCollecte=soon)).status_code == 201


def test_region_comes_from_the_point(api, cast, country):
    sent = {"tailleMenage": 2, "latitude": 12.5, "longitude": -14.5}
    data = api(cast.admin).post("/api/menages", sent).json()["data"]
    assert data["region"]["code"] == "BA"
    assert data["codeMenage"].startswith("BA-")


def test_locality_fills_the_levels_above(api, cast, country):
    sent = {"tailleMenage": 2, "localite": str(country.cutia.id)}
    data = api(cast.admin).post("/api/menages", sent).json()["data"]
    assert (data["region"]["nom"], data["secteur"]["nom"], data["commune"]["nom"]) == ("Oio", "Mansoa", "Mansoa")


@pytest.mark.parametrize(
    ("field", "sent"),
    [
        ("tailleMenage", {"tailleMenage": 0}),
        ("tailleMenage", {"tailleMenage": "beaucoup"}),
        ("tailleMenage", {"tailleMenage": None}),
        ("tailleMenage", {"tailleMenage": 10**9}),
        ("tailleMenage", {"tailleMenage": 10**30}),
        ("longitude", {"longitude": None}),
        ("latitude", {"latitude": "115.2"}),
        ("latitude", {"latitude": "NaN"}),
        ("scorePmt", {"scorePmt": 101}),
        ("milieu", {"milieu": "lunaire"}),
        ("secteur", {"secteur": "/api/secteurs/00000000-0000-7000-8000-000000000000"}),
        ("secteur", {"secteur": "n'importe quoi"}),
        ("nbEnfants04", {"nbEnfants04": -1}),
        ("chefMenage.age", {"chefMenage": {"nomComplet": "X", "age": 200}}),
        ("chefMenage.nomComplet", {"chefMenage": {"age": 20}}),
        ("dateCollecte", {"dateCollecte": "hier"}),
    ],
)
def test_bad_input_names_the_field_and_stores_nothing(api, cast, country, field, sent):
    answer = api(cast.supervisor_west).post("/api/menages", body(country, **sent))
    assert answer.status_code == 400, answer.content
    assert answer.json()["code"] == "VALIDATION_ERROR"
    assert field in answer.json()["details"]
    assert not Household.objects.exists()


def test_levels_must_agree(api, cast, country):
    sent = body(country, secteur=f"/api/secteurs/{country.south.id}")
    answer = api(cast.admin).post("/api/menages", sent)
    assert answer.status_code == 400
    assert "localite" in answer.json()["details"]


def test_duplicate_code(api, cast, country, household):
    answer = api(cast.admin).post("/api/menages", {"tailleMenage": 1, "codeMenage": household.code_menage})
    assert (answer.status_code, answer.json()["code"]) == (400, "DUPLICATE_CODE")


def test_states_and_quality_cannot_be_written(api, cast, country):
    forged = {"statut": "valide", "statutCollecte": "integre", "scoreQualite": 100, "eligibleProgramme": True}
    sent = {"tailleMenage": 2, "localite": str(country.cutia.id), **forged}
    data = api(cast.admin).post("/api/menages", sent).json()["data"]
    assert (data["statut"], data["statutCollecte"]) == ("en_attente", "pre_collecte")
    assert data["scoreQualite"] != 100
    assert data["eligibleProgramme"] is False


def test_projects_guard(api, cast, country):
    archived = Project.objects.create(code="A", nom="Archivé", lecture_seule=True)
    closed = Project.objects.create(code="B", nom="Sans collecte", peut_collecter=False)
    caller = api(cast.admin)
    refused = caller.post("/api/menages", body(country, projetId=str(archived.id)))
    assert (refused.status_code, refused.json()["code"]) == (400, "READ_ONLY_PROJECT")
    refused = caller.post("/api/menages", body(country, projetId=str(closed.id)))
    assert (refused.status_code, refused.json()["code"]) == (403, "FORBIDDEN")
    assert not Household.objects.exists()


def test_another_region_is_not_there(api, cast, country):
    sent = {"tailleMenage": 2, "region": f"/api/regions/{country.east.id}"}
    answer = api(cast.supervisor_west).post("/api/menages", sent)
    assert (answer.status_code, list(answer.json()["details"])) == (400, ["region"])
    # A point in another region does not open it either.
    answer = api(cast.supervisor_west).post("/api/menages", {"tailleMenage": 2, "latitude": 12.5, "longitude": -14.5})
    assert answer.status_code == 400


def test_idempotency_key(api, cast, country):
    caller = api(cast.supervisor_west)
    first = caller.post("/api/menages", body(country), headers={"Idempotency-Key": "a"})
    again = caller.post("/api/menages", body(country), headers={"Idempotency-Key": "a"})
    assert (again.status_code, again.content) == (201, first.content)
    other = caller.post("/api/menages", body(country, tailleMenage=6), headers={"Idempotency-Key": "a"})
    assert (other.status_code, other.json()["code"]) == (409, "CONFLICT")
    assert Household.objects.count() == 1


def test_refused_key_may_be_used_again(api, cast, country):
    caller = api(cast.supervisor_west)
    assert caller.post("/api/menages", {"tailleMenage": 0}, headers={"Idempotency-Key": "b"}).status_code == 400
    assert caller.post("/api/menages", body(country), headers={"Idempotency-Key": "b"}).status_code == 201


def test_the_code_of_a_merged_household_stays_taken(api, cast, country, household):
    """Else undoing the merge would find its code with another household."""
    FormerHousehold.objects.create(id=uuid7(), code_menage="OI-000002", menage=household)
    answer = api(cast.admin).post("/api/menages", {"tailleMenage": 1, "codeMenage": "OI-000002"})
    assert (answer.status_code, answer.json()["code"]) == (400, "DUPLICATE_CODE")
    assert api(cast.admin).post("/api/menages", body(country)).json()["data"]["codeMenage"] == "OI-000003"
