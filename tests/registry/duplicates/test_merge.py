"""Merging two households, and undoing it."""

import pytest
from django.db import connection

from config.errors.problems import Problem
from config.ids import uuid7
from registry.duplicates import services
from registry.duplicates.analysis import services as analysis
from registry.duplicates.merges import services as merging
from registry.duplicates.merges.queries import UNMOVED_TABLES, list_dependent_tables
from registry.duplicates.models import Merge, Pair
from registry.households.models import Dwelling, FormerHousehold, HeadOfHousehold, Household, Member
from registry.projects.models import Project
from tests.threads import together


@pytest.fixture
def pair(api, cast, twins):
    first, second = twins
    Dwelling.objects.create(menage=second, type_logement="case", nb_pieces=2)
    Member.objects.create(menage=first, nom_complet="Binta Djaló", lien_parente="fille", sexe="F", age=9)
    Member.objects.create(menage=second, nom_complet="Bintá Diallo", lien_parente="fille", sexe="F", age=10)
    Member.objects.create(menage=second, nom_complet="Samba Djaló", lien_parente="fils", sexe="M", age=4)
    analysis.analyse_duplicates(query={}, user=cast.admin)
    return Pair.objects.get()


def fuse(api, user, pair, kept, **more):
    body = {"decision": "fusionner", "menageConserveId": str(kept.id), **more}
    return api(user).post(f"/api/menages/doublons/{pair.id}/decision", body)


def state():
    """Everything that a merge touches, as it stands."""
    tables = (
        "registry_menage",
        "registry_chef_menage",
        "registry_logement",
        "registry_membre_menage",
        "registry_menage_ancien",
        "registry_fusion",
    )
    with connection.cursor() as cursor:
        found = []
        for table in tables:
            cursor.execute(
                f"SELECT to_jsonb(t) - 'updated_at' - 'date_analyse_qualite' FROM {table} AS t ORDER BY to_jsonb(t)::text"
            )
            found.append(cursor.fetchall())
        return found


def test_one_is_left_with_what_hung_on_both(api, cast, pair, twins):
    first, second = twins
    answer = fuse(api, cast.supervisor_west, pair, first, valeurs={"age": str(second.id), "sexe": str(first.id)})
    assert answer.status_code == 200, answer.content
    data = answer.json()["data"]
    assert (data["id"], data["decision"]) == (str(pair.id), "fusionner")
    assert not Household.objects.filter(id=second.id).exists()
    names = set(Member.objects.filter(menage=first).values_list("nom_complet", flat=True))
    assert names == {"Binta Djaló", "Samba Djaló"}, "who is listed already is not listed twice"
    head = HeadOfHousehold.objects.get(menage=first)
    assert (head.age, head.nom_complet) == (41, "Fatumata Djaló")
    assert Dwelling.objects.get(menage=first).nb_pieces == 2, "a part that was lacking comes along"
    assert not Pair.objects.exists()
    first.refresh_from_db()
    assert first.score_doublon is None
    assert "LOGEMENT_MANQUANT" not in first.problemes_qualite


def test_its_id_and_code_lead_to_the_other(api, cast, pair, twins):
    first, second = twins
    fuse(api, cast.admin, pair, first)
    answer = api(cast.reader_west).get(f"/api/menages/{second.id}")
    assert answer.json()["data"]["codeMenage"] == "D-1"
    assert answer["Content-Location"] == f"/api/menages/{first.id}"
    found = api(cast.reader_west).get("/api/menages", {"search": "D-2"}).json()["data"]
    assert [row["codeMenage"] for row in found] == ["D-1"]
    assert api(cast.agent_east).get(f"/api/menages/{second.id}").status_code == 404
    first.delete()
    assert not FormerHousehold.objects.exists()


def test_undone_everything_is_as_it_was(api, cast, pair, twins):
    first, second = twins
    before = state()
    values = dict.fromkeys(merging.CHOICES, str(second.id))
    answer = fuse(api, cast.admin, pair, first, valeurs=values, motif="Deux passages")
    assert answer.status_code == 200, answer.content
    listed = api(cast.supervisor_west).get("/api/menages/fusions").json()["data"]
    assert (listed[0]["codeAbsorbe"], listed[0]["motif"], listed[0]["annuleLe"]) == ("D-2", "Deux passages", None)
    undone = api(cast.supervisor_west).post(f"/api/menages/fusions/{answer.json()['data']['fusionId']}/annuler")
    assert undone.status_code == 200, undone.content
    after = state()
    assert after[:-1] == before[:-1]
    assert Pair.objects.count() == 1
    again = api(cast.admin).post(f"/api/menages/fusions/{listed[0]['id']}/annuler")
    assert (again.status_code, again.json()["code"]) == (400, "INVALID_STATUS")


