"""The directory of services for survivors: writes, reads, overview, map; counts of cases come from elsewhere."""

import re

import pytest
from django.contrib.gis.geos import Point

from accounts.audit.models import Trace
from analysis.vbg.directory.hooks import case_counters, case_totals, open_case_counters
from analysis.vbg.directory.types import CaseCounts
from geo.facilities.models import VbgAgent, VbgService

PATH = "/api/services-vbg"


def body(country, **more):
    return {"nom": "Ponto de Escuta", "typeService": "centre_ecoute", "regionId": str(country.west.id)} | more


def test_a_service_is_created_read_changed_and_deleted(country, cast, api):
    caller = api(cast.vbg)
    full = body(
        country,
        secteurId=str(country.north.id),
        localiteId=str(country.cutia.id),
        latitude=12.7,
        longitude=-15.5,
        horaires="08:00-18:00",
        servicesOfferts=["ecoute"],
        capaciteAccueil=20,
        dateOuverture="2024-01-15",
        partenaires=["ONG A"],
    )
    created = caller.post(PATH, full)
    assert created.status_code == 201 and re.fullmatch(r"VBG-[0-9A-F]{12}", created.json()["data"]["code"])
    path = f"{PATH}/{created.json()['data']['id']}"
    VbgAgent.objects.create(service_id=created.json()["data"]["id"], nom="Sanca", prenom="Ana", fonction="Écoute")
    answer = caller.get(path)
    shown = answer.json()["data"]
    assert shown["agents"][0]["nom"] == "Ana Sanca" and shown["visibilite"] == "publique"
    assert (shown["latitude"], shown["longitude"], shown["localite"]["nom"]) == (12.7, -15.5, "Cutia")
    assert (shown["nombreCasPrisEnCharge"], shown["nombreCasEnCours"], shown["masque"]) == (0, 0, False)
    changed = caller.put(path, {"horaires": "07:30-16:00"}, headers={"If-Match": answer["ETag"]})
    assert changed.status_code == 200
    assert caller.put(path, {"nom": "X"}, headers={"If-Match": answer["ETag"]}).status_code == 409
    assert caller.get(path).json()["data"]["nom"] == "Ponto de Escuta"
    assert caller.delete(path).status_code == 200
    assert caller.get(path).status_code == 404 and not VbgAgent.objects.exists()


def test_agents_are_added_corrected_and_removed_by_who_manages_the_services_they_see(country, cast, api):
    caller = api(cast.vbg)
    service, other = (caller.post(PATH, body(country, nom=name)).json()["data"]["id"] for name in ("Um", "Outro"))
    path = f"{PATH}/{service}/agents"
    before = caller.get(f"{PATH}/{service}")["ETag"]
    added = caller.post(path, {"nom": "Sanca", "prenom": "Ana", "fonction": "Écoute", "telephone": "+245955100401"})
    assert added.status_code == 201 and added.json()["data"]["nom"] == "Ana Sanca"
    one = f"{path}/{added.json()['data']['id']}"
    assert caller.post(path, {"nom": "SANCA", "prenom": "aná"}).status_code == 409
    assert (
        caller.post(path, {"prenom": "Ana"}).status_code == caller.post(path, {"nom": "X", "age": 3}).status_code == 400
    )
    changed = caller.put(one, {"nom": "Sanhá", "telephone": None}, headers={"If-Match": added["ETag"]})
    assert (changed.status_code, changed.json()["data"]["nom"]) == (200, "Ana Sanhá")
    assert caller.put(one, {"nom": "X"}, headers={"If-Match": added["ETag"]}).status_code == 409
    agent = VbgAgent.objects.get()
    assert (agent.nom, agent.fonction, agent.telephone) == ("Sanhá", "Écoute", None)
    shown = caller.get(f"{PATH}/{service}")
    assert shown["ETag"] != before and shown.json()["data"]["agents"] == [
        {"id": str(agent.id), "nom": "Ana Sanhá", "fonction": "Écoute"}
    ]
    wrong = f"{PATH}/{other}/agents/{agent.id}"
    assert caller.put(wrong, {"nom": "X"}).status_code == caller.delete(wrong).status_code == 404
    VbgService.objects.filter(id=service).update(visibilite="restreinte")
    admin = api(cast.admin)
    assert admin.post(path, {"nom": "X"}).status_code == 404
    assert admin.put(one, {"nom": "X"}).status_code == admin.delete(one).status_code == 404
    assert caller.delete(one).status_code == 200 and caller.delete(one).status_code == 404
    told = Trace.objects.filter(model="agent_vbg", racine=service, utilisateur=cast.vbg)
    assert sorted(told.values_list("action", flat=True)) == ["creation", "modification", "suppression"]


