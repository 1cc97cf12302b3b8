"""GET /api/menages, details and statistics."""

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from registry.households.hooks import household_dependencies
from registry.households.models import HeadOfHousehold, Household


@pytest.fixture
def many(household, eastern, country):
    rows = [
        Household(code_menage=f"OI-1{number:05d}", taille_menage=1 + number % 9, milieu="rural", region=country.west)
        for number in range(30)
    ]
    Household.objects.bulk_create(rows)
    HeadOfHousehold.objects.bulk_create([HeadOfHousehold(menage=row, nom_complet="Bacar Mané") for row in rows])
    return rows


def total(answer):
    assert answer.status_code == 200, answer.content
    return answer.json()["pagination"]["total"]


def test_pages(api, cast, many):
    first = api(cast.admin).get("/api/menages", {"limit": 10}).json()
    assert first["pagination"] == {"page": 1, "limit": 10, "total": 32, "pages": 4}
    last = api(cast.admin).get("/api/menages", {"limit": 10, "page": 4}).json()
    assert len(last["data"]) == 2
    assert api(cast.admin).get("/api/menages", {"page": 999}).json()["data"] == []


def test_chosen_households(api, cast, many, household):
    assert total(api(cast.admin).get("/api/menages", {"ids": f"{household.id},{many[0].id}"})) == 2
    assert api(cast.admin).get("/api/menages", {"ids": "x"}).status_code == 400


def test_rows_say_what_took_points_of_their_quality(api, cast, many, household):
    Household.objects.filter(id=household.id).update(score_qualite=90, problemes_qualite=["GPS_IMPRECIS"])
    Household.objects.filter(id=many[0].id).update(score_qualite=100)
    found = api(cast.admin).get("/api/menages", {"scoreQualite[lt]": 100}).json()["data"]
    assert [(row["id"], [one["code"] for one in row["problemesQualite"]]) for row in found] == [
        (str(household.id), ["GPS_IMPRECIS"])
    ]
    assert found[0]["problemesQualite"][0]["message"] and "dateCollecte" in found[0]


@pytest.mark.parametrize(
    ("query", "count"),
    [
        ({"milieu": "urbain"}, 1),
        ({"eligible": "true"}, 1),
        ({"eligible": "false"}, 31),
        ({"categoriePauvrete": "extreme_pauvre"}, 1),
        ({"scorePmt[lte]": 20, "scorePmt[gte]": 18.5}, 1),
        ({"scoreQualite[lt]": 100}, 0),
        ({"tailleMenage[gte]": 9}, 3),
        ({"position": "false"}, 31),
        ({"position": "true"}, 1),
        ({"statutCollecte": "pre_collecte"}, 32),
        ({"search": "OI-1"}, 30),
        ({"search": "djalo fatu"}, 1),
        ({"search": "DJALÓ"}, 1),
        ({"search": "%"}, 0),
        ({"search": "²"}, 0),
        ({"search": "Fatu мир"}, 0),
        ({"inconnu": "1"}, 32),
    ],
)
def test_filters(api, cast, many, query, count):
    answer = api(cast.admin).get("/api/menages", query)
    assert total(answer) == count
    assert len(answer.json()["data"]) == min(count, 20)


@pytest.mark.parametrize(
    "query",
    [
        {"page": 0},
        {"page": "x"},
        {"limit": 101},
        {"limit": -1},
        {"region": "pas-un-uuid"},
        {"milieu": "lunaire"},
        {"eligible": "peut-être"},
        {"scorePmt[gte]": "NaN"},
        {"tailleMenage[lte]": "1e999"},
        {"search": "a\x00b"},
        {"page": 10**40},
    ],
)
def test_invalid_values_are_named(api, cast, many, query):
    answer = api(cast.admin).get("/api/menages", query)
    assert (answer.status_code, answer.json()["code"]) == (400, "VALIDATION_ERROR")
    assert "search" in query or list(answer.json()["details"]) == list(query)


