"""Results, call-backs, repeated files and deposits in any order: balances, states and sums end the same."""

from collections.abc import Callable
from itertools import permutations
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
from django.db.models import Sum
from django.utils import timezone
from hypothesis import HealthCheck, Phase, given
from hypothesis import settings as how
from hypothesis import strategies as st

from config.postgis.base import get_connection
from tests.conftest import make_user
from tests.money.conftest import World
from tests.money.examples import roll_back
from tests.money.files import TITLES, send_long_ago
from tests.transfers.reconciliation.desk import Desk
from transfers.cycles.models import PaymentTotal
from transfers.execution.callbacks.services import find_called_attempt, record_callback
from transfers.execution.instructions.rules import ATTEMPT_REFERENCE_SQL
from transfers.execution.models import Attempt, AttemptState
from transfers.execution.queries import SQL
from transfers.execution.results.services import read_results
from transfers.execution.rules import build_callback_address
from transfers.execution.services import begin_runs
from transfers.execution.settlement.services import announce_end, settle_outcomes
from transfers.execution.types import Outcome, PaymentOrder, RunOptions
from transfers.ledger.api import check_ledger
from transfers.ledger.models import LedgerAccount, Movement
from transfers.payments.models import Payment

CODE = "operator_a_money"


def begin(world: World, month: int, provider: str) -> Any:
    """A run whose attempts were sent, and of which nothing is known."""
    cycle = world.plan(month=month, fees=True)
    get_connection().forget_locks()
    (run,) = begin_runs(cycle=cycle, options=RunOptions(provider, CODE), user=world.treasurer)
    sent = SQL.fetch_objects(PaymentOrder, "claim_batch", {"run": run.id, "size": 100}, reference=ATTEMPT_REFERENCE_SQL)
    if provider != "fichier":
        SQL.execute("mark_unknown", {"ids": [order.id for order in sent], "pause": 0})
    return SimpleNamespace(cycle=cycle, run=run, attempts=sent)


def describe_end(world: World) -> Any:
    """All that people see of money, without numbers and times that depend on the order."""
    totals = PaymentTotal.objects.filter(nombre__gt=0).values_list("cycle", "statut")
    return (
        world.balance(),
        sorted(LedgerAccount.objects.values_list("nature", "solde")),
        # The other side of payments is posted in sums, so only this account counts them.
        LedgerAccount.objects.values_list("nombre_depots", "nombre_paiements").get(nature="operateur"),
        list(
            Payment.objects.order_by("reference").values_list(
                "reference", "statut", "montant_recu", "reference_operateur", "motif_echec"
            )
        ),
        sorted(totals.annotate(Sum("nombre"), Sum("montant"), Sum("frais"))),
        sorted(Movement.objects.exclude(reference=None).values_list("type", "reference", "montant")),
    )


