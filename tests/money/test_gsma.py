"""Pay through the GSMA Mobile Money API, against an operator that fails as real ones do."""

import time
from datetime import timedelta
from math import inf
from urllib.request import Request, urlopen

import pytest
from django.utils import timezone
from procrastinate.contrib.django.models import ProcrastinateJob

from config.errors.problems import Problem
from config.postgis.base import get_connection
from tests.money.operators import judge, start_operator
from tests.threads import together
from tests.transfers.reconciliation.desk import Desk
from transfers.execution import jobs
from transfers.execution.models import Attempt, Callback, Run
from transfers.execution.providers.gsma import delivery
from transfers.execution.queries import list_due_runs
from transfers.execution.rules import build_callback_address
from transfers.ledger.api import check_ledger
from transfers.payments.models import Payment
from transfers.reconciliation.models import ReconciliationEntry

COUNT = 6
# The fate that the operator gives every order: states after sending, and after asking until it knows.
FATES = {
    "": ("confirmee", "confirmee"),
    "timeout_after": ("inconnue", "confirmee"),
    "timeout_before": ("inconnue", "inconnue"),
    "drop_after": ("inconnue", "confirmee"),
    "drop_before": ("inconnue", "inconnue"),
    "pending": ("inconnue", "confirmee"),
    "pending_failed": ("inconnue", "rejetee"),
    "reject": ("rejetee", "rejetee"),
    "partial": ("inconnue", "confirmee"),
    "malformed_after": ("inconnue", "confirmee"),
    "huge_after": ("inconnue", "confirmee"),
    "other_amount": ("inconnue", "confirmee"),
    "other_smaller": ("inconnue", "confirmee"),
    "not_found_as_error": ("inconnue", "inconnue"),
    "other_currency": ("inconnue", "confirmee"),
    "other_account": ("inconnue", "confirmee"),
    "same_reference": ("inconnue", "confirmee"),
    "vague_error": ("inconnue", "confirmee"),
}


@pytest.fixture
def start(settings, tmp_path):
    """Start an operator, and reach it."""
    settings.OUTGOING_ALLOW_PRIVATE, settings.GSMA_SECONDS = True, 1

    def run(faults="", **how):
        return start_operator(tmp_path / "paid.jsonl", faults=faults, **how)

    return run


@pytest.fixture
def execute(api, cast, settings):
    def run(cycle, operator, path="executer"):
        settings.GSMA_CONNECTIONS = operator.connections if operator else {}
        get_connection().forget_locks()
        body = {"fournisseur": "gsma", "operateur": "operator_a_money"}
        return api(cast.admin).post(f"/api/cycles/{cycle.id}/{path}", body)

    return run


def states():
    return sorted(set(Attempt.objects.values_list("etat", flat=True)))


def ask_again():
    """Drive the runs as if the time to ask had come."""
    get_connection().forget_locks()
    Attempt.objects.filter(etat="inconnue").update(ask_at=timezone.now())
    for run in Run.objects.all():
        jobs.drive_run(run.id)


@pytest.mark.sampled(4)
@pytest.mark.parametrize("fault", FATES)
def test_every_fate_of_an_order(world, start, execute, fault):
    after_sending, in_the_end = FATES[fault]
    world.enrol(COUNT)
    cycle = world.plan(fees=True)
    world.fund(200_000)
    with start(fault) as operator:
        answer = execute(cycle, operator)
        assert answer.status_code == 200, answer.content
        assert states() == [after_sending]
        if fault.startswith("pending"):
            time.sleep(0.7)
        ask_again()
        assert states() == [in_the_end]
        paid, twice, invented = judge(operator)
    assert (paid, twice, invented) == (COUNT if in_the_end == "confirmee" else 0, 0, 0)
    each = {"partial": 7_500}.get(fault, 15_000) + 250
    assert world.balance() == (
        200_000 - (COUNT * each if in_the_end == "confirmee" else 0),
        COUNT * 15_250 if in_the_end == "inconnue" else 0,
    )
    assert check_ledger() == []