@pytest.mark.parametrize("change", ["kept", "member", "code", "gone"])
def test_not_undone_when_something_changed_since(api, cast, pair, twins, make, change):
    first, second = twins
    made = fuse(api, cast.admin, pair, first, valeurs={"age": str(second.id)}).json()["data"]
    if change == "kept":
        HeadOfHousehold.objects.filter(menage=first).update(age=55)
    elif change == "member":
        Member.objects.filter(menage=first, nom_complet="Samba Djaló").delete()
    elif change == "code":
        # What was so before the database held it (decision 0064).
        with connection.cursor() as cursor:
            cursor.execute("SET CONSTRAINTS ALL IMMEDIATE")
            cursor.execute("ALTER TABLE registry_menage DISABLE TRIGGER codes_insert")
            make("D-2", None)
            cursor.execute("SET CONSTRAINTS ALL IMMEDIATE")
            cursor.execute("ALTER TABLE registry_menage ENABLE TRIGGER codes_insert")
    else:
        Household.objects.filter(id=first.id).delete()
    before = state()
    answer = api(cast.admin).post(f"/api/menages/fusions/{made['fusionId']}/annuler")
    expected = {"gone": (404, "NOT_FOUND"), "code": (409, "DUPLICATE_CODE")}.get(change, (409, "CONFLICT"))
    assert (answer.status_code, answer.json()["code"]) == expected
    assert state() == before


def test_a_chain_is_undone_from_its_end(api, cast, pair, twins, make):
    first, second = twins
    third = make("D-3", "Fatu Jaló")
    one = fuse(api, cast.admin, pair, first).json()["data"]["fusionId"]
    services.search_duplicates(household_id=third.id, user=cast.admin)
    two = fuse(api, cast.admin, Pair.objects.get(), third).json()["data"]["fusionId"]
    assert api(cast.admin).get(f"/api/menages/{second.id}").json()["data"]["codeMenage"] == "D-3"
    refused = api(cast.admin).post(f"/api/menages/fusions/{one}/annuler")
    assert (refused.status_code, refused.json()["code"]) == (409, "CONFLICT")
    assert api(cast.admin).post(f"/api/menages/fusions/{two}/annuler").status_code == 200
    assert api(cast.admin).post(f"/api/menages/fusions/{one}/annuler").status_code == 200
    assert Household.objects.filter(code_menage__startswith="D-").count() == 3


def test_bad_input_changes_nothing(api, cast, country, pair, twins, others):
    first, second = twins
    before = state()
    kept = {"menageConserveId": str(first.id)}
    bodies = [
        {},
        {"menageConserveId": "x"},
        {"menageConserveId": str(others[0].id)},
        {"menageConserveId": str(uuid7())},
        kept | {"valeurs": {"x": str(second.id)}},
        kept | {"valeurs": {"age": str(others[0].id)}},
        kept | {"valeurs": {"age": 7}},
        kept | {"valeurs": ["age"]},
    ]
    for body in bodies:
        answer = api(cast.admin).post(f"/api/menages/doublons/{pair.id}/decision", {"decision": "fusionner", **body})
        assert (answer.status_code, answer.json()["code"]) == (400, "VALIDATION_ERROR"), body
    assert fuse(api, cast.agent_west, pair, first).status_code == 403
    assert state() == before


def test_of_two_regions_without_scope(api, cast, country, pair, twins):
    first, second = twins
    Household.objects.filter(id=second.id).update(region=country.east, secteur=country.cosse, localite=None)
    assert fuse(api, cast.supervisor_west, pair, first).status_code == 404
    made = fuse(api, cast.admin, pair, first).json()["data"]["fusionId"]
    assert api(cast.supervisor_west).get("/api/menages/fusions").json()["data"] == []
    assert api(cast.supervisor_west).post(f"/api/menages/fusions/{made}/annuler").status_code == 404


def test_a_read_only_project_takes_no_merge(api, cast, pair, twins):
    first, second = twins
    project = Project.objects.create(code="P", nom="P")
    Household.objects.filter(id=second.id).update(projet=project)
    Project.objects.filter(id=project.id).update(lecture_seule=True)
    assert not Project.objects.get(id=project.id).peut_modifier
    answer = fuse(api, cast.admin, pair, first)
    assert (answer.status_code, answer.json()["code"]) == (400, "READ_ONLY_PROJECT")
    assert Household.objects.filter(id=second.id).exists()


def test_distinct_households_are_not_merged(api, cast, pair, twins):
    services.decide_pair(pair_id=pair.id, decision="distincts", reason=None, user=cast.admin)
    answer = fuse(api, cast.admin, pair, twins[0])
    assert (answer.status_code, answer.json()["code"]) == (400, "INVALID_STATUS")


@pytest.mark.django_db(transaction=True)
def test_two_merges_of_one_pair(cast, pair, twins):
    def work(number):
        try:
            kept = twins[number % 2].id
            merging.merge_households(pair_id=pair.id, kept=kept, values={}, reason=None, user=cast.admin)
        except Problem as problem:
            return problem.code
        return "done"

    results = together(6, work, numbered=True)
    assert sorted(results) == ["NOT_FOUND"] * 5 + ["done"], results
    assert Household.objects.filter(code_menage__startswith="D-").count() == 1
    record = Merge.objects.get()
    assert Member.objects.filter(menage_id=record.conserve).count() == 2


@pytest.mark.django_db
def test_every_reference_to_a_household_goes_along_or_stays_for_a_reason():
    with connection.cursor() as cursor:
        cursor.execute(
            "SELECT DISTINCT conrelid::regclass::text FROM pg_constraint"
            " WHERE contype = 'f' AND confrelid = 'registry_menage'::regclass"
        )
        tables = {row[0] for row in cursor.fetchall()}
    parts = {"registry_chef_menage", "registry_logement", "registry_doublon_fiche", "analysis_nearest_service"}
    assert tables - {mover.table for mover in list_dependent_tables()} - UNMOVED_TABLES - parts == set()