@pytest.fixture
def events(world: World, tmp_path: Path, settings: Any) -> list[Callable[[], Any]]:
    """What may arrive in any order, and more than once, after two runs of four payments."""
    settings.OUTGOING_ALLOW_PRIVATE = True
    settings.GSMA_CONNECTIONS = {CODE: {"url": "http://127.0.0.1:9", "debitParty": {"accountid": "1"}}}
    admin = make_user("ROLE_ADMIN")
    world.enrol(4)
    world.fund(500_000)
    by_file, by_request = begin(world, 2, "fichier"), begin(world, 3, "gsma")
    send_long_ago()
    refs = [order.reference for order in by_file.attempts]

    def file(*lines: str) -> Callable[[], Any]:
        path = tmp_path / f"{len(list(tmp_path.iterdir()))}.csv"
        path.write_text("\n".join([";".join(TITLES), *lines, ""]))
        return lambda: read_results(path, cycle=by_file.cycle, user=admin)

    first = file(f"{refs[0]};reussi;;2025-03-10;15000;A-0", f"{refs[1]};echoue;Fermé;;;")
    second = file(f"{refs[2]};partiel;;2025-03-10;1000;A-2", f"{refs[0]};reussi;;2025-03-10;15000;A-0")

    def hear(place: int, etat: AttemptState, **values: Any) -> Callable[[], Any]:
        outcome = Outcome(by_request.attempts[place].id, etat, moment=timezone.now(), **values)

        def settle() -> None:
            settle_outcomes(run=by_request.run, outcomes=[outcome])
            announce_end([by_request.run])

        return settle

    def call_back(place: int, status: str) -> Callable[[], Any]:
        address = build_callback_address("https://x", CODE, by_request.attempts[place].id)
        token = address.rpartition("/")[2]
        return lambda: record_callback(attempt=find_called_attempt(CODE, token), content={"transactionStatus": status})

    return [
        first,
        first,
        second,
        hear(0, AttemptState.CONFIRMEE, reference_operateur="B-0"),
        hear(0, AttemptState.CONFIRMEE, reference_operateur="B-0"),
        hear(1, AttemptState.REJETEE, motif="Fermé"),
        hear(2, AttemptState.CONFIRMEE, reference_operateur="B-2", montant_recu=7),
        hear(3, AttemptState.CONFIRMEE, reference_operateur="B-3", montant_recu=15_001),
        call_back(0, "failed"),
        call_back(1, "completed"),
        call_back(3, "completed"),
        lambda: world.fund(1_000, reference="LATE"),
    ]


def run_orders(world: World, events: list[Callable[[], Any]], examples: int) -> None:
    def play(order: list[int]) -> Any:
        with roll_back():
            for place in order:
                get_connection().forget_locks()
                events[place]()
            assert check_ledger() == []
            return describe_end(world)

    expected = play(list(range(len(events))))
    # 500,000 deposited, then 1,000: one whole payment, and one of 1,000; one whole, and one of 7. Each with 250 of fees.
    open_ones = 2
    assert expected[0] == (501_000 - 15_000 - 1_000 - 15_000 - 7 - 4 * 250, open_ones * 15_250)

    @how(
        max_examples=examples,
        deadline=None,
        database=None,
        phases=[Phase.generate],
        suppress_health_check=list(HealthCheck),
    )
    @given(order=st.permutations(range(len(events))))
    def any_order(order: list[int]) -> None:
        assert play(order) == expected

    any_order()


def test_a_statement_before_between_or_after_ends_the_same(world: World, api: Any) -> None:
    """What the operator's books say is posted once, whether its results came before them or come after."""
    desk = Desk(world, api)
    refs = [payment.reference for payment in desk.payments]

    def reconcile() -> None:
        path = desk.match(*(desk.line(place) for place in range(3)))
        desk.call(f"{path}/validate")
        desk.call(f"{path}/finalize", commentaire="Clos")

    events = [
        reconcile,
        lambda: desk.settle(f"{refs[0]};reussi", f"{refs[3]};echoue;Fermé"),
        lambda: desk.settle(f"{refs[1]};reussi", f"{refs[0]};reussi"),
    ]
    ends = []
    for order in permutations(events):
        with roll_back():
            for event in order:
                get_connection().forget_locks()
                event()
            assert check_ledger() == []
            ends.append(describe_end(world))
    assert ends[0][0] == (80_000 - 45_000, 0)
    assert ends == [ends[0]] * 6


def test_any_order_ends_the_same(world: World, events: list[Callable[[], Any]]) -> None:
    run_orders(world, events, 5)
    assert set(Attempt.objects.values_list("etat", flat=True)) == {"envoyee", "inconnue"}, "each order began anew"


@pytest.mark.slow
def test_many_orders_end_the_same(world: World, events: list[Callable[[], Any]]) -> None:
    run_orders(world, events, 100)
    assert set(Attempt.objects.values_list("etat", flat=True)) == {"envoyee", "inconnue"}, "each order began anew"