def test_without_an_operator_that_answers_nothing_leaves(world, execute):
    """No connection: the orders are prepared still, and go out once the operator is there."""
    world.enrol(COUNT)
    cycle = world.plan()
    world.fund(200_000)

    class Nobody:
        connections = {"operator_a_money": {"url": "http://127.0.0.1:9", "debitParty": {"accountid": "1"}}}

    answer = execute(cycle, None)
    assert (answer.status_code, answer.json()["code"], Run.objects.count()) == (503, "NOT_CONFIGURED", 0)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("config.outgoing_http.resolve_allowed_addresses", lambda *a: ["127.0.0.1"])
        patch.setattr("transfers.execution.providers.gsma.connections.settings.OUTGOING_ALLOW_PRIVATE", True)
        answer = execute(cycle, Nobody)
    shown = answer.json()["data"]
    assert (shown["statut"], shown["enCours"], shown["inconnus"]) == ("en_cours", COUNT, 0)
    assert states() == ["preparee"]
    assert check_ledger() == []


@pytest.mark.slow
def test_a_service_that_refuses_everybody_leaves_few_unknown(world, start, execute, settings):
    """Once it answers 503, no further order leaves."""
    world.enrol(40)
    cycle = world.plan()
    world.fund(1_000_000)
    with start("unavailable") as operator:
        execute(cycle, operator)
        unknown = Attempt.objects.filter(etat="inconnue").count()
        assert 1 <= unknown <= 8
        assert Attempt.objects.filter(etat="preparee").count() == 40 - unknown
        assert judge(operator)[0] == 0
    assert Run.objects.get().bail_fin > timezone.now(), "left alone as long as it asked"
    Run.objects.update(bail_fin=timezone.now())
    with start() as operator:  # it works again, and knows nothing of the refused orders
        settings.GSMA_CONNECTIONS = operator.connections
        for run in Run.objects.all():
            jobs.drive_run(run.id)
        ask_again()
        assert judge(operator) == (40 - unknown, 0, 0)
    assert Attempt.objects.filter(etat="inconnue").count() == unknown, "asked for, never sent again"
    assert check_ledger() == []


def test_an_operator_that_asks_for_a_pause_gets_it_and_nothing_leaves(world, start, execute):
    """Its heartbeat says that it works for nobody: no order is sent, and the run is left alone as long as it asked."""
    world.enrol(COUNT)
    cycle = world.plan()
    world.fund(200_000)
    with start("down") as operator:
        execute(cycle, operator)
        assert (states(), judge(operator)[0]) == (["preparee"], 0)
        run = Run.objects.get()
        assert run.bail_id is None
        assert timedelta(seconds=280) < run.bail_fin - timezone.now() <= timedelta(seconds=300)
        assert (list_due_runs(), jobs.drive_run(run.id)) == ([], False)
    Run.objects.update(bail_fin=timezone.now())
    with start() as operator:
        assert execute(cycle, operator).json()["code"] == "INVALID_STATUS", "it has begun already"
        assert list_due_runs() == [run.id]
        assert jobs.drive_run(run.id)
        assert judge(operator) == (COUNT, 0, 0)
    assert check_ledger() == []


def test_a_payment_without_an_account_is_not_sent(world, start, execute):
    world.enrol(2)
    world.beneficiaries[0].compte_mobile = None
    cycle = world.plan()
    world.fund(200_000)
    with start() as operator:
        execute(cycle, operator)
        assert judge(operator) == (1, 0, 0)
    assert list(Payment.objects.order_by("reference").values_list("statut", "motif_echec")) == [
        ("echoue", "Le compte manque."),
        ("reussi", None),
    ]
    assert check_ledger() == []


def test_too_many_requests_reject_nobody(world, start, execute):
    world.enrol(40)
    cycle = world.plan()
    world.fund(1_000_000)
    with start("rate_limit") as operator:
        execute(cycle, operator)
        assert judge(operator)[0] == 0
    assert set(states()) == {"inconnue", "preparee"}
    assert Attempt.objects.filter(etat="inconnue").count() <= 8
    assert check_ledger() == []


