"""What a complaint is about is shown to who may read it, and does not contradict itself."""

import pytest

from tests.conftest import make_user
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
