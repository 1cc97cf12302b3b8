"""Single payments are excluded from a list with a reason, and taken back, while the list is a draft."""

import pytest

from transfers.cycles.models import Cycle, PaymentTotal
from transfers.ledger.api import check_ledger
from transfers.payments.models import Payment


@pytest.fixture
def cycle(lists):
    for _ in range(2):
        lists.enrol()
    cycle = lists.cycle()
    lists.calculate(cycle)
    return cycle


@pytest.fixture
def payment(cycle):
    return Payment.objects.filter(cycle=cycle).order_by("reference").first()


def exclude(api, user, payment, motif="Doublon signalé par le chef", **how):
    return api(user).post(f"/api/paiements/{payment.id}/exclure", {"motif": motif}, **how)


def readmit(api, user, payment):
    return api(user).post(f"/api/paiements/{payment.id}/reintegrer")


def test_an_excluded_payment_stays_on_the_list_and_is_counted_apart(api, cast, lists, cycle, payment):
    answer = exclude(api, cast.admin, payment)
    assert answer.status_code == 200, answer.content
    shown = answer.json()["data"]
    assert (shown["statut"], shown["motifExclusion"]) == ("annule", "Doublon signalé par le chef")
    assert shown["excluPar"] == {"id": str(cast.admin.id), "nom": "Ana Gomes"}
    totals = PaymentTotal.objects.filter(cycle=cycle, nombre__gt=0).values_list("statut", "nombre", "montant")
    assert sorted(totals) == [("annule", 1, 15000), ("planifie", 1, 15000)]
    assert check_ledger() == []


def test_calculating_again_keeps_the_exclusion(api, cast, lists, cycle, payment):
    exclude(api, cast.admin, payment)
    result = lists.calculate(cycle)
    assert (result.nb_paiements, result.nb_exclus, result.montant_exclu) == (1, 1, 15000)
    row = Payment.objects.get(cycle=cycle, statut="annule")
    assert (row.principal_id, row.exclu_par_id) == (payment.principal_id, cast.admin.id)
    assert row.motif_exclusion == "Doublon signalé par le chef"


def test_it_is_taken_back(api, cast, lists, cycle, payment):
    exclude(api, cast.admin, payment)
    answer = readmit(api, cast.admin, payment)
    assert answer.json()["data"]["statut"] == "planifie"
    assert (answer.json()["data"]["motifExclusion"], answer.json()["data"]["excluPar"]) == (None, None)
    assert readmit(api, cast.admin, payment).json()["code"] == "INVALID_STATUS"


@pytest.mark.parametrize("motif", ["", None, "x" * 501])
def test_a_reason_is_needed(api, cast, payment, motif):
    assert list(exclude(api, cast.admin, payment, motif).json()["details"]) == ["motif"]


def test_nobody_is_excluded_twice(api, cast, payment):
    exclude(api, cast.admin, payment)
    assert exclude(api, cast.admin, payment).json()["code"] == "INVALID_STATUS"


@pytest.mark.parametrize("statut", ["en_attente", "valide"])
def test_a_frozen_list_does_not_change(api, cast, cycle, payment, statut):
    level = 2 if statut == "valide" else 0
    Cycle.objects.filter(id=cycle.id).update(statut_validation=statut, niveau_validation=level, empreinte=b"x")
    assert exclude(api, cast.admin, payment).json()["code"] == "INVALID_STATUS"


def test_a_rejected_list_becomes_a_draft(api, cast, cycle, payment):
    Cycle.objects.filter(id=cycle.id).update(statut_validation="rejete", niveau_validation=1, empreinte=b"x")
    assert exclude(api, cast.admin, payment).status_code == 200
    cycle.refresh_from_db()
    assert (cycle.statut_validation, cycle.niveau_validation) == ("brouillon", 0)


def test_an_agent_excludes_in_their_region_only(api, cast, lists, country, payment):
    assert exclude(api, cast.agent_east, payment).status_code == 404
    assert exclude(api, cast.agent_west, payment).status_code == 200
    assert exclude(api, cast.reader_west, payment).status_code == 403


def test_another_version_is_refused(api, cast, payment):
    tag = api(cast.admin).get(f"/api/paiements/{payment.id}")["ETag"]
    assert exclude(api, cast.admin, payment, headers={"If-Match": tag}).status_code == 200
    stale = api(cast.admin).post(f"/api/paiements/{payment.id}/reintegrer", headers={"If-Match": tag})
    assert (stale.status_code, stale.json()["code"]) == (409, "CONFLICT")
