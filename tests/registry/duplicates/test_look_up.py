"""The search for the doubles of one household: at once, when it is written and when it is read."""

import pytest
from django.db import connection, transaction

from registry.duplicates import queries
from registry.duplicates.models import Pair
from registry.duplicates.queries import find_candidates
from registry.duplicates.services import rebuild_sheets, refresh_sheets, search_duplicates
from registry.households.models import HeadOfHousehold, Household
from tests.threads import together

BODY = {
    "tailleMenage": 5,
    "latitude": "12.75003",
    "longitude": "-15.50005",
    "dateCollecte": "2025-06-01T00:00:00Z",
    "chefMenage": {"nomComplet": "Diallo Fatoumata", "sexe": "F", "age": 41, "telephone": "+245955123456"},
}


def doubles(api, user, household):
    return api(user).get(f"/api/menages/{household.id}/doublons").json()


@pytest.fixture
def known(api, cast, make, others):
    """One household that has been analysed with the others."""
    household = make("D-1")
    api(cast.admin).post("/api/menages/analyse-doublons", {})
    return household


def test_a_new_household_is_told_to_be_a_double(api, cast, country, known):
    answer = api(cast.admin).post("/api/menages", BODY | {"localite": f"/api/localites/{country.cutia.id}"})
    assert answer.status_code == 201, answer.content
    data = answer.json()["data"]
    assert data["scoreDoublon"] > 95
    assert data["resumeDoublons"] == {"total": 1, "certains": 1, "aVerifier": 0, "ailleurs": None}
    assert {problem["code"] for problem in data["problemesQualite"]} >= {"DOUBLON_PROBABLE"}
    assert Household.objects.get(id=known.id).resume_doublons["total"] == 1


def test_a_change_is_followed(api, cast, country, known):
    made = (
        api(cast.admin).post("/api/menages", BODY | {"localite": f"/api/localites/{country.cutia.id}"}).json()["data"]
    )
    other = {"nomComplet": "Quintino Vaz", "sexe": "M", "age": 70, "telephone": "+245966777777"}
    answer = api(cast.admin).post(f"/api/menages/{made['id']}/update", {"chefMenage": other})
    assert answer.status_code == 200, answer.content
    assert not Pair.objects.exists()
    assert Household.objects.get(id=known.id).score_doublon is None
    assert Household.objects.get(id=made["id"]).score_doublon is None


def test_only_candidates_with_a_chance_are_compared(cast, make, others, twins, monkeypatch):
    """Whoever is looked for with a score is found among all with it, and what has no chance of it is not compared."""
    make("D-3", age=55)
    make("D-4", "Diallo Binta")
    make("D-5", age=20, telephone="+245955999888", taille_menage=1)
    with transaction.atomic():
        rebuild_sheets(Household.objects.all())
    everybody = {one.autre: one for one in find_candidates(twins[0].id, 0)}
    assert len(everybody) >= 4
    for score in (0.5, 40, 90):
        found = {one.autre: one for one in find_candidates(twins[0].id, score)}
        assert found == {key: one for key, one in everybody.items() if one.score >= score}
    assert 1 <= len(find_candidates(twins[0].id, 40)) < len(everybody)
    monkeypatch.setattr(queries, "build_ceiling_condition", lambda *given: "false")
    assert find_candidates(twins[0].id, 40) == []


def test_it_weighs_as_the_analysis_does(api, cast, twins, others):
    api(cast.admin).post("/api/menages/analyse-doublons", {})
    pair = Pair.objects.get()
    found = doubles(api, cast.admin, twins[0])
    assert (found["total"], found["data"][0]["id"]) == (1, str(pair.id))
    again = Pair.objects.get()
    assert (again.score, again.niveaux, again.detecte_le) == (pair.score, pair.niveaux, pair.detecte_le)
    for household in twins:
        [row] = find_candidates(household.id, 1)
        assert row.score == pair.score


def test_what_changed_behind_its_back_is_seen(api, cast, twins, others):
    api(cast.admin).post("/api/menages/analyse-doublons", {})
    HeadOfHousehold.objects.filter(menage=twins[1]).update(nom_complet="Ié", sexe="M", age=80, telephone=None)
    assert doubles(api, cast.admin, twins[1]) == {"success": True, "data": [], "total": 0}
    assert Household.objects.get(id=twins[0].id).score_doublon is None


def test_a_search_that_finds_nothing_new_asks_little(api, cast, twins, django_assert_num_queries):
    for household in twins:
        doubles(api, cast.admin, household)
    with django_assert_num_queries(11):
        search_duplicates(household_id=twins[0].id, user=cast.admin)


def test_only_among_those_who_are_seen(api, cast, country, twins):
    api(cast.admin).post("/api/menages/analyse-doublons", {})
    Household.objects.filter(id=twins[1].id).update(region=country.east, secteur=country.cosse, localite=None)
    assert doubles(api, cast.agent_west, twins[0])["total"] == 0
    assert Pair.objects.count() == 1
    assert doubles(api, cast.admin, twins[0])["total"] == 1
    assert api(cast.agent_west).get(f"/api/menages/{twins[1].id}/doublons").status_code == 404


def test_a_household_that_changes_its_region_alone_tells_no_more(api, cast, country, make):
    """Nothing that is compared has changed, but the exact score would be read from the other region."""
    here, there = make("D-1", secteur=None, localite=None), make("D-2", secteur=None, localite=None)
    api(cast.admin).post("/api/menages/analyse-doublons", {})
    assert [row.resume_doublons["total"] for row in Household.objects.all()] == [1, 1]
    moved = {"region": f"/api/regions/{country.east.id}"}
    assert api(cast.admin).post(f"/api/menages/{there.id}/update", moved).status_code == 200
    for household in (here, there):
        household.refresh_from_db()
        assert (household.score_doublon, household.resume_doublons["total"]) == (90, 0)
        assert household.resume_doublons["ailleurs"] == "certain"
    # As an import of many does.
    Household.objects.filter(id=there.id).update(region=country.west)
    refresh_sheets(f"SELECT '{there.id}'::uuid")
    here.refresh_from_db()
    assert (here.resume_doublons["total"], here.resume_doublons["ailleurs"]) == (1, None)


def test_a_decision_is_not_asked_again(api, cast, twins):
    doubles(api, cast.admin, twins[1])
    [pair] = doubles(api, cast.admin, twins[0])["data"]
    api(cast.admin).post(f"/api/menages/doublons/{pair['id']}/decision", {"decision": "distincts"})
    assert doubles(api, cast.admin, twins[0])["total"] == 0
    assert Pair.objects.get().decision == "distincts"


@pytest.mark.django_db(transaction=True)
def test_many_at_once_write_a_pair_once(cast, twins):
    rebuild_sheets(Household.objects.all())
    results = together(6, lambda n: search_duplicates(household_id=twins[n % 2].id, user=cast.admin), numbered=True)
    assert results == [None] * 6
    assert Pair.objects.count() == 1


@pytest.mark.django_db(transaction=True)
def test_it_leaves_the_pairs_to_who_writes_many(cast, twins):
    rebuild_sheets(Household.objects.all())
    with transaction.atomic(), connection.cursor() as cursor:
        cursor.execute("SELECT pg_advisory_xact_lock(hashtext('registry.doublons'))")
        assert together(1, lambda: search_duplicates(household_id=twins[0].id, user=cast.admin)) == [None]
        assert not Pair.objects.exists()
