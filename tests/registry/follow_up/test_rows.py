"""Visits and measures: written within scope, found by their household and day, in the way of a deletion."""

from datetime import timedelta

import pytest
from django.utils import timezone

from registry.follow_up.models import HealthVisit, Measure
from registry.projects.models import Project

KINDS = {
    "visites-sante": ("typeVisite", "dateVisite", "observations", HealthVisit),
    "mesures-accompagnement": ("typeMesure", "dateMesure", "description", Measure),
}


@pytest.fixture(params=KINDS)
def kind(request):
    return request.param, *KINDS[request.param]


def body(kind, household, **more):
    _, type_, day, text, _ = kind
    return {"menageId": str(household.id), type_: "nutrition", day: "2025-03-12", text: "Vu"} | more


def test_written_read_changed_deleted(api, cast, household, kind):
    path, type_, day, text, model = kind
    caller = api(cast.agent_west)
    made = caller.post(f"/api/{path}", body(kind, household)).json()["data"]
    assert made["menage"] == {"id": str(household.id), "code": "OI-000001"}
    assert (made[type_], made[day], made[text]) == ("nutrition", "2025-03-12", "Vu")
    one = f"/api/{path}/{made['id']}"
    tag = caller.get(one)["ETag"]
    assert caller.put(one, {text: "Revu"}, headers={"If-Match": tag}).json()["data"][text] == "Revu"
    assert caller.put(one, {text: "Tard"}, headers={"If-Match": tag}).status_code == 409
    assert caller.get(f"/api/menages/{household.id}/check-dependencies").json()["data"]["canDelete"] is False
    assert api(cast.admin).delete(f"/api/menages/{household.id}").json()["code"] == "HAS_DEPENDENCIES"
    refused = api(cast.admin).post("/api/menages/bulk-delete", {"ids": [household.id]}).json()["data"]
    assert refused["echoues"] == 1
    assert caller.delete(one).status_code == 200
    assert caller.delete(one).status_code == 404
    assert api(cast.admin).delete(f"/api/menages/{household.id}").status_code == 200
    assert not model.objects.exists()


def test_found_by(api, cast, household, kind):
    path, _, day, _, _ = kind
    caller = api(cast.agent_west)
    for date in ("2025-03-12", "2025-04-12"):
        caller.post(f"/api/{path}", body(kind, household, **{day: date}))

    def total(**query):
        return caller.get(f"/api/{path}", query).json()["pagination"]["total"]

    assert total(menage=household.id) == total(region=household.region_id) == total(localite=household.localite_id) == 2
    assert total(dateDebut="2025-04-01") == total(dateFin="2025-03-31") == 1
    assert total(secteur="00000000-0000-7000-8000-000000000000") == 0
    assert api(cast.agent_east).get(f"/api/{path}").json()["pagination"]["total"] == 0


def test_refused(api, cast, household, eastern, kind):
    path, type_, day, _, model = kind
    caller = api(cast.agent_west)
    tomorrow = (timezone.now() + timedelta(days=3)).date().isoformat()
    for wrong in ({"menageId": str(eastern.id)}, {"menageId": None}, {day: tomorrow}, {day: "hier"}, {type_: ""}):
        answer = caller.post(f"/api/{path}", body(kind, household) | wrong)
        assert (answer.status_code, list(answer.json()["details"])) == (400, list(wrong))
    assert api(cast.reader_west).post(f"/api/{path}", body(kind, household)).status_code == 403
    household.projet = Project.objects.create(code="P", nom="P", lecture_seule=True)
    household.save()
    assert caller.post(f"/api/{path}", body(kind, household)).json()["code"] == "READ_ONLY_PROJECT"
    assert not model.objects.exists()


def test_a_row_stays_with_its_household(api, cast, household, eastern, kind):
    path, *_, model = kind
    made = api(cast.admin).post(f"/api/{path}", body(kind, household)).json()["data"]
    api(cast.admin).put(f"/api/{path}/{made['id']}", {"menageId": str(eastern.id)})
    assert model.objects.get().menage_id == household.id
