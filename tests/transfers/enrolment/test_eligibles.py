"""Whom a programme would take: counted, found, the poorest first, as far as the caller sees them."""

import pytest
from django.db import connection

from registry.households.models import Household
from registry.projects.models import Project
from tests.transfers.enrolment.test_bulk_enroll import valid
from transfers.beneficiaries.models import Beneficiary
from transfers.enrolment.queries import SQL
from transfers.programmes.eligibility.queries import build_eligible_households_sql
from transfers.programmes.models import Programme


@pytest.fixture
def path(programme):
    return f"/api/programmes/{programme.id}/eligibles"


@pytest.fixture
def four(country, programme):
    """V-0 (score 40, enrolled), V-1 (20), V-2 (none) of the west, V-9 (30) of the east, V-3 of a project that is closed."""
    rows = [*valid(country.west, 4), *valid(country.east, 1, first=9)]
    closed = Project.objects.create(code="C", nom="C", peut_enroler=False)
    for row, fields in zip(
        rows, ({"score_pmt": 40}, {"score_pmt": 20}, {}, {"projet": closed}, {"score_pmt": 30}), strict=True
    ):
        Household.objects.filter(id=row.id).update(statut="valide", **fields)
    Beneficiary.objects.create(code="TM-000007", menage=rows[0], programme=programme, nom_complet="Chef V-0")
    return rows


def codes(answer):
    return [row["codeMenage"] for row in answer.json()["data"]["preview"]]


def test_counted_and_the_poorest_first(api, cast, four, path, programme):
    Programme.objects.update(categories_pauvrete_eligibles=[], milieu_eligible="tous")
    data = api(cast.admin).get(path).json()["data"]
    assert data["stats"] == {"totalEligibles": 4, "totalEnrolled": 1, "totalNonEnrolled": 3}
    assert data["pagination"] == {"page": 1, "limit": 20, "total": 4, "pages": 1}
    assert [row["codeMenage"] for row in data["preview"]] == ["V-1", "V-9", "V-0", "V-2"]
    first, _, third, _ = data["preview"]
    assert {name: first[name] for name in first if name != "id"} == {
        "codeMenage": "V-1",
        "chefNom": "Chef V-1",
        "region": "Oio",
        "scorePmt": 20.0,
        "categoriePauvrete": None,
        "statutEnrolement": "non_enrole",
        "dateEnrolement": None,
        "codeBeneficiaire": None,
        "dejaSorti": False,
        "raisons": [],
    }
    assert (third["statutEnrolement"], third["codeBeneficiaire"]) == ("enrole", "TM-000007")
    assert third["dateEnrolement"]
    assert data["criteres"] == {
        "seuilPmtMax": None,
        "seuilPmtMin": None,
        "categoriesPauvrete": [],
        "regions": [],
        "milieu": "tous",
        "criteresChef": {"sexe": None, "ageMin": None, "ageMax": None},
        "criteresMenage": {"tailleMin": None},
        "criteresVulnerabilite": [],
    }


@pytest.mark.parametrize(
    ("query", "found"),
    [
        ({"statut": "enrole"}, ["V-0"]),
        ({"statut": "non_enrole"}, ["V-1", "V-9", "V-2"]),
        ({"statut": ""}, ["V-1", "V-9", "V-0", "V-2"]),
        ({"search": "v-2"}, ["V-2"]),
        ({"search": "chéf v-9"}, ["V-9"]),
        ({"search": "V-", "statut": "enrole"}, ["V-0"]),
        ({"search": "personne"}, []),
        ({"search": "V-3"}, []),
        ({"limit": 2, "page": 2}, ["V-0", "V-2"]),
        ({"page": 9}, []),
    ],
)
def test_filters(api, cast, four, path, query, found):
    answer = api(cast.admin).get(path, query)
    assert codes(answer) == found
    data = answer.json()["data"]
    assert data["stats"]["totalEligibles"] == data["totalEligibles"] == 4
    assert data["pagination"]["total"] == (4 if "page" in query else len(found))


@pytest.mark.parametrize(("name", "value"), [("statut", "x"), ("page", "0"), ("limit", "101"), ("search", "x" * 256)])
def test_wrong_filters_are_named(api, cast, programme, path, name, value):
    answer = api(cast.admin).get(path, {name: value}).json()
    assert (answer["code"], list(answer["details"])) == ("VALIDATION_ERROR", [name])


def test_of_one_s_own_regions(api, cast, four, path):
    assert codes(api(cast.reader_west).get(path)) == ["V-1", "V-0", "V-2"]
    assert codes(api(cast.agent_east).get(path)) == ["V-9"]
    nobody = api(cast.stranger).get(path).json()["data"]
    assert nobody["stats"] == {"totalEligibles": 0, "totalEnrolled": 0, "totalNonEnrolled": 0}
    assert api(cast.vbg).get(path).status_code == 403


def test_who_is_not_ready_is_not_there(api, cast, four, path):
    Household.objects.filter(code_menage="V-1").update(statut="en_attente")
    four[2].chef.delete()
    assert codes(api(cast.reader_west).get(path)) == ["V-0"]


def test_who_left_is_marked(api, cast, four, path):
    Beneficiary.objects.update(statut_enrolement="sorti", date_sortie="2025-01-01T00:00Z", motif_sortie="demande")
    rows = {row["codeMenage"]: row for row in api(cast.reader_west).get(path).json()["data"]["preview"]}
    assert (rows["V-0"]["statutEnrolement"], rows["V-0"]["dejaSorti"]) == ("non_enrole", True)


@pytest.mark.parametrize("name", ["select_page", "list_next_households"])
def test_places_are_not_joined(cast, programme, name):
    """Statistics know nothing of who has just been enrolled: a join with the places would be planned for one row, and
    the second ten thousand would take the square of the first."""
    found, params = build_eligible_households_sql(programme, cast.admin)
    params |= {"programme": programme.id, "limit": 20, "offset": 0, "newcomers_only": False, "user": cast.admin.id}
    with connection.cursor() as cursor:
        parts = {"eligible": found, "conditions": "true", "enrollable": "true", "doubles": "SELECT NULL::uuid"}
        cursor.execute("EXPLAIN " + SQL[name].format(**parts), params)
        plan = [line for (line,) in cursor.fetchall()]
    assert any("on transfers_beneficiaire" in line for line in plan)
    joins = [line for line in plan if "->" in line and ("Join" in line or "Nested Loop" in line)]
    assert len(joins) <= 1 and not [line for line in joins if "Left" in line or "Anti" in line], plan


def test_unknown(api, cast, db):
    path = "/api/programmes/00000000-0000-7000-8000-000000000000"
    for name in ("eligibles", "beneficiaires", "stats"):
        assert api(cast.admin).get(f"{path}/{name}").json()["code"] == "NOT_FOUND"
    assert api(cast.admin).post(f"{path}/enroler", {"menageIds": []}).json()["code"] == "NOT_FOUND"