@pytest.mark.parametrize(
    ("fields", "status"),
    [
        ({"typeService": "inconnu"}, 400),
        ({"regionId": None}, 400),
        ({"latitude": 12.5}, 400),
        ({"latitude": 91, "longitude": 0}, 400),
        ({"visibilite": "secrete"}, 400),
        ({"nombreCas": 3}, 400),
        ({"servicesOfferts": ["massage"]}, 400),
    ],
)
def test_bad_bodies_are_refused(country, cast, api, fields, status):
    assert api(cast.vbg).post(PATH, body(country, **fields)).status_code == status
    assert not VbgService.objects.exists()


def test_areas_agree_and_a_service_stays_in_its_region(country, cast, api):
    caller = api(cast.vbg)
    assert api(cast.admin).post(PATH, body(country, secteurId=str(country.cosse.id))).status_code == 422
    assert caller.post(PATH, body(country, regionId=str(country.east.id))).status_code == 400
    identity = caller.post(PATH, body(country)).json()["data"]["id"]
    moved = caller.put(f"{PATH}/{identity}", {"regionId": str(country.east.id)})
    assert moved.status_code == 400
    assert VbgService.objects.get(id=identity).region_id == country.west.id


def test_a_service_is_not_moved_far_from_its_region_or_sector(country, cast, api):
    """Boundaries are drawn coarsely: up to about 2 km outside is taken."""
    caller = api(cast.admin)
    west = body(country, secteurId=str(country.north.id))
    abroad = caller.post(PATH, west | {"latitude": 12.75, "longitude": -13.5})
    assert (abroad.status_code, abroad.json()["code"]) == (422, "CONSTRAINT_VIOLATION")
    assert not VbgService.objects.exists()
    made = caller.post(PATH, west | {"latitude": 12.75, "longitude": -15.2})
    path = f"{PATH}/{made.json()['data']['id']}"
    assert caller.put(path, {"longitude": -14.99}).status_code == 200
    for place in ({"longitude": -14.5}, {"latitude": 12.2}):
        refused = caller.put(path, place)
        assert (refused.status_code, refused.json()["code"]) == (422, "CONSTRAINT_VIOLATION")
        assert "2 km" in refused.json()["details"]["latitude"][0]
    assert caller.put(path, {"regionId": str(country.east.id), "secteurId": None}).status_code == 200
    back = {"regionId": str(country.west.id), "secteurId": None}
    assert caller.put(path, back | {"longitude": -14.2}).status_code == 422
    # Who changes something else is not asked about a place that was there before.
    VbgService.objects.update(geom=Point(-14.2, 12.75, srid=4326), region=country.west)
    assert caller.put(path, back | {"horaires": "08:00-12:00"}).status_code == 200


