"""What a household's trail, other systems and the people who pay learn of payments."""

import pytest

from accounts.notifications.models import Notification
from accounts.webhooks.models import WebhookEndpoint, WebhookEvent
from config.ids import uuid7
from config.postgis.base import get_connection
from tests.conftest import make_user
from transfers.beneficiaries.models import Beneficiary
from transfers.execution.models import Attempt, Run
from transfers.execution.settlement.services import announce_end, settle_outcomes
from transfers.execution.types import Outcome
from transfers.ledger.api import check_ledger
from transfers.payments.models import Payment


@pytest.fixture
def execute(api, cast):
    def run(cycle, path="executer", **body):
        get_connection().forget_locks()
        answer = api(cast.admin).post(f"/api/cycles/{cycle.id}/{path}", {"fournisseur": "simulateur"} | body)
        assert answer.status_code == 200, answer.content
        get_connection().forget_locks()

    return run


@pytest.fixture
def trail(api, cast):
    def read(household, user=None, language="fr"):
        client = api(user or cast.admin)
        answer = client.get(f"/api/menages/{household.id}/parcours", headers={"Accept-Language": language})
        assert answer.status_code == 200, answer.content
        return [event for event in answer.json()["data"] if event["type"].startswith("paiement")]

    return read


def test_the_trail_tells_failures_and_then_the_payment(world, execute, trail):
    world.enrol(1)
    cycle = world.plan()
    world.fund(100_000)
    execute(cycle, simulation={"tauxEchec": 100})
    execute(cycle, "relancer-echecs", simulation={"tauxEchec": 0})
    failed, paid = trail(world.beneficiaries[0].menage)
    row = Payment.objects.get()
    assert (failed["type"], failed["titre"]) == ("paiement_echoue", "Paiement échoué")
    assert failed["details"]["motif"] == "Refusé par l'opérateur simulé."
    assert (paid["type"], paid["titre"]) == ("paiement", "Payé")
    for event in (failed, paid):
        details = event["details"]
        assert (details["cycle"], details["programme"], details["montant"]) == (cycle.nom, "Transferts", 15_000)
        assert (details["paiementId"], details["reference"]) == (str(row.id), row.reference)
    assert paid["details"]["referenceOperateur"] == row.reference_operateur
    assert check_ledger() == []


def test_a_partial_amount_is_what_the_trail_tells(world, execute, trail):
    world.enrol(1)
    cycle = world.plan()
    world.fund(100_000)
    execute(cycle, fournisseur="fichier")
    settle_outcomes(
        run=Run.objects.get(), outcomes=[Outcome(Attempt.objects.get().id, "confirmee", "OP-1", montant_recu=9_000)]
    )
    (event,) = trail(world.beneficiaries[0].menage)
    assert (event["details"]["montant"], event["details"]["referenceOperateur"]) == (9_000, "OP-1")
    assert check_ledger() == []


def test_what_the_operator_gave_back_was_not_paid(world, execute, trail):
    world.enrol(1)
    cycle = world.plan()
    world.fund(100_000)
    execute(cycle)
    Attempt.objects.update(etat="retournee", motif="Compte fermé")
    Payment.objects.update(statut="echoue", motif_echec="Compte fermé")
    (event,) = trail(world.beneficiaries[0].menage)
    assert (event["type"], event["titre"]) == ("paiement_retourne", "Paiement rendu par l'opérateur")
    assert (event["details"]["motif"], event["details"]["montant"]) == ("Compte fermé", 15_000)


def test_the_trail_speaks_the_caller_s_language_and_knows_rights(world, execute, trail, cast, country, api):
    world.enrol(2)
    cycle = world.plan()
    world.fund(100_000)
    execute(cycle)
    west, east = (person.menage for person in world.beneficiaries)
    assert [event["titre"] for event in trail(west, language="en")] == ["Paid"]
    assert [event["titre"] for event in trail(west, user=cast.reader_west)] == ["Payé"]
    assert api(cast.reader_west).get(f"/api/menages/{east.id}/parcours").status_code == 404
    role = cast.reader_west.role
    role.permissions = [key for key in role.permissions if key != "transferts.lire"]
    role.save()
    assert trail(west, user=make_user(role.code, country.west)) == []


def test_other_systems_learn_what_failed_and_that_the_run_has_ended(world, execute):
    events = ["paiement.echoue", "cycle.termine"]
    WebhookEndpoint.objects.create(url="https://example.org/", events=events, key=uuid7())
    world.enrol(4)
    cycle = world.plan()
    world.fund(100_000)
    execute(cycle, fournisseur="fichier")
    run, ids = Run.objects.get(), list(Attempt.objects.order_by("id").values_list("id", flat=True))
    outcomes = [Outcome(ids[0], "rejetee", motif="Compte fermé"), Outcome(ids[1], "confirmee", "OP-1")]
    settle_outcomes(run=run, outcomes=outcomes)
    assert [(one.type, one.data) for one in WebhookEvent.objects.all()] == [
        ("paiement.echoue", {"paiementId": str(Attempt.objects.get(id=ids[0]).paiement_id), "cycleId": str(cycle.id)})
    ]
    get_connection().forget_locks()
    settle_outcomes(run=run, outcomes=outcomes)
    assert WebhookEvent.objects.count() == 1, "what is settled is not announced again"
    assert check_ledger() == []


def test_the_end_is_announced_once(world, execute, cast):
    WebhookEndpoint.objects.create(url="https://example.org/", events=["cycle.termine"], key=uuid7())
    world.enrol(3)
    cycle = world.plan()
    world.fund(100_000)
    execute(cycle, simulation={"tauxEchec": 100})
    counts = {"cycleId": str(cycle.id), "nbPaiements": 3, "reussis": 0, "echoues": 3}
    assert [one.data for one in WebhookEvent.objects.all()] == [counts]
    (notice,) = Notification.objects.filter(user=cast.admin, category="paiement")
    assert (notice.type, notice.data["cycleId"], notice.data["nbPaiements"]) == ("warning", str(cycle.id), 3)
    execute(cycle, "relancer-echecs", simulation={"tauxEchec": 0})
    assert [one.data["reussis"] for one in WebhookEvent.objects.order_by("created_at")] == [0, 3]
    assert check_ledger() == []


def test_the_cycle_has_ended_when_all_its_runs_have(world, execute):
    """A later run ends before an earlier one: then the cycle goes on. Its end names the payments of both."""
    WebhookEndpoint.objects.create(url="https://example.org/", events=["cycle.termine"], key=uuid7())
    world.enrol(3)
    cycle = world.plan()
    world.fund(100_000)
    people = Beneficiary.objects.order_by("id")
    late, gone = people[0].id, people[1].id
    Beneficiary.objects.filter(id__in=[late, gone]).update(statut_enrolement="suspendu")
    execute(cycle, fournisseur="fichier")
    Beneficiary.objects.filter(id=late).update(statut_enrolement="actif")
    execute(cycle)
    assert not WebhookEvent.objects.exists(), "the first run is open"
    first = Run.objects.order_by("id")[0]
    settle_outcomes(run=first, outcomes=[Outcome(first.tentatives.get().id, "confirmee", "OP-1")])
    get_connection().forget_locks()
    announce_end([first])
    (event,) = WebhookEvent.objects.all()
    assert event.data == {"cycleId": str(cycle.id), "nbPaiements": 2, "reussis": 2, "echoues": 0}
    assert check_ledger() == []
