"""What somebody says about a pair, and how long that holds."""

import pytest
from django.conf import settings
from django.contrib.gis.geos import Point

from config.ids import uuid7
from registry.duplicates.models import Pair
from registry.duplicates.states import DECISIONS, TRANSITIONS
from registry.households.models import HeadOfHousehold, Household, Member


@pytest.fixture
def pair(api, cast, twins, others):
    api(cast.admin).post("/api/menages/analyse-doublons", {})
    return Pair.objects.get()


def decide(api, user, pair, decision, **more):
    return api(user).post(f"/api/menages/doublons/{pair.id}/decision", {"decision": decision, **more})


def analyse(api, user):
    return api(user).post("/api/menages/analyse-doublons", {}).json()["data"]


def test_side_by_side(api, cast, pair, twins):
    data = api(cast.admin).get(f"/api/menages/doublons/{pair.id}").json()["data"]
    lines = {line["code"]: line for line in data["comparaison"]}
    names = lines["nom"]["valeurs"][0]
    assert {names["a"], names["b"]} == {"Fatumata Djaló", "Diallo Fatoumata"}
    assert lines["nom"]["raison"] == "Même nom"
    assert "Même téléphone" in data["raisons"]
    assert lines["telephone"]["valeurs"][0]["champ"] == "telephone"
    assert data["niveau"] == "certain"
    english = api(cast.admin).get(f"/api/menages/doublons/{pair.id}", headers={"Accept-Language": "en"}).json()["data"]
    assert "Same telephone" in english["raisons"]


def test_of_equal_scores_the_strongest_evidence_comes_first(api, cast, pair, twins, others):
    a, b = sorted(others[:2], key=lambda one: one.id)
    judged = {"score": pair.score, "apports": {"nom": 18.3, "sexe": None, "taille": -1.1}}
    Pair.objects.filter(id=pair.id).update(apports={"nom": 8.3})
    strong = Pair.objects.create(menage_a=a, menage_b=b, empreinte=uuid7(), **judged)
    rows = api(cast.admin).get("/api/menages/doublons").json()["data"]
    assert [(row["id"], row["force"]) for row in rows] == [(str(strong.id), 17.2), (str(pair.id), 8.3)]


def test_count_by_status(api, cast, pair, twins):
    """What the caller sees, by the status that the list filters by; a decision moves a pair."""
    path = "/api/menages/doublons/comptes"
    assert api(cast.admin).get(path).json()["data"] == {
        "ouvert": 1,
        "certain": 1,
        "aVerifier": 0,
        "distincts": 0,
        "ignorer": 0,
    }
    Pair.objects.update(score=settings.DUPLICATE_REVIEW)
    counts = api(cast.reader_west).get(path, {"region": str(twins[0].region_id)}).json()["data"]
    assert (counts["ouvert"], counts["certain"], counts["aVerifier"]) == (1, 0, 1)
    decide(api, cast.admin, pair, "distincts")
    counts = api(cast.admin).get(path).json()["data"]
    assert (counts["ouvert"], counts["distincts"]) == (0, 1)
    assert set(api(cast.agent_east).get(path).json()["data"].values()) == {0}


def test_numbers_are_for_who_may_see_them(api, cast, pair):
    answer = api(cast.reader_west).get(f"/api/menages/doublons/{pair.id}")
    assert b"+245955123456" not in answer.content
    assert "Même téléphone" in answer.json()["data"]["raisons"]


def test_of_one_household(api, cast, pair, twins):
    answer = api(cast.reader_west).get(f"/api/menages/{twins[0].id}/doublons").json()
    assert answer["total"] == 1
    assert answer["data"][0]["menage"]["codeMenage"] == "D-2"
    assert answer["data"][0]["id"] == str(pair.id)


def test_a_household_interviewed_three_times_is_one_question(api, cast, twins, others, make):
    """Each pair tells the others; after a merge what is left is one pair, and after the second nothing."""
    third = make("D-3", "Fatumata Djalo", age=40, geom=Point(-15.50003, 12.75001, srid=4326))
    analyse(api, cast.admin)
    assert Pair.objects.count() == 3
    first = Pair.objects.get(menage_a__in=twins, menage_b__in=twins)
    data = api(cast.admin).get(f"/api/menages/doublons/{first.id}").json()["data"]
    assert {pair["id"] for pair in data["groupe"]} == {str(one.id) for one in Pair.objects.exclude(id=first.id)}
    assert all("D-3" in (pair["menageA"]["codeMenage"], pair["menageB"]["codeMenage"]) for pair in data["groupe"])
    assert decide(api, cast.admin, first, "fusionner", menageConserveId=str(twins[0].id)).status_code == 200
    last = Pair.objects.get()
    assert {last.menage_a_id, last.menage_b_id} == {twins[0].id, third.id}
    assert api(cast.admin).get(f"/api/menages/doublons/{last.id}").json()["data"]["groupe"] == []
    assert api(cast.admin).get(f"/api/menages/{twins[0].id}/doublons").json()["data"][0]["id"] == str(last.id)
    assert decide(api, cast.admin, last, "fusionner", menageConserveId=str(third.id)).status_code == 200
    assert not Pair.objects.exists() and Household.objects.get(id=third.id).score_doublon is None


