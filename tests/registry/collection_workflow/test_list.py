"""What waits, and the counts."""

import pytest
from django.utils.dateparse import parse_datetime

from registry.households.models import Household
from registry.projects.models import Campaign
from tests.conftest import make_user
from tests.registry.collection_workflow.conftest import STATES


def test_list_holds_only_pre_collection(api, cast, make, eastern):
    ids = {str(make("soumis").id), str(make("en_collecte").id)}
    for state in ("valide", "integre", "rejete"):
        make(state)
    answer = api(cast.supervisor_west).get("/api/menages/pre-collecte").json()
    assert {item["id"] for item in answer["data"]} == ids
    assert answer["pagination"]["total"] == 2
    assert api(cast.admin).get("/api/menages/pre-collecte").json()["pagination"]["total"] == 3


@pytest.mark.parametrize(
    ("query", "total"),
    [
        ({"statut": "collecte"}, 1),
        ({"statutCollecte": "pre_collecte"}, 2),
        ({"statutCollecte": "integre"}, 0),
        ({"tailleMenage[gte]": 4}, 1),
        ({"search": "OI-"}, 2),
        ({"milieu": "rural"}, 0),
        ({"page": 9}, 2),
    ],
)
def test_filters(api, cast, make, query, total):
    make("soumis", taille_menage=6)
    make("en_collecte")
    make("integre", taille_menage=6)
    answer = api(cast.supervisor_west).get("/api/menages/pre-collecte", query).json()
    assert answer["pagination"]["total"] == total
    assert len(answer["data"]) == (0 if "page" in query else total)


def test_statistics(api, cast, make, eastern, country):
    campaign = Campaign.objects.create(nom="Recensement")
    for number, state in enumerate(STATES):
        for _ in range(number + 1):
            make(state, campagne=campaign if state != "rejete" else None)
    caller = api(cast.supervisor_west)
    data = caller.get("/api/menages/pre-collecte/stats").json()["data"]
    assert {name: value for name, value in data.items() if name != "parCampagne"} == {
        "total": 11,
        "enCollecte": 1,
        "enAttente": 3,
        "valides": 3,
        "rejetes": 5,
        "integres": 4,
    }
    assert [(row["campagne"], row["total"]) for row in data["parCampagne"]] == [("Recensement", 6), (None, 5)]
    assert caller.get("/api/menages/pre-collecte/stats", {"campagne": str(campaign.id)}).json()["data"]["total"] == 6
    assert caller.get("/api/menages/pre-collecte/stats", {"region": str(country.east.id)}).json()["data"]["total"] == 0
    assert api(cast.stranger).get("/api/menages/pre-collecte/stats").json()["data"]["parCampagne"] == []


def test_the_work_of_each_surveyor(api, cast, make, eastern, country):
    """Who has most to do stands first; whom the caller does not see, and households of other regions, are not told."""
    ana, zita = (make_user("ROLE_ENQUETEUR", country.west, prenom=prenom, nom="Té") for prenom in ("Ana", "Zita"))
    for state in STATES:
        make(state, enqueteur=zita)
    make("valide", enqueteur=ana)
    last = make("integre", enqueteur=ana)
    make("soumis")
    stranger = make_user("ROLE_ENQUETEUR", country.east, prenom="Bia", nom="Có")
    Household.objects.filter(id=eastern.id).update(enqueteur=stranger)
    path = "/api/menages/pre-collecte/enqueteurs"
    first, second = api(cast.supervisor_west).get(path).json()["data"]
    assert (first["enqueteur"], second["enqueteur"]) == ("Zita Té", "Ana Té")
    counts = ("enCollecte", "enAttente", "valides", "rejetes", "integres", "total")
    assert [first[name] for name in counts] == [1, 2, 1, 1, 1, 4]
    assert [second[name] for name in counts] == [0, 0, 1, 0, 1, 1]
    assert parse_datetime(second["derniere"]) == last.created_at
    assert len(api(cast.admin).get(path).json()["data"]) == 3
    assert api(cast.admin).get(path, {"region": str(country.east.id)}).json()["data"][0]["enqueteur"] == "Bia Có"
    assert api(cast.stranger).get(path).json()["data"] == []


def test_counts_of_some_days(api, cast, make, eastern, country):
    """Those registered within the days, first and last included; the tallies, without days, know them not."""
    campaign = Campaign.objects.create(nom="Recensement")
    surveyor = make_user("ROLE_ENQUETEUR", country.west, prenom="Ana", nom="Té")
    for day, state in ((1, "soumis"), (2, "valide"), (3, "rejete"), (4, "integre")):
        made = make(state, campagne=campaign, enqueteur=surveyor)
        Household.objects.filter(id=made.id).update(created_at=parse_datetime(f"2026-03-0{day}T12:00Z"))
    caller, path = api(cast.supervisor_west), "/api/menages/pre-collecte/"
    days = {"dateDebut": "2026-03-02", "dateFin": "2026-03-03"}
    wanted = {"total": 2, "enCollecte": 0, "enAttente": 0, "valides": 1, "rejetes": 1, "integres": 0}
    found = caller.get(f"{path}stats", days).json()["data"]
    assert {name: found[name] for name in wanted} == wanted
    assert [(row["campagne"], row["total"]) for row in found["parCampagne"]] == [("Recensement", 2)]
    (row,) = caller.get(f"{path}enqueteurs", days).json()["data"]
    assert {name: row[name] for name in wanted} == wanted
    assert caller.get(f"{path}stats", {"dateDebut": "2026-03-04"}).json()["data"]["integres"] == 1
    assert caller.get(f"{path}stats", days | {"milieu": "urbain"}).json()["data"]["total"] == 0
    assert api(cast.stranger).get(f"{path}stats", days).json()["data"]["total"] == 0
    for place in ("stats", "enqueteurs"):
        turned = caller.get(path + place, {"dateDebut": "2026-03-03", "dateFin": "2026-03-02"})
        assert (turned.status_code, list(turned.json()["details"])) == (400, ["dateFin"])


def test_counts_follow_the_moves(api, cast, make):
    household = make("soumis")
    caller = api(cast.supervisor_west)
    caller.post(f"/api/menages/{household.id}/validate-collecte")
    data = caller.get("/api/menages/pre-collecte/stats").json()["data"]
    assert (data["enAttente"], data["valides"]) == (0, 1)