def test_a_run_whose_operator_is_no_longer_connected_keeps_no_lease(world, start, execute, settings):
    world.enrol(1)
    cycle = world.plan()
    world.fund(200_000)
    with start("down") as operator:
        execute(cycle, operator)
    Run.objects.update(bail_fin=None)
    settings.GSMA_CONNECTIONS = {}
    with pytest.raises(Problem, match="NOT_CONFIGURED"):
        jobs.drive_run(Run.objects.get().id)
    assert Run.objects.get().bail_fin is None


@pytest.mark.django_db(transaction=True)
def test_call_backs_of_the_operator_early_twice_and_of_all_orders(world, start, execute, live_server):
    """Each order is called back three times, once with what is not true. Only what is asked for then moves money."""
    world.enrol(COUNT)
    cycle = world.plan()
    world.fund(200_000)
    with start("pending") as operator:
        operator.callback = live_server.url
        assert execute(cycle, operator).status_code == 200
        wait_until(lambda: Callback.objects.count() == 3 * COUNT)
        assert (states(), world.balance()) == (["inconnue"], (200_000, COUNT * 15_000))
        wait_until(lambda: Attempt.objects.filter(ask_at__lte=timezone.now()).count() == COUNT)
        assert count_hints() >= COUNT
        get_connection().forget_locks()
        assert jobs.drive_run(Run.objects.get().id)
        assert judge(operator) == (COUNT, 0, 0)
        path = call_back_path(Attempt.objects.earliest("id"))
    assert (states(), world.balance()[1]) == (["confirmee"], 0)
    assert not Attempt.objects.filter(reference_operateur="OP-NEVER").exists()
    assert not Callback.objects.filter(handled_at=None).exists()
    before = count_hints()
    assert put(live_server.url + path) == 204, "a late one about a settled attempt"
    assert (count_hints(), Callback.objects.filter(handled_at=None).count()) == (before, 0)
    assert check_ledger() == []


def wait_until(is_true):
    for _ in range(100):
        if is_true():
            return
        time.sleep(0.1)
    raise AssertionError("it does not come")


def count_hints():
    return ProcrastinateJob.objects.filter(task_name="drive_payment_run").count()


def call_back_path(attempt):
    return build_callback_address("http://x", "operator_a_money", attempt.id).removeprefix("http://x")


def put(address):
    sent = Request(address, b'{"status": null}', {"Content-Type": "application/json"}, method="PUT")
    with urlopen(sent, timeout=10) as response:
        return response.status


def test_an_operator_that_pays_whatever_it_gets_is_sent_each_order_once(world, start, execute):
    """It does not recognise repeated orders: nothing is ever sent again, whatever is unknown."""
    world.enrol(COUNT)
    cycle = world.plan()
    world.fund(200_000)
    with start("drop_after,timeout_after,vague_error", repeats=True) as operator:
        execute(cycle, operator)
        for _ in range(3):
            ask_again()
        assert judge(operator) == (COUNT, 0, 0)
    assert states() == ["confirmee"]


def test_what_was_refused_is_paid_by_a_follow_up(world, start, execute, api, settings):
    settings.GSMA_SECONDS = 10  # nothing here is about an operator that is slow
    world.enrol(COUNT)
    cycle = world.plan()
    world.fund(200_000)
    with start("reject") as operator:
        execute(cycle, operator)
    assert set(Payment.objects.values_list("statut", "motif_echec")) == {("echoue", "Le compte est plein.")}
    with start() as operator:
        assert execute(cycle, operator, "relancer-echecs").json()["data"]["reussis"] == COUNT
        assert judge(operator) == (COUNT, 0, 0)
        paid = operator.read_log()
    assert check_ledger() == []
    # Its statement names what it was given: the attempt that it paid, not the one that it refused.
    desk = Desk.__new__(Desk)
    desk.world, desk.api, desk.client, desk.cycle = world, api, api(world.treasurer), cycle
    day = str(timezone.localdate())
    lines = [f"{line['reference']},{line['account']},15000,{day}" for line in paid]
    desk.match(*lines, dateDebut=day, dateFin=day)
    pairs = ReconciliationEntry.objects.filter(paiement__isnull=False, ligne__isnull=False, score=100)
    assert {(pair.ligne.reference, pair.tentative_id) for pair in pairs} == {
        (f"{attempt.paiement.reference}-R2", attempt.id) for attempt in Attempt.objects.filter(etat="confirmee")
    }


