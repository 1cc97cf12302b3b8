"""Pay through the GSMA Mobile Money API, against an operator that fails as real ones do."""

import time

import pytest
from django.utils import timezone

from config.postgis.base import get_connection
from tests.money.operators import judge, start_operator
from transfers.execution import jobs
from transfers.execution.models import Attempt, Callback, Run
from transfers.execution.rules import build_callback_address
from transfers.ledger.api import check_ledger
from transfers.payments.models import Payment

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
    "partial": ("confirmee", "confirmee"),
    "malformed_after": ("inconnue", "confirmee"),
    "huge_after": ("inconnue", "confirmee"),
    "other_amount": ("inconnue", "confirmee"),
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
    with start() as operator:  # it works again, and knows nothing of the refused orders
        settings.GSMA_CONNECTIONS = operator.connections
        for run in Run.objects.all():
            jobs.drive_run(run.id)
        ask_again()
        assert judge(operator) == (40 - unknown, 0, 0)
    assert Attempt.objects.filter(etat="inconnue").count() == unknown, "asked for, never sent again"
    assert check_ledger() == []


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


def test_what_was_refused_is_paid_by_a_follow_up(world, start, execute):
    world.enrol(COUNT)
    cycle = world.plan()
    world.fund(200_000)
    with start("reject") as operator:
        execute(cycle, operator)
    assert set(Payment.objects.values_list("statut", "motif_echec")) == {("echoue", "Le compte est plein.")}
    with start() as operator:
        assert execute(cycle, operator, "relancer-echecs").json()["data"]["reussis"] == COUNT
        assert judge(operator) == (COUNT, 0, 0)
    assert check_ledger() == []


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
        assert stranger.put(path, body).status_code == 200
        assert stranger.put(path, body).status_code == 200
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
