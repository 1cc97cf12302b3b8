"""Follow-ups: written within scope by who is signed in, found, in their order, following their beneficiary."""

from datetime import timedelta

import pytest
from django.utils import timezone

from accounts.audit.models import Trace
from registry.erasure.services import anonymise_household
from registry.projects.models import Project
from transfers.follow_ups.models import FollowUp

PATH = "/api/suivis"


def body(beneficiary, **more):
    return {
        "beneficiaireId": str(beneficiary.id),
        "typeSuivi": "visite_domicile",
        "dateSuivi": "2025-06-10T09:30:00+00:00",
        "observations": "Vu",
    } | more


def test_written_read_changed_deleted(api, cast, beneficiary):
    caller = api(cast.agent_west)
    made = caller.post(PATH, body(beneficiary, latitude=12.7667, longitude="-15.3167")).json()["data"]
    assert made["beneficiaire"] == {"id": str(beneficiary.id), "nomComplet": "Fatumata Djaló"}
    assert made["agent"] == {"id": str(cast.agent_west.id), "nom": cast.agent_west.nom_complet}
    assert (made["dateSuivi"], made["latitude"], made["longitude"]) == ("2025-06-10T09:30:00+00:00", 12.7667, -15.3167)
    one = f"{PATH}/{made['id']}"
    tag = caller.get(one)["ETag"]
    changed = api(cast.supervisor_west).put(one, {"observations": "Revu"}, headers={"If-Match": tag}).json()["data"]
    assert (changed["observations"], changed["latitude"], changed["agent"]) == ("Revu", 12.7667, made["agent"])
    assert caller.put(one, {"observations": "Tard"}, headers={"If-Match": tag}).status_code == 409
    assert caller.put(one, {"latitude": None, "longitude": None}).json()["data"]["latitude"] is None
    traces = Trace.objects.filter(model="suivi", racine=beneficiary.menage_id)
    assert list(traces.order_by("numero").values_list("action", flat=True)) == [
        "creation",
        "modification",
        "modification",
    ]
    assert caller.delete(one).status_code == 200
    assert caller.get(one).status_code == caller.delete(one).status_code == 404


def test_found_by(api, cast, beneficiary, stranger):
    for date, kind in (("2025-03-12T08:00Z", "appel"), ("2025-04-12T08:00Z", "visite")):
        api(cast.agent_west).post(PATH, body(beneficiary, dateSuivi=date, typeSuivi=kind))
    api(cast.agent_east).post(PATH, body(stranger))

    def total(user=cast.agent_west, **query):
        return api(user).get(PATH, query).json()["pagination"]["total"]

    assert total() == total(beneficiaire=beneficiary.id) == total(region=beneficiary.menage.region_id) == 2
    assert total(typeSuivi="appel") == total(dateDebut="2025-04-12") == total(dateFin="2025-03-12") == 1
    assert total(beneficiaire=stranger.id) == 0
    assert total(cast.admin) == 3
    assert api(cast.agent_west).get(PATH, {"dateDebut": "hier"}).json()["code"] == "VALIDATION_ERROR"


def test_refused(api, cast, beneficiary, stranger):
    caller = api(cast.agent_west)
    tomorrow = (timezone.now() + timedelta(days=3)).isoformat()
    for wrong, named in (
        ({"beneficiaireId": None}, "beneficiaireId"),
        ({"beneficiaireId": str(stranger.id)}, "beneficiaireId"),
        ({"dateSuivi": tomorrow}, "dateSuivi"),
        ({"dateSuivi": "2025"}, "dateSuivi"),
        ({"typeSuivi": ""}, "typeSuivi"),
        ({"latitude": 12}, "longitude"),
        ({"latitude": 91, "longitude": 3}, "latitude"),
        ({"latitude": "NaN", "longitude": 3}, "latitude"),
        ({"latitude": 0, "longitude": 0}, "latitude"),
        ({"latitude": -15.5, "longitude": 12.7}, "latitude"),
    ):
        answer = caller.post(PATH, body(beneficiary) | wrong)
        assert (answer.status_code, list(answer.json()["details"])) == (400, [named]), wrong
    missing = caller.post(PATH, {"typeSuivi": "x", "dateSuivi": "2025-06-10T09:30Z"})
    assert (missing.status_code, missing.json()["code"]) == (400, "VALIDATION_ERROR")
    assert api(cast.reader_west).post(PATH, body(beneficiary)).status_code == 403
    row = FollowUp.objects.create(
        beneficiaire=beneficiary, menage=beneficiary.menage, type_suivi="v", date_suivi=timezone.now()
    )
    beneficiary.menage.projet = Project.objects.create(code="P", nom="P", lecture_seule=True)
    beneficiary.menage.save()
    one = f"{PATH}/{row.id}"
    for answer in (caller.post(PATH, body(beneficiary)), caller.put(one, {"typeSuivi": "x"}), caller.delete(one)):
        assert answer.json()["code"] == "READ_ONLY_PROJECT"
    assert FollowUp.objects.get().type_suivi == "v"


def test_a_row_stays_with_its_beneficiary(api, cast, beneficiary, stranger):
    made = api(cast.admin).post(PATH, body(beneficiary)).json()["data"]
    assert api(cast.admin).put(f"{PATH}/{made['id']}", {"beneficiaireId": str(stranger.id)}).status_code == 200
    assert FollowUp.objects.get().beneficiaire_id == beneficiary.id


@pytest.mark.parametrize("kind", ["parcours", "erased"])
def test_of_the_household(api, cast, beneficiary, kind):
    api(cast.agent_west).post(PATH, body(beneficiary, observations="Quintina absente", latitude=12.7, longitude=-15.3))
    if kind == "parcours":
        events = api(cast.reader_west).get(f"/api/menages/{beneficiary.menage_id}/parcours").json()["data"]
        told = next(event for event in events if event["type"] == "suivi")
        assert (told["source"], told["details"]["observations"]) == ("suivis", "Quintina absente")
    else:
        anonymise_household(which=str(beneficiary.menage_id), reason="demande")
        row = FollowUp.objects.get()
        assert (row.observations, row.geom) == (None, None)
