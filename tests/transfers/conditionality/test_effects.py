"""What a conditionality that is not met does to the next list: only after notice, and never in silence."""

from datetime import timedelta

import pytest
from django.utils import timezone

from config.postgis.base import get_connection
from tests.transfers.payments.conftest import lists
from transfers.complaints.models import Complaint
from transfers.conditionality.effects.models import AppliedEffect
from transfers.conditionality.models import Conditionality
from transfers.payments.models import Payment

__all__ = ["lists"]


@pytest.fixture
def cycle(lists):
    """A cycle of the present month, whose list is calculated by `settle`."""
    today = timezone.localdate()
    return lists.cycle(date_debut=today, date_fin=today + timedelta(days=27))


@pytest.fixture
def settle(lists, cycle):
    """Calculate the list anew; the amounts by beneficiary."""

    def calculate():
        get_connection().forget_locks()
        lists.calculate(cycle)
        return dict(Payment.objects.filter(cycle=cycle).values_list("principal_id", "montant"))

    return calculate


def motives(call, cycle):
    counts = call("get", f"/api/cycles/{cycle.id}/exceptions").json()["parMotif"]
    return {name: n for name, n in counts.items() if n}


def effects(call, cycle, query=""):
    body = call("get", f"/api/cycles/{cycle.id}/conditionnalites{query}").json()
    return {name: n for name, n in body["parEffet"].items() if n}, body["data"]


def test_a_suspension_after_notice_is_an_exception(lists, cycle, settle, call, check):
    paid, absent = lists.enrol(), lists.enrol()
    check(paid, "conforme")
    check(absent)
    assert settle() == {paid.id: 15_000}
    assert motives(call, cycle) == {"conditionnalite": 1}
    [row] = call("get", f"/api/cycles/{cycle.id}/exceptions").json()["data"]
    assert (row["beneficiaire"]["id"], row["motif"]) == (str(absent.id), "conditionnalite")
    counts, rows = effects(call, cycle)
    assert counts == {"suspension": 1}
    assert (rows[0]["beneficiaireId"], rows[0]["effet"], rows[0]["reduction"]) == (str(absent.id), "suspension", 100)


def test_a_cut_stays_told_and_is_calculated_anew(lists, cycle, settle, call, check, school):
    """A list tells what its calculation cut, by which check and by how much, whatever becomes of the checks afterwards."""
    health = Conditionality.objects.create(
        programme=school.programme, code="S", nom="S", categorie="sante", effet="reduction", taux_reduction=20
    )
    absent, reduced = lists.enrol(), lists.enrol()
    rows = [check(absent), check(reduced, conditionality=health)]
    assert effects(call, cycle)[1][0]["retenue"] is None
    settle()
    applied = [(row["effet"], row["retenue"], row["verificationId"]) for row in effects(call, cycle)[1]]
    assert applied == [("suspension", 15_000, str(rows[0].id)), ("reduction", 3_000, str(rows[1].id))]
    for row in rows:
        call("put", f"/api/verifications-conditionnalites/{row.id}", {"statut": "justifie"})
    assert [(row["effet"], row["retenue"]) for row in effects(call, cycle)[1]] == [row[:2] for row in applied]
    told = call("get", f"/api/cycles/{cycle.id}/exceptions").json()
    assert (told["parMotif"]["conditionnalite"], len(told["data"])) == (1, 1)
    assert told["parEffet"] == {"avertissement": 0, "reduction": 1, "suspension": 1}
    refused = call("post", f"/api/cycles/{cycle.id}/soumettre")
    assert (refused.status_code, "2 personnes" in refused.json()["error"]) == (409, True)
    assert settle() == {absent.id: 15_000, reduced.id: 15_000}
    assert (motives(call, cycle), effects(call, cycle)) == ({}, ({}, []))
    check(reduced, days=1, noticed=0)
    assert call("post", f"/api/cycles/{cycle.id}/soumettre").status_code == 200, "a warning cuts nothing"


def test_an_open_complaint_holds_the_cut(lists, cycle, settle, call, check, cast):
    absent, other = lists.enrol(), lists.enrol()
    row = check(absent)
    body = {"objet": "Malade", "categorie": "paiement", "verificationId": str(row.id)}
    wrong = call("post", "/api/plaintes", body | {"beneficiaireId": str(other.id)})
    assert (wrong.status_code, list(wrong.json()["details"])) == (400, ["verificationId"])
    settle()
    taken = call("post", "/api/plaintes", body)
    assert taken.status_code == 201, taken.content
    path = f"/api/plaintes/{taken.json()['data']['id']}"
    shown = call("get", path).json()["data"]
    assert (shown["verificationId"], shown["sujet"]["beneficiaire"]["id"]) == (str(row.id), str(absent.id))
    assert call("post", f"/api/cycles/{cycle.id}/soumettre").status_code == 409, "the list cuts what is contested now"
    assert settle() == {absent.id: 15_000, other.id: 15_000}
    assert effects(call, cycle)[0] == {"avertissement": 1}
    Complaint.objects.update(statut="rejetee")
    assert settle() == {other.id: 15_000}


@pytest.mark.parametrize("change", ["delete the check", "change the cycle", "delete the cycle"])
def test_what_was_applied_goes_with_the_list(lists, cycle, settle, call, check, change):
    row = check(lists.enrol())
    lists.enrol()
    settle()
    if change == "delete the check":
        assert call("delete", f"/api/verifications-conditionnalites/{row.id}").status_code == 200
        [told] = effects(call, cycle)[1]
        assert (told["effet"], told["verificationId"], told["codeConditionnalite"]) == ("suspension", None, "ECOLE")
        return
    method, body = ("delete", None) if change == "delete the cycle" else ("put", {"montantParBeneficiaire": "9000"})
    assert call(method, f"/api/cycles/{cycle.id}", body).status_code == 200
    assert not AppliedEffect.objects.exists()


