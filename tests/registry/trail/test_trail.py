"""Everything that happened with a household, in order, and why."""

from datetime import UTC, datetime

import pytest

from registry.trail import services
from registry.trail.services import Event, register_source


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
    assert by_type["rejet"]["par"] == {"id": str(cast.supervisor_west.id), "nom": "Fatu Sané"}
    assert by_type["score"]["details"]["termes"]
    assert "CHEF_MANQUANT" not in str(by_type["qualite"]["details"])
    assert api(cast.agent_east).get(f"{path}/parcours").status_code == 404


def test_upper_apps_tell_too(api, cast, household, monkeypatch):
    monkeypatch.setattr(services, "_sources", dict(services._sources))
    asked = []

    def paid(row, user):
        asked.append((row.id, user.id))
        yield Event(datetime(2020, 1, 1, tzinfo=UTC), "paiement", "Payé", details={"montant": 15000})

    register_source("transferts", paid)
    with pytest.raises(ValueError, match="transferts"):
        register_source("transferts", paid)
    first = api(cast.agent_west).get(f"/api/menages/{household.id}/parcours").json()["data"][0]
    assert (first["type"], first["source"], first["details"]) == ("paiement", "transferts", {"montant": 15000})
    assert asked == [(household.id, cast.agent_west.id)]
