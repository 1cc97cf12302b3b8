"""One line, or one payment, in two sessions: whatever people do, its money moves once."""

import pytest
from django.db import connection

from tests.threads import together
from tests.transfers.reconciliation.desk import TITLES, Desk, figures_hold
from transfers.ledger.api import check_ledger
from transfers.ledger.models import LedgerAccount
from transfers.reconciliation.models import ReconciliationEntry, StatementLine

STRANGER = "X-1,+245966000001,4000,2025-02-10"


@pytest.fixture
def desk(world, api):
    return Desk(world, api)


@pytest.fixture(autouse=True)
def _ledger_holds(request):
    yield
    if connection.in_atomic_block:
        assert check_ledger() == [] and figures_hold()


def waiting(desk):
    return LedgerAccount.objects.get(projet=desk.world.project, nature="attente").solde


def close(desk, path, status=200, **actions):
    desk.call(f"{path}/validate")
    return desk.call(f"{path}/finalize", status=status, actions=actions)


def test_a_line_of_nobody_is_claimed_by_one_session(desk):
    """Two statements that overlap; who comes second is told, by one decision, in a batch, and after a new match."""
    first, second = desk.match(STRANGER, desk.line(0)), desk.match(STRANGER, desk.line(1))
    lines = [desk.entry(path, raison="inconnue") for path in (first, second)]
    desk.resolve(first, lines[0], "erreur_operateur")
    assert desk.resolve(second, lines[1], "erreur_sig", 409)["code"] == "CONFLICT"
    batch = desk.call(f"{second}/resolve-batch", entries=[{"entryId": lines[1]["id"], "action": "erreur_operateur"}])
    assert (batch["reussies"], batch["echouees"]) == (0, 1)
    missing = desk.entries(second, raison="absent_du_releve")[0]
    desk.resolve(second, missing, "match_manuel", 409, entreeReleveId=lines[1]["id"])
    desk.call(f"{second}/match")
    assert desk.entry(second, raison="deja_utilisee", source="releve")["id"] == lines[1]["id"]
    # What is cancelled, or undone, claims nothing any more.
    desk.call(f"{first}/entries/{lines[0]['id']}/annuler")
    desk.resolve(first, lines[0], "erreur_operateur")
    desk.call(f"{first}/annuler")
    desk.call(f"{second}/match")
    desk.resolve(second, desk.entry(second, raison="inconnue"), "erreur_operateur")
    close(desk, second)
    assert waiting(desk) == 4_000


def test_a_line_for_a_payment_that_another_session_has_is_named_so(desk):
    """It is neither of nobody, nor of who shares the telephone; whether it is a second payment, a person says."""
    again = desk.line(0, day="2025-02-11", phone=desk.payments[1].compte_mobile)
    first, second = desk.match(desk.line(0)), desk.match(again)
    entry = desk.entry(second, source="releve")
    assert (entry["raisonNonMatch"], entry["statut"]) == ("paye_ailleurs", "non_rapprochee")
    assert desk.entry(second, source="releve", aDecider="true")["id"] == entry["id"]
    # Without the other session it is the line of its payment.
    desk.call(f"{first}/annuler")
    desk.call(f"{second}/match")
    assert desk.entry(second, source="releve")["paiement"]["reference"] == desk.payments[0].reference
    third = desk.match(desk.line(0))
    desk.resolve(third, desk.entry(third, raison="paye_ailleurs"), "erreur_operateur")
    close(desk, third)
    assert waiting(desk) == 15_000


def test_a_payment_that_another_session_has_found_is_not_missing_here(desk):
    """A cycle that is told on two statements; nobody decides about the half of the other one, and none of it fails."""
    first = desk.match(desk.line(0), desk.line(1))
    assert desk.detail(first)["statistiques"]["aDecider"] == 2
    second = desk.match(desk.line(2), desk.line(3))
    desk.call(f"{first}/validate")
    told = desk.call(f"{first}/finalize/apercu", actions={"marquerPaiementsEchoues": True})
    assert told["effets"]["echoues"] == 0
    desk.call(f"{first}/match")
    figures = desk.detail(first)["statistiques"]
    assert (figures["aDecider"], figures["attendus"], figures["tauxRapprochement"]) == (0, 2, 100.0)
    desk.call(f"{second}/annuler")
    desk.call(f"{first}/match")
    assert desk.detail(first)["statistiques"]["aDecider"] == 2


def test_a_return_is_the_same_line_whatever_is_known_when_it_is_read(desk):
    """Read first as a deposit, for its payment was not known yet: then with it, on a statement that overlaps."""
    titles = f"{TITLES},type"
    back = "Z-9,,15000,2025-02-12,depot"
    desk.open(desk.line(0) + ",paiement", back, titles=titles)
    assert StatementLine.objects.get(reference="Z-9").nature == "depot"
    desk.open("Z-9,+245966000009,15000,2025-02-10,paiement", back, titles=titles)
    assert [line.nature for line in StatementLine.objects.filter(reference="Z-9", credit=True)] == ["extourne"]


@pytest.mark.django_db(transaction=True)
def test_two_who_claim_one_line_at_once(world, api):
    desk = Desk(world, api)
    paths = [desk.match(STRANGER, desk.line(place)) for place in range(2)]
    entries = [desk.entry(path, raison="inconnue")["id"] for path in paths]
    body = {"action": "erreur_operateur"}

    def claim(number):
        return api(world.treasurer).post(f"{paths[number]}/entries/{entries[number]}/resolve", body).status_code

    assert sorted(together(2, claim, numbered=True)) == [200, 409]
    assert ReconciliationEntry.objects.filter(action="erreur_operateur").count() == 1 and figures_hold()