@pytest.mark.parametrize("noticed", [None, 0, 14])
def test_without_notice_or_before_its_time_nothing_is_cut(lists, cycle, settle, call, check, noticed):
    absent = lists.enrol()
    check(absent, noticed=noticed)
    assert settle() == {absent.id: 15_000}
    assert motives(call, cycle) == {}
    assert effects(call, cycle)[0] == {"avertissement": 1}


@pytest.mark.parametrize(
    ("before", "sent", "keeps"),
    [
        ({"effet": "avertissement"}, {"effet": "suspension"}, False),
        ({"effet": "suspension"}, {"effet": "reduction", "tauxReduction": 50}, True),
        ({"effet": "reduction", "taux_reduction": 20}, {"tauxReduction": 50}, False),
        ({"effet": "reduction", "taux_reduction": 50}, {"tauxReduction": 20}, True),
        ({"effet": "suspension", "delai_recours_jours": 30}, {"delaiRecoursJours": 10}, False),
        ({"effet": "suspension"}, {"delaiRecoursJours": 20, "nom": "N"}, True),
        ({"effet": "suspension", "actif": False}, {"actif": True}, False),
        ({"effet": "suspension"}, {"actif": False}, True),
        ({"effet": "suspension"}, {"effet": "avertissement"}, True),
    ],
)
def test_a_graver_consequence_needs_another_notice(lists, settle, call, check, school, before, sent, keeps):
    Conditionality.objects.filter(id=school.id).update(**before)
    absent = lists.enrol()
    row, settled = check(absent), check(absent, "justifie", days=40)
    answer = call("put", f"/api/conditionnalites/{school.id}", sent)
    assert (answer.status_code, "1 avis est à donner" in answer.json()["message"]) == (200, not keeps)
    row.refresh_from_db()
    settled.refresh_from_db()
    assert ((row.date_avis is not None), settled.date_avis is not None) == (keeps, True)
    if not keeps:
        assert settle() == {absent.id: 15_000}


def test_a_reduction_takes_its_share_of_whole_francs(lists, cycle, settle, call, check, school):
    Conditionality.objects.filter(id=school.id).update(effet="reduction", taux_reduction=33)
    absent = lists.enrol()
    check(absent)
    assert settle() == {absent.id: 10_050}
    counts, rows = effects(call, cycle)
    assert (counts, rows[0]["reduction"]) == ({"reduction": 1}, 33)


@pytest.mark.parametrize("effect", ["aucun", "avertissement"])
def test_effects_that_cost_nothing(lists, cycle, settle, call, check, school, effect):
    Conditionality.objects.filter(id=school.id).update(effet=effect)
    absent = lists.enrol()
    check(absent)
    assert settle() == {absent.id: 15_000}
    assert effects(call, cycle)[0] == ({} if effect == "aucun" else {"avertissement": 1})


@pytest.mark.parametrize("statut", ["conforme", "justifie"])
def test_the_last_check_counts(lists, cycle, settle, check, statut):
    absent = lists.enrol()
    check(absent)
    assert settle() == {}
    check(absent, statut, days=1)
    assert settle() == {absent.id: 15_000}


def test_a_check_counts_until_its_day(lists, cycle, settle, check):
    absent = lists.enrol()
    row = check(absent, date_echeance=timezone.localdate())
    assert settle() == {}
    row.date_echeance = timezone.localdate() - timedelta(days=1)
    row.save()
    assert settle() == {absent.id: 15_000}


def test_a_conditionality_out_of_use_has_no_effect(lists, cycle, settle, call, check, school, programme):
    """Nor has one of a programme without conditionalities; whoever creates one makes it a programme with them."""
    absent = lists.enrol()
    check(absent)
    Conditionality.objects.filter(id=school.id).update(actif=False)
    assert settle() == {absent.id: 15_000}
    Conditionality.objects.filter(id=school.id).update(actif=True)
    type(programme).objects.update(avec_conditionnalites=False)
    assert settle() == {absent.id: 15_000}
    sent = {"programmeId": str(programme.id), "code": "S", "nom": "N", "categorie": "sante"}
    assert call("post", "/api/conditionnalites", sent).status_code == 201
    assert settle() == {}


def test_the_gravest_of_several_counts(lists, cycle, settle, call, check, programme):
    absent = lists.enrol()
    for code, share in (("A", 20), ("B", 50)):
        row = Conditionality.objects.create(
            programme=programme, code=code, nom=code, categorie="sante", effet="reduction", taux_reduction=share
        )
        check(absent, conditionality=row)
    assert settle() == {absent.id: 7_500}
    check(absent)
    assert settle() == {}


def test_ones_own_regions(lists, cycle, call, check, cast):
    check(lists.enrol())
    check(lists.enrol(region=lists.regions[1]))
    path = f"/api/cycles/{cycle.id}/conditionnalites"
    assert len(call("get", path).json()["data"]) == 2
    assert len(call("get", path, user=cast.agent_west).json()["data"]) == 1
    assert call("get", f"{path}?effet=reduction").json()["data"] == []
    assert call("get", f"{path}?effet=x").status_code == 400
