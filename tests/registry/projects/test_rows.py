"""Projects, campaigns and organisations: changed, archived, deleted when nothing refers to them."""

from datetime import timedelta

import pytest
from django.utils import timezone
from django.utils.translation import override

from config.counts import describe_counts
from registry.pmt.models import PmtMethod
from registry.pmt.services import create_method, end_method, publish_method
from registry.projects.models import Campaign, Organisation, Project
from registry.projects.rules import CAPABILITIES
from tests.threads import together
from transfers.programmes.models import Programme


@pytest.fixture
def project(db):
    return Project.objects.create(code="P", nom="Projet")


def test_change(api, cast, project):
    organisation = Organisation.objects.create(nom="ONG")
    caller = api(cast.admin)
    path = f"/api/projets/{project.id}"
    tag = caller.get(path)["ETag"]
    body = {"nom": "Autre", "dateFin": "2027-12-31", "organisationId": str(organisation.id), "peutScorer": False}
    answer = caller.put(path, body, headers={"If-Match": tag})
    assert answer.json()["data"] == {"id": str(project.id), "code": "P", "nom": "Autre", "actif": True}
    shown = caller.get(path).json()["data"]
    assert (shown["organisation"]["nom"], shown["peutScorer"], shown["peutEnroler"]) == ("ONG", False, True)
    assert caller.put(path, {"nom": "Tard"}, headers={"If-Match": tag}).status_code == 409


@pytest.mark.parametrize(
    ("body", "status", "code"),
    [
        ({"code": "AUTRE"}, 409, "DUPLICATE_CODE"),
        ({"dateDebut": "2028-01-01"}, 400, "VALIDATION_ERROR"),
        ({"nom": ""}, 400, "VALIDATION_ERROR"),
        ({"nom": "n" * 101}, 400, "VALIDATION_ERROR"),
        ({"organisationId": "00000000-0000-7000-8000-000000000000"}, 400, "VALIDATION_ERROR"),
        ({"lectureSeule": "peut-être"}, 400, "VALIDATION_ERROR"),
    ],
)
def test_refused(api, cast, project, body, status, code):
    Project.objects.create(code="AUTRE", nom="Autre")
    Project.objects.filter(id=project.id).update(date_fin="2027-12-31")
    answer = api(cast.admin).put(f"/api/projets/{project.id}", body)
    assert (answer.status_code, answer.json()["code"]) == (status, code)
    assert api(cast.supervisor_west).put(f"/api/projets/{project.id}", {"nom": "N"}).status_code == 403


def test_archive_and_open_again(api, cast, project):
    caller = api(cast.admin)
    path = f"/api/projets/{project.id}"
    assert caller.post(f"{path}/archiver").status_code == 200
    capacities = caller.get(f"{path}/capacites").json()["data"]
    assert capacities == {
        "peutModifier": False,
        "peutCollecter": False,
        "peutScorer": False,
        "peutEnroler": False,
        "lectureSeule": True,
    }
    refused = caller.post("/api/menages", {"tailleMenage": 2, "projetId": str(project.id)})
    assert refused.json()["code"] == "READ_ONLY_PROJECT"
    assert caller.put(path, {"lectureSeule": False}).status_code == 200
    assert caller.get(f"{path}/capacites").json()["data"]["peutModifier"] is True


def test_what_is_used_stays(api, cast, project, household):
    organisation, campaign = Organisation.objects.create(nom="ONG"), Campaign.objects.create(nom="C")
    household.projet, household.campagne = project, campaign
    household.save()
    project.organisation = organisation
    project.save()
    Programme.objects.create(code="PG", nom="P", projet=project, date_debut="2026-01-01")
    caller = api(cast.admin)
    for path, counts in (
        (f"/api/projets/{project.id}", {"menages": 1, "programmes": 1}),
        (f"/api/campagnes/{campaign.id}", {"menages": 1}),
        (f"/api/organisations/{organisation.id}", {"projets": 1}),
    ):
        answer = caller.delete(path).json()
        assert (answer["code"], answer["data"]["dependencies"]) == ("HAS_DEPENDENCIES", counts)
        assert answer["error"].endswith(f"{describe_counts(counts)}.")
    assert (Project.objects.count(), Campaign.objects.count(), Organisation.objects.count()) == (1, 1, 1)