@pytest.mark.django_db(transaction=True)
def test_a_slow_operator_keeps_its_run_and_no_order_leaves_without_it(world, start, execute, monkeypatch):
    """The lease is shorter than a batch: kept, nobody else gets the run; lost, what has not left goes out later, once."""
    world.enrol(COUNT)
    world.fund(400_000)
    monkeypatch.setattr(jobs, "LEASE", timedelta(seconds=1))
    monkeypatch.setattr(delivery, "LEASE_RENEWAL", timedelta(seconds=0.1))
    monkeypatch.setattr(delivery, "WORKERS", 1)
    with start("slow") as operator:

        def drive_meanwhile():
            wait_until(lambda: Attempt.objects.filter(etat="envoyee").count() == COUNT)
            time.sleep(1.05)
            return jobs.drive_run(Run.objects.latest("created_at").id)

        answers = together(2, lambda number: drive_meanwhile() if number else execute(world.plan(), operator), True)
        assert (answers[0].json()["data"]["reussis"], answers[1]) == (COUNT, False)
        assert judge(operator) == (COUNT, 0, 0)

        def lose(lease):
            """Another process takes the run, and all that was sent for unknown."""
            Attempt.objects.filter(etat="envoyee").update(etat="inconnue", ask_at=timezone.now())
            lease._until = -inf

        with monkeypatch.context() as patch:
            patch.setattr(jobs.RunLease, "keep", lose)
            execute(world.plan(month=3), operator)
        assert states() == ["confirmee", "preparee"], "what never left is known"
        assert 0 < judge(operator)[0] - COUNT < COUNT
        ask_again()
        assert judge(operator) == (2 * COUNT, 0, 0)
    assert (states(), world.balance(), check_ledger()) == (["confirmee"], (400_000 - 2 * COUNT * 15_000, 0), [])


def test_a_call_back_makes_the_operator_be_asked_and_moves_no_money(world, start, execute, api):
    world.enrol(2)
    cycle = world.plan()
    world.fund(200_000)
    with start("timeout_before") as operator:
        execute(cycle, operator)
        attempt = Attempt.objects.order_by("id").first()
        Attempt.objects.update(ask_at=timezone.now() + timezone.timedelta(hours=2))
        address = build_callback_address("", "operator_a_money", attempt.id)
        assert address == ""
        address = build_callback_address("https://registre.example", "operator_a_money", attempt.id)
        path = address.removeprefix("https://registre.example")
        stranger = api(None)
        body = {"transactionStatus": "completed", "transactionReference": "OP-1", "recipientKyc": {"name": "X"}}
        assert stranger.put(path, body).status_code == 204
        assert stranger.put(path, body).status_code == 204
        assert stranger.put(path, body | {"descriptionText": "x" * 70_000}).status_code == 413
        assert stranger.put(path[:-1] + ("A" if path[-1] != "A" else "B"), body).status_code == 404
        assert stranger.put(path.replace("operator_a_money", "operator_c"), body).status_code == 404
        stored = Callback.objects.values_list("contenu", flat=True)
        assert list(stored) == [{"transactionStatus": "completed", "transactionReference": "OP-1"}] * 2
        due = Attempt.objects.filter(ask_at__lte=timezone.now())
        assert list(due.values_list("id", flat=True)) == [attempt.id]
        get_connection().forget_locks()
        jobs.drive_run(attempt.execution_id)
    assert (states(), world.balance()) == (["inconnue"], (200_000, 30_000))
    assert check_ledger() == []