def test_who_does_not_see_shelters_does_not_write_one(country, cast, api):
    caller = api(cast.admin)
    assert caller.post(PATH, body(country, typeService="hebergement")).status_code == 403
    assert caller.post(PATH, body(country, servicesOfferts=["hebergement_urgence"])).status_code == 403
    assert not VbgService.objects.exists()
    shelter = api(cast.vbg).post(PATH, body(country, typeService="hebergement")).json()["data"]["id"]
    for answer in (caller.get(f"{PATH}/{shelter}"), caller.put(f"{PATH}/{shelter}", {"nom": "X"})):
        assert answer.status_code == 404
    assert caller.delete(f"{PATH}/{shelter}").status_code == 404
    assert caller.get(PATH).json()["pagination"]["total"] == 0
    assert caller.get(f"{PATH}/stats/overview").json()["data"]["totalServices"] == 0
    assert caller.get(f"{PATH}/carte").json()["data"]["features"] == []
    seen = api(cast.vbg).get(f"{PATH}/stats/overview").json()["data"]
    assert (seen["totalServices"], seen["parType"]) == (1, {"hebergement": 1})


def test_a_service_with_open_cases_is_not_deleted_and_their_number_is_not_said(country, cast, api):
    caller = api(cast.vbg)
    path = f"{PATH}/{caller.post(PATH, body(country)).json()['data']['id']}"
    with open_case_counters.override(cases=lambda _service: 3):
        refused = caller.delete(path)
    assert (refused.status_code, refused.json()["code"]) == (400, "HAS_DEPENDENCIES")
    assert "3" not in refused.content.decode()
    assert caller.get(path).status_code == 200


def test_counts_of_cases_come_from_the_feature_that_masks_them(country, cast, api):
    caller = api(cast.vbg)
    identity = caller.post(PATH, body(country, latitude=12.7, longitude=-15.5)).json()["data"]["id"]
    count = CaseCounts(12, None, 7)
    with (
        case_counters.override(cases=lambda _user, ids: dict.fromkeys(ids, count)),
        case_totals.override(cases=lambda _user, _regions, _first, _last: count),
    ):
        listed = caller.get(PATH).json()["data"][0]
        detail = caller.get(f"{PATH}/{identity}").json()["data"]
        feature = caller.get(f"{PATH}/carte").json()["data"]["features"][0]
        totals = caller.get(f"{PATH}/stats/overview").json()["data"]
    assert listed["nombreCasPrisEnCharge"] == feature["properties"]["nombreCas"] == 12
    assert (detail["nombreCasEnCours"], detail["nombreCasResolus"]) == (None, 7)
    assert (totals["totalCasPrisEnCharge"], totals["totalCasEnCours"], totals["totalCasResolus"]) == (12, None, 7)


def test_lists_are_filtered_and_searched(country, cast, api):
    for number, (kind, status) in enumerate([("ong", "actif"), ("ong", "inactif"), ("tribunal", "")]):
        VbgService.objects.create(
            nom=f"Serviço {number}", code=f"S-{number}", type=kind, statut=status, region=country.west
        )
    VbgService.objects.create(nom="Leste", type="ong", region=country.east, geom=Point(-14.5, 12.5, srid=4326))

    def names(**query):
        return [row["nom"] for row in api(cast.vbg).get(PATH, query).json()["data"]]

    assert names() == ["Serviço 0", "Serviço 1", "Serviço 2"]
    assert names(typeService="ong", statut="actif") == ["Serviço 0"]
    assert names(statut="actif") == ["Serviço 0", "Serviço 2"]
    assert names(search="servico") == names() and names(search="s-1") == ["Serviço 1"]
    assert names(region=str(country.east.id)) == []


def test_days_in_the_wrong_order_are_refused(cast, api):
    answer = api(cast.vbg).get(f"{PATH}/stats/overview", {"dateDebut": "2025-02-01", "dateFin": "2025-01-01"})
    assert (answer.status_code, answer.json()["code"]) == (400, "VALIDATION_ERROR")


def test_only_who_may_reads_and_writes(country, cast, api):
    for user in (cast.agent_west, cast.reader_west):
        assert api(user).get(PATH).status_code == 403
        assert api(user).post(PATH, body(country)).status_code == 403
