"""What a complaint is about is shown to who may read it, and does not contradict itself."""

import pytest

from accounts.notifications.models import Notification
from registry.households.models import Household
from tests.conftest import make_user
from transfers.complaints.measures.models import Measure
from transfers.complaints.models import Complaint
from transfers.cycles.models import Cycle


@pytest.fixture
def cycles(programme):
    months = (("2025-01-01", "2025-01-31"), ("2025-02-01", "2025-02-28"))
    return [
        Cycle.objects.create(
            code=f"C-{n}",
            nom=f"C-{n}",
            programme=programme,
            numero_sequence=n,
            date_debut=first,
            date_fin=last,
            montant_par_beneficiaire=15_000,
            niveaux_requis=1,
        )
        for n, (first, last) in enumerate(months, 1)
    ]


@pytest.fixture
def payment(pay, cycles, beneficiary):
    return pay(cycles[0], beneficiary)


def test_a_payment_is_shown_to_who_may_read_it(take, send, country, cast, payment, referent):
    path = f"plaintes/{take(paiementId=str(payment.id))['id']}"
    shown = send("get", path)["data"]
    assert shown["paiement"] == {
        "id": str(payment.id),
        "reference": payment.reference,
        "statut": "planifie",
        "montant": 15_000,
    }
    assert send("get", path, referent)["data"]["paiement"] is None
    Complaint.objects.update(region=country.east)
    there = send("get", path, make_user("ROLE_SUPERVISEUR", country.east))["data"]
    assert (there["paiement"], there["sujet"]["beneficiaire"]) == (None, None)


def test_what_contradicts_itself_is_refused_by_field(take, send, country, cast, cycles, payment, beneficiary, stranger):
    body = {"objet": "O", "categorie": "paiement", "paiementId": str(payment.id)}
    wrong = {
        "beneficiaireId": {"beneficiaireId": str(stranger.id)},
        "cycleId": {"cycleId": str(cycles[1].id)},
        "menageId": {"menageId": str(stranger.menage_id)},
        "regionId": {"regionId": str(country.east.id)},
    }
    for field, sent in wrong.items():
        refused = send("post", "plaintes", cast.admin, 400, **body, **sent)
        assert (refused["code"], refused["details"].keys()) == ("VALIDATION_ERROR", {field})
    both = send("post", "plaintes", cast.admin, 400, **body, **wrong["cycleId"], **wrong["menageId"])
    assert both["details"].keys() == {"cycleId", "menageId"}
    mixed = {"beneficiaireId": str(beneficiary.id), "menageId": str(stranger.menage_id)}
    assert send("post", "plaintes", cast.admin, 400, objet="O", categorie="autre", **mixed)["details"].keys() == {
        "menageId"
    }
    assert not Complaint.objects.exists()
    row = Complaint.objects.get(id=take(paiementId=str(payment.id))["id"])
    assert (row.cycle, row.beneficiaire, row.menage) == (cycles[0], beneficiary, beneficiary.menage)


def test_what_came_without_a_place_gets_one_and_a_subject(
    take, send, country, cast, members, beneficiary, payment, cycles
):
    """By what it names: its region follows, who leads there is told, and who may not read it there loses it."""
    row = Complaint.objects.get(id=take(cast.admin, regionId=None)["id"])
    path = f"plaintes/{row.id}"
    mixed = {"secteurId": str(country.cosse.id), "localiteId": str(country.cutia.id)}
    assert send("put", path, cast.admin, 400, **mixed)["details"].keys() == {"localiteId"}
    send("put", path, cast.admin, localiteId=str(country.cutia.id))
    row.refresh_from_db()
    assert (row.region, row.secteur, row.localite) == (country.west, country.north, country.cutia)
    told = Notification.objects.filter(data__evenement="plainte.nouvelle", user=cast.supervisor_west)
    assert told.count() == 1
    shown = send("put", path, paiementId=str(payment.id))["data"]
    assert (shown["paiement"]["id"], shown["sujet"]["cycle"]["id"]) == (str(payment.id), str(cycles[0].id))
    row.refresh_from_db()
    assert (row.menage, row.region_id) == (beneficiary.menage, beneficiary.menage.region_id)
    last = send("get", f"{path}/historique")["data"][0]
    assert last["action"] == "modification" and {"paiement", "cycle", "beneficiaire", "menage"} <= {*last["champs"]}
    # One of them replaces all: no cycle of before is left beside another household.
    send("put", path, menageId=str(beneficiary.menage_id))
    row.refresh_from_db()
    assert (row.menage, row.beneficiaire, row.paiement, row.cycle) == (beneficiary.menage, None, None, None)
    send("put", path, menageId=None)
    assert send("put", path, status=400, regionId=None)["details"].keys() == {"regionId"}


def test_a_place_is_changed_within_the_reach_and_the_states(take, send, country, cast, team, members):
    path = f"plaintes/{take(localiteId=str(country.cutia.id))['id']}"
    send("put", path, status=400, regionId=str(country.east.id))
    send("post", f"{path}/assigner", equipe=str(team.id), membre=str(members[0].id))
    send("put", path, cast.admin, regionId=str(country.east.id))
    row = Complaint.objects.get()
    assert (row.region, row.localite, row.statut, row.membre) == (country.east, None, "nouvelle", None)
    members[0].refresh_from_db()
    assert members[0].en_cours == 0
    send("get", path, status=404)
    Complaint.objects.update(statut="fermee", region=country.west)
    assert send("put", path, status=400, localiteId=str(country.cutia.id))["code"] == "INVALID_STATUS"


def test_a_measure_that_waits_keeps_the_subject(take, send, payment, stranger, cast):
    path = f"plaintes/{take(paiementId=str(payment.id))['id']}"
    Complaint.objects.update(statut="en_cours")
    Measure.objects.create(plainte=Complaint.objects.get(), type="corriger_compte", empreinte="0")
    assert send("put", path, cast.admin, 400, beneficiaireId=str(stranger.id))["code"] == "INVALID_STATUS"


def test_a_household_has_a_finer_place_than_the_region_that_was_chosen(take, country):
    home = Household.objects.create(
        code_menage="M-9", taille_menage=3, region=country.west, secteur=country.north, localite=country.cutia
    )
    for named in ({}, {"secteurId": str(country.north.id)}):
        row = Complaint.objects.get(id=take(menageId=str(home.id), **named)["id"])
        assert (row.region, row.secteur, row.localite) == (country.west, country.north, country.cutia)
    other = Complaint.objects.get(id=take(menageId=str(home.id), secteurId=str(country.south.id))["id"])
    assert (other.secteur, other.localite) == (country.south, None)
