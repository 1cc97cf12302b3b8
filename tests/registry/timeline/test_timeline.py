"""Everything that happened with a household, in order, and why."""

from datetime import UTC, datetime

import pytest

from config.ids import uuid7
from registry.duplicates.models import Pair
from registry.households.models import Household
from registry.timeline.hooks import event_sources
from registry.timeline.types import TimelineEvent


def test_in_order_and_why(api, cast, household):
    caller = api(cast.supervisor_west)
    path = f"/api/menages/{household.id}"
    visit = {"menageId": str(household.id), "typeVisite": "prenatale", "dateVisite": "2025-03-12"}
    caller.post("/api/visites-sante", visit)
    caller.post(f"{path}/reject-collecte", {"motif": "donnees_incompletes", "commentaire": "Sans GPS"})
    caller.post(f"{path}/rouvrir-collecte")
    caller.post(f"{path}/recalculate-pmt")
    caller.post(f"{path}/analyse-qualite")
    told = caller.get(f"{path}/parcours").json()["data"]
    assert [event["date"] for event in told] == sorted(event["date"] for event in told)
    by_type = {event["type"]: event for event in told}
    assert [event["type"] for event in told][:4] == ["visite_sante", "enregistrement", "rejet", "reouverture"]
    assert by_type["rejet"]["details"]["motif"] == "donnees_incompletes"
    assert by_type["rejet"]["details"]["motifLibelle"] == "Fiche incomplète"
    assert by_type["rejet"]["par"] == {"id": str(cast.supervisor_west.id), "nom": "Fatu Sané"}
    assert by_type["score"]["details"]["termes"]
    assert "CHEF_MANQUANT" not in str(by_type["qualite"]["details"])
    assert api(cast.agent_east).get(f"{path}/parcours").status_code == 404


def test_upper_apps_tell_too(api, cast, household):
    asked = []

    def paid(row, user):
        asked.append((row.id, user.id))
        yield TimelineEvent(datetime(2020, 1, 1, tzinfo=UTC), "paiement", "Payé", details={"montant": 15000})

    with event_sources.override(**event_sources):
        event_sources.register("transferts", paid)
        with pytest.raises(ValueError, match="transferts"):
            event_sources.register("transferts", paid)
        first = api(cast.agent_west).get(f"/api/menages/{household.id}/parcours").json()["data"][0]
    assert (first["type"], first["source"], first["details"]) == ("paiement", "transferts", {"montant": 15000})
    assert asked == [(household.id, cast.agent_west.id)]


def other(household, code):
    """A household beside this one."""
    return Household.objects.create(
        code_menage=code,
        taille_menage=4,
        region=household.region,
        secteur=household.secteur,
        localite=household.localite,
    )


def alike(one, two, score):
    a, b = sorted((one, two), key=lambda row: row.id)
    return Pair.objects.create(menage_a=a, menage_b=b, score=score, niveaux={"nom": "identique"}, empreinte=uuid7())


def test_doubles_decisions_and_merges(api, cast, household, eastern):
    """Also the merge that came along by way of another household, and the one that was undone."""
    caller = api(cast.supervisor_west)
    second, third, distinct = (other(household, f"OI-00000{number}") for number in (2, 3, 4))

    def decide(pair, decision, **more):
        answer = caller.post(f"/api/menages/doublons/{pair.id}/decision", {"decision": decision, **more})
        assert answer.status_code == 200, answer.content

    alike(household, eastern, 60)
    decide(alike(household, distinct, 61), "distincts", motif="Deux fiches, vues sur place")
    decide(alike(second, third, 95), "fusionner", menageConserveId=str(second.id))
    decide(alike(household, second, 97), "fusionner", menageConserveId=str(household.id), motif="La même famille")
    path = f"/api/menages/{household.id}/parcours"
    told = [event for event in caller.get(path).json()["data"] if event["source"] in ("doublons", "fusions")]
    assert [event["type"] for event in told] == ["doublon", "distincts", "fusion", "fusion"]
    found, judged, before, merge = told
    assert (found["details"]["codeMenage"], found["details"]["score"], found["par"]) == ("OI-000004", 61, None)
    assert found["details"]["raisons"]
    assert (judged["details"]["motif"], judged["details"]["valable"]) == ("Deux fiches, vues sur place", True)
    assert judged["par"]["id"] == str(cast.supervisor_west.id)
    assert (before["details"]["codeAbsorbe"], before["details"]["codeConserve"]) == ("OI-000003", "OI-000002")
    assert (merge["details"]["codeAbsorbe"], merge["details"]["motif"]) == ("OI-000002", "La même famille")
    for gone in (second, third):
        led = caller.get(f"/api/menages/{gone.id}/parcours")
        assert (led["Content-Location"], led.json()["data"]) == (path, caller.get(path).json()["data"])
        assert api(cast.agent_east).get(f"/api/menages/{gone.id}/parcours").status_code == 404
    assert "Content-Location" not in caller.get(path)
    caller.post(f"/api/menages/fusions/{merge['details']['fusionId']}/annuler")
    told = caller.get(path).json()["data"]
    assert [event["type"] for event in told if event["source"] == "fusions"] == ["fusion", "fusion_annulee"]
    back = caller.get(f"/api/menages/{second.id}/parcours").json()["data"]
    assert [event["type"] for event in back if event["source"] == "fusions"] == ["fusion", "fusion", "fusion_annulee"]
    of_all = api(cast.admin).get(path).json()["data"]
    codes = [event["details"]["codeMenage"] for event in of_all if event["type"] == "doublon"]
    assert "BA-000001" in codes, "who sees both regions sees the pair"