@pytest.mark.parametrize("model", [Project, Campaign, Organisation])
def test_what_is_free_goes(api, cast, model):
    kind = {Project: "projets", Campaign: "campagnes", Organisation: "organisations"}[model]
    row = model.objects.create(nom="X", **({"code": "X"} if model is Project else {}))
    caller = api(cast.admin)
    assert caller.put(f"/api/{kind}/{row.id}", {"nom": "Y"}).json()["data"]["nom"] == "Y"
    assert caller.delete(f"/api/{kind}/{row.id}").status_code == 200
    assert caller.delete(f"/api/{kind}/{row.id}").status_code == 404
    assert caller.put(f"/api/{kind}/{row.id}", {"nom": "Z"}).status_code == 404


@pytest.mark.django_db(transaction=True)
def test_a_household_comes_or_the_project_goes(api, cast, project):
    """At once: either the deletion finds the household, or the household finds no project."""
    caller = api(cast.admin)

    def work(number):
        if number:
            return caller.delete(f"/api/projets/{project.id}").status_code
        return caller.post("/api/menages", {"tailleMenage": 2, "projetId": str(project.id)}).status_code

    made, gone = together(2, work, numbered=True)
    assert (made, gone) in {(201, 400), (400, 200), (422, 200), (409, 200)}
    assert Project.objects.exists() == (made == 201)


def test_refusals_are_translated(db):
    with override("en"):
        english = str(CAPABILITIES["scorer"])
    assert english != str(CAPABILITIES["scorer"])


def none_in_force():
    for shipped in PmtMethod.objects.filter(par_defaut=True, statut="publiee"):
        end_method(method=shipped, last_day=timezone.localdate() - timedelta(days=1))


def test_the_method_that_scores_it(api, cast, project, django_assert_max_num_queries):
    """That in force today, for every project; null where none is."""
    path = f"/api/projets/{project.id}"
    none_in_force()
    assert api(cast.stranger).get(path).json()["data"]["pmtMethode"] is None
    terms = [{"variable": "tailleMenage", "operateur": "lineaire", "poids": -2}]
    values = {"nom": "Guiné 2025", "intercept": 60.0, "termes": terms, "par_defaut": True, "seuil_pauvrete": 45}
    method = publish_method(method=create_method(values=values))
    shown = api(cast.stranger).get(path).json()["data"]["pmtMethode"]
    assert shown == {"id": str(method.id), "nom": "Guiné 2025", "seuilPauvrete": 45}
    Project.objects.bulk_create(Project(code=f"P{number}", nom="P") for number in range(20))
    reader = api(cast.stranger)
    with django_assert_max_num_queries(5):
        rows = reader.get("/api/projets").json()["data"]
    assert {row["pmtMethode"]["nom"] for row in rows} == {"Guiné 2025"}


def test_a_kept_answer_is_never_stale(api, cast, project):
    """The method in force and the organisation change by themselves; who changes the project is not refused for it."""
    project.organisation = Organisation.objects.create(nom="ONG")
    project.save()
    none_in_force()
    path, reader = f"/api/projets/{project.id}", api(cast.admin)
    tag = first = reader.get(path)["ETag"]
    assert reader.get(path, headers={"If-None-Match": tag}).status_code == 304
    terms = [{"variable": "tailleMenage", "operateur": "lineaire", "poids": -2}]
    method = create_method(values={"nom": "N", "intercept": 60.0, "termes": terms, "par_defaut": True})
    for change in (lambda: publish_method(method=method), lambda: Organisation.objects.update(nom="ONG de Bafatá")):
        change()
        answer = reader.get(path, headers={"If-None-Match": tag})
        assert answer.status_code == 200
        tag = answer["ETag"]
    changed = reader.put(path, {"nom": "Autre"}, headers={"If-Match": first})
    assert (changed.status_code, changed["ETag"]) == (200, reader.get(path)["ETag"])
    assert reader.put(path, {"nom": "Tard"}, headers={"If-Match": first}).status_code == 409