def test_scope(api, cast, many, country):
    assert total(api(cast.agent_west).get("/api/menages")) == 31
    assert total(api(cast.agent_east).get("/api/menages")) == 1
    assert total(api(cast.agent_west).get("/api/menages", {"region": str(country.east.id)})) == 0
    assert total(api(cast.stranger).get("/api/menages")) == 0


def test_row_without_region_is_seen_by_nobody_scoped(api, cast, many):
    row = Household.objects.create(code_menage="SR-1", taille_menage=1)
    assert total(api(cast.admin).get("/api/menages", {"search": "SR-1"})) == 1
    assert api(cast.agent_west).get(f"/api/menages/{row.id}").status_code == 404


def test_number_of_queries_does_not_grow(api, cast, many):
    caller = api(cast.admin)
    counts = []
    for limit in (1, 30):
        with CaptureQueriesContext(
            connection,
        ) as seen:
            caller.get("/api/menages", {"limit": limit})
        counts.append(len(seen))
    assert counts == [4, 4]  # token, tally, ids, rows


def test_statistics_follow_the_rows(api, cast, many, household, country):
    Household.objects.filter(id=household.id).update(statut="valide")
    data = api(cast.admin).get("/api/menages/stats/summary").json()["data"]
    assert data["general"]["total"] == 32
    assert data["general"]["totalPopulation"] == sum(Household.objects.values_list("taille_menage", flat=True))
    assert (data["general"]["valides"], data["general"]["avecPmt"], data["general"]["pmtMoyen"]) == (1, 1, 18.5)
    assert data["composition"]["totalEnfants04"] == 2
    assert data["parCategorie"] == {"extreme_pauvre": 1, "pauvre": 0, "vulnerable": 0, "non_pauvre": 0}
    assert data["parMilieu"] == {"rural": 31, "urbain": 1}
    assert {row["nom"]: row["total"] for row in data["parRegion"]} == {"Oio": 31, "Bafatá": 1}
    west = api(cast.agent_west).get("/api/menages/stats/summary").json()["data"]
    assert (west["general"]["total"], [row["nom"] for row in west["parRegion"]]) == (31, ["Oio"])
    named = api(cast.admin).get("/api/menages/stats/summary", {"region": "bafata"}).json()["data"]
    assert named["general"]["total"] == 1
    household.delete()
    assert api(cast.admin).get("/api/menages/stats/summary").json()["data"]["general"]["avecPmt"] == 0


def test_delete(api, cast, household, eastern):
    assert api(cast.agent_west).delete(f"/api/menages/{household.id}").status_code == 403
    caller = api(cast.supervisor_west)
    assert caller.delete(f"/api/menages/{eastern.id}").status_code == 404
    assert caller.get(f"/api/menages/{household.id}/check-dependencies").json()["data"]["canDelete"] is True
    assert caller.delete(f"/api/menages/{household.id}").status_code == 200
    assert caller.delete(f"/api/menages/{household.id}").status_code == 404
    assert not HeadOfHousehold.objects.exists()


def test_delete_is_refused_while_something_depends(api, cast, household):
    with household_dependencies.override(plaintes=lambda ids: dict.fromkeys(ids, 2)):
        answer = api(cast.supervisor_west).delete(f"/api/menages/{household.id}")
    assert (answer.status_code, answer.json()["code"]) == (400, "HAS_DEPENDENCIES")
    assert "2 plaintes" in answer.json()["error"]
    assert Household.objects.filter(id=household.id).exists()


def test_a_list_has_telephones_for_who_sees_contacts(api, cast, household):
    HeadOfHousehold.objects.update(telephone="+245955123456")
    Household.objects.update(date_collecte="2025-11-01T10:00:00Z")
    [shown] = api(cast.agent_west).get("/api/menages").json()["data"]
    assert (shown["chefMenage"]["telephone"], shown["dateCollecte"][:10]) == ("+245955123456", "2025-11-01")
    [shown] = api(cast.reader_west).get("/api/menages").json()["data"]
    assert "telephone" not in shown["chefMenage"]
