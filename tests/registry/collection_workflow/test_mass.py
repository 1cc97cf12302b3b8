"""Many households at once."""

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from accounts.jobs.jobs import execute_job
from accounts.jobs.models import Job
from config.ids import uuid7
from registry.households.models import Household
from registry.projects.models import Project
from tests.conftest import make_user
from tests.threads import together

MASS = "/api/menages/valider-masse"


def test_each_household_on_its_own(api, cast, make, eastern):
    closed = Project.objects.create(code="P", nom="P", lecture_seule=True)
    good, again, done, archived = make(), make(), make("integre"), make(projet=closed)
    unknown = uuid7()
    sent = [good.id, again.id, again.id, unknown, eastern.id, done.id, archived.id]
    answer = api(cast.supervisor_west).post(MASS, {"ids": sent, "commentaire": "Lot vérifié"})
    data = answer.json()["data"]
    assert (data["traites"], data["reussis"], data["echoues"]) == (7, 2, 5)
    told = [(error["id"], error["message"]) for error in data["erreurs"]]
    assert [identity for identity, _ in told] == [
        str(identity) for identity in (again.id, unknown, eastern.id, done.id, archived.id)
    ]
    # A household of another region is as unknown as one that does not exist.
    assert told[1][1] == told[2][1] == "Ressource introuvable."
    assert "répété" in told[0][1]
    assert "intégré" in told[3][1]
    assert "lecture seule" in told[4][1]
    assert answer.json()["message"] == "2 ménages traités, 5 refusés."
    states = dict(Household.objects.values_list("id", "statut_collecte"))
    assert (states[good.id], states[again.id]) == ("valide", "valide")
    assert (states[eastern.id], states[archived.id]) == ("pre_collecte", "pre_collecte")
    again.refresh_from_db()
    assert [move.commentaire for move in again.mouvements.all()] == ["Lot vérifié"]


def test_integrate(api, cast, make):
    ids = [make("soumis").id, make("valide").id, make("rejete").id]
    data = api(cast.supervisor_west).post("/api/menages/integrer-masse", {"ids": ids}).json()["data"]
    assert (data["traites"], data["reussis"], data["echoues"]) == (3, 2, 1)
    assert set(Household.objects.filter(id__in=ids[:2]).values_list("statut_collecte", "statut")) == {
        ("integre", "valide")
    }


def test_ten_thousand_are_two_statements(api, cast, country, settings):
    settings.SYNCHRONOUS_MAX_ROWS = 10_000
    rows = Household.objects.bulk_create(
        [Household(code_menage=f"C{n}", taille_menage=1, region=country.west) for n in range(1_000)]
    )
    sent = [row.id for row in rows] + [uuid7() for _ in range(8_999)] + [rows[0].id]
    caller = api(cast.supervisor_west)
    with CaptureQueriesContext(connection) as seen:
        data = caller.post(MASS, {"ids": sent}).json()["data"]
    assert (data["traites"], data["reussis"], len(data["erreurs"])) == (10_000, 1_000, 9_000)
    assert sum("registry_menage" in query["sql"] for query in seen) == 2  # lock, move
    assert len(seen) <= 13  # with the savepoint of the act in the request's transaction
    assert Household.objects.filter(statut_collecte="valide").count() == 1_000


@pytest.mark.parametrize("ids", [None, [], "x", ["x"], [1], [None], [str(n) for n in range(10_001)]])
def test_bad_ids(api, cast, make, ids):
    answer = api(cast.supervisor_west).post(MASS, {} if ids is None else {"ids": ids})
    assert (answer.status_code, answer.json()["code"]) == (400, "VALIDATION_ERROR")
    assert list(answer.json()["details"]) == ["ids"]
    assert len(answer.content) < 1000


@pytest.mark.django_db(transaction=True)
def test_many_become_a_job(api, country, settings):
    settings.SYNCHRONOUS_MAX_ROWS = 2
    user = make_user("ROLE_SUPERVISEUR", country.west)
    rows = [Household.objects.create(code_menage=f"C{n}", taille_menage=1, region=country.west) for n in range(3)]
    answer = api(user).post(MASS, {"ids": [row.id for row in rows] + [uuid7()]})
    assert answer.status_code == 202
    assert not Household.objects.filter(statut_collecte="valide").exists()
    job_id = answer.json()["data"]["jobId"]
    execute_job(job_id)
    shown = api(user).get(f"/api/jobs/{job_id}").json()["data"]
    assert shown["statut"] == "termine"
    assert (shown["resultat"]["traites"], shown["resultat"]["reussis"], shown["resultat"]["echoues"]) == (4, 3, 1)
    assert shown["progression"]["fait"] == 4


@pytest.mark.django_db(transaction=True)
def test_a_job_has_the_rights_of_its_moment(api, country):
    user = make_user("ROLE_SUPERVISEUR", country.west)
    row = Household.objects.create(code_menage="C", taille_menage=1, region=country.west)
    job_id = api(user).post(f"{MASS}?async=1", {"ids": [row.id]}).json()["data"]["jobId"]
    user.regions.set([country.east])
    execute_job(job_id)
    assert Job.objects.get(id=job_id).resultat["reussis"] == 0
    row.refresh_from_db()
    assert row.statut_collecte == "pre_collecte"


@pytest.mark.django_db(transaction=True)
def test_crossing_lists_do_not_lock_each_other(api, country):
    user = make_user("ROLE_SUPERVISEUR", country.west)
    rows = [Household.objects.create(code_menage=f"C{n}", taille_menage=1, region=country.west) for n in range(40)]
    ids = [row.id for row in rows]
    caller = api(user)
    answers = together(
        4, lambda n: caller.post(MASS, {"ids": ids if n % 2 else ids[::-1]}).json()["data"]["reussis"], numbered=True
    )
    assert sorted(answers) == [0, 0, 0, 40]


def test_assign(api, cast, make, country, eastern):
    surveyor = make_user("ROLE_ENQUETEUR", country.west, nom="Té", prenom="Djenabu")
    row = make()
    path = "/api/menages/affecter-enqueteur"
    data = api(cast.admin).post(path, {"ids": [row.id, eastern.id], "enqueteurId": surveyor.id}).json()["data"]
    assert (data["reussis"], [error["id"] for error in data["erreurs"]]) == (1, [str(eastern.id)])
    assert "régions" in data["erreurs"][0]["message"]
    listed = api(cast.admin).get("/api/menages", {"enqueteur": str(surveyor.id)}).json()["data"]
    assert [item["id"] for item in listed] == [str(row.id)]
    data = api(cast.supervisor_west).post(path, {"ids": [row.id], "enqueteurId": None}).json()["data"]
    row.refresh_from_db()
    assert (data["reussis"], row.enqueteur_id) == (1, None)


def test_assign_to_nobody_known(api, cast, make, country):
    gone = make_user("ROLE_ENQUETEUR", country.west, is_active=False)
    other = make_user("ROLE_ENQUETEUR", country.east)
    for identity in (gone.id, other.id, uuid7()):
        body = {"ids": [make().id], "enqueteurId": identity}
        answer = api(cast.supervisor_west).post("/api/menages/affecter-enqueteur", body)
        assert (answer.status_code, list(answer.json()["details"])) == (400, ["enqueteurId"])