def test_a_group_shows_only_what_its_reader_sees(api, cast, country, twins, make):
    third = make("D-3", region=country.east, secteur=country.cosse, localite=None)
    analyse(api, cast.admin)
    first = Pair.objects.get(menage_a__in=twins, menage_b__in=twins)
    seen = [
        len(api(user).get(f"/api/menages/doublons/{first.id}").json()["data"]["groupe"])
        for user in (cast.admin, cast.reader_west)
    ]
    assert (Pair.objects.filter(menage_b=third).count() + Pair.objects.filter(menage_a=third).count(), seen) == (
        2,
        [2, 0],
    )


def test_distinct_never_comes_back(api, cast, pair, twins):
    answer = decide(api, cast.supervisor_west, pair, "distincts", motif="Deux sœurs")
    assert answer.status_code == 200, answer.content
    assert answer.json()["data"]["decision"] == "distincts"
    assert Household.objects.get(id=twins[0].id).score_doublon is None
    for _ in range(2):
        analyse(api, cast.admin)
    pair.refresh_from_db()
    assert (pair.decision, pair.motif) == ("distincts", "Deux sœurs")
    assert api(cast.admin).get("/api/menages/doublons").json()["data"] == []
    assert api(cast.admin).get("/api/menages/doublons", {"statut": "distincts"}).json()["pagination"]["total"] == 1


def test_unless_what_was_compared_changes(api, cast, pair, twins):
    decide(api, cast.admin, pair, "distincts")
    Household.objects.filter(id=twins[0].id).update(score_pmt=12, commentaire_validation_collecte="rien")
    assert analyse(api, cast.admin)["ecrites"] == 0
    HeadOfHousehold.objects.filter(menage=twins[0]).update(age=41)
    analyse(api, cast.admin)
    pair.refresh_from_db()
    assert pair.decision is None
    assert api(cast.admin).get("/api/menages/doublons").json()["pagination"]["total"] == 1


def test_put_aside_comes_back_when_judged_otherwise(api, cast, pair, twins, make):
    """A score moves with every neighbour; it is other evidence, or another kind, that asks again."""
    decide(api, cast.admin, pair, "ignorer")
    assert analyse(api, cast.admin)["ecrites"] == 0
    for n in range(8):
        make(f"S-{n}", age=20, sexe="M", telephone=None, taille_menage=12)
    analyse(api, cast.admin)
    former, pair = pair, Pair.objects.get(id=pair.id)
    weights = [one.apports["lieu"] for one in (pair, former)]
    assert (weights[0] < weights[1], pair.niveaux == former.niveaux, pair.decision) == (True, True, "ignorer")
    Pair.objects.filter(id=pair.id).update(score=60)
    analyse(api, cast.admin)
    pair.refresh_from_db()
    assert pair.decision is None, "now certain"
    decide(api, cast.admin, pair, "ignorer")
    for household in twins:
        Member.objects.create(menage=household, nom_complet="Aua Sané", lien_parente="fille", sexe="F", age=7)
    analyse(api, cast.admin)
    pair.refresh_from_db()
    assert (pair.decision, pair.niveaux["personnes"]) == (None, "une")


@pytest.mark.sampled(3)
@pytest.mark.parametrize("current", [None, "distincts", "ignorer"])
@pytest.mark.parametrize("wanted", [one for one in DECISIONS if one != "fusionner"])
def test_every_move(api, cast, pair, current, wanted):
    if current:
        decide(api, cast.admin, pair, current)
    answer = decide(api, cast.admin, pair, wanted)
    if wanted in TRANSITIONS[current]:
        assert answer.status_code == 200
    else:
        assert (answer.status_code, answer.json()["code"]) == (400, "INVALID_STATUS")
    pair.refresh_from_db()
    reached = (None if wanted == "rouvrir" else wanted) if answer.status_code == 200 else current
    assert pair.decision == reached


def test_bad_input(api, cast, pair):
    for body in ({}, {"decision": "oublier"}, {"decision": "distincts", "motif": "x" * 1001}, {"decision": ["a"]}):
        answer = api(cast.admin).post(f"/api/menages/doublons/{pair.id}/decision", body)
        assert (answer.status_code, answer.json()["code"]) == (400, "VALIDATION_ERROR"), body
    assert decide(api, cast.agent_east, pair, "distincts").status_code == 403
    pair.refresh_from_db()
    assert pair.decision is None


@pytest.mark.parametrize("decision", ["distincts", "ignorer", "fusionner"])
def test_what_changed_since_it_was_seen_is_not_decided(api, cast, pair, twins, decision):
    address = f"/api/menages/doublons/{pair.id}"
    caller = api(cast.admin)
    seen = caller.get(address)["ETag"]
    assert caller.get(address, headers={"If-None-Match": seen}).status_code == 304
    # A neighbour's edit: the two are still alike, but not what the reviewer looked at.
    caller.put(f"/api/menages/{twins[0].id}", {"chefMenage": {"age": 42}})
    body = {"decision": decision, "menageConserveId": str(twins[0].id)}
    answer = caller.post(f"{address}/decision", body, headers={"If-Match": seen})
    assert (answer.status_code, answer.json()["code"]) == (409, "CONFLICT")
    pair.refresh_from_db()
    assert pair.decision is None
    fresh = caller.get(address)["ETag"]
    assert caller.post(f"{address}/decision", body, headers={"If-Match": fresh}).status_code == 200
