"""64 writers at once through the real server: what was acknowledged stands, once, and the ledger holds meanwhile."""

import threading
import time
from collections import Counter
from collections.abc import Iterator
from contextlib import nullcontext
from pathlib import Path
from typing import Any

import httpx
import pytest
from django.db import DatabaseError, connection, transaction
from django.utils import timezone

from accounts.tokens.services import open_session
from config.postgis.base import get_connection
from tests.faults.serving import bare_service
from tests.money.conftest import World
from tests.money.files import TITLES
from tests.threads import together
from transfers.execution.models import Attempt, Run
from transfers.ledger.api import check_ledger
from transfers.ledger.models import Movement
from transfers.operators.accounts import services as accounts
from transfers.payments.models import Payment

pytestmark = pytest.mark.django_db(transaction=True)
WRITERS, CYCLES, PEOPLE = 64, 4, 6
FUNDS = 10_000_000
# Seconds for which a writer tries again: of a machine that does much besides.
PATIENCE = 300


class Clerk:
    """One who writes over HTTP, and sends the same again when the server is busy."""

    def __init__(self, port: int, token: str) -> None:
        self.client = httpx.Client(
            base_url=f"http://127.0.0.1:{port}", headers={"Authorization": f"Bearer {token}"}, timeout=60
        )

    def send(self, path: str, headers: dict[str, str] | None = None, **how: Any) -> httpx.Response:
        until = time.monotonic() + PATIENCE
        while True:
            answer = self.client.post(path, headers=headers, **how)
            # Also 409, where a lock was waited for too long: nothing was written.
            if "Retry-After" not in answer.headers or time.monotonic() > until:
                return answer
            time.sleep(0.1)

    def deposit(self, account: Any, key: str, amount: int) -> httpx.Response:
        body = {"montant": amount, "reference": key, "dateDepot": timezone.localdate().isoformat()}
        path = f"/api/comptes-operateurs/{account.compte_id}/depots"
        return self.send(path, {"Idempotency-Key": key}, json=body)

    def execute(self, cycle: Any, provider: str, path: str = "executer") -> httpx.Response:
        body: dict[str, Any] = {"fournisseur": provider, "operateur": "operator_a_money"}
        if provider == "simulateur":
            body["simulation"] = {"tauxEchec": 30 if path == "executer" else 0}
        return self.send(f"/api/cycles/{cycle.id}/{path}", json=body)

    def send_results(self, cycle: Any) -> httpx.Response:
        references = Payment.objects.filter(cycle=cycle).order_by("reference").values_list("reference", flat=True)
        lines = [f"{reference};{'echoue' if place % 3 else 'reussi'};;;;" for place, reference in enumerate(references)]
        content = "\n".join([";".join(TITLES), *lines, ""]).encode()
        return self.send(f"/api/cycles/{cycle.id}/resultats", files={"file": ("r.csv", content, "text/csv")})


def write(clerk: Clerk, world: World, cycles: list[Any], number: int) -> list[tuple[str, Any, httpx.Response]]:
    """The work of one writer: what was asked, under which name, and the answer."""
    # Two writers each share a key: at once, and again afterwards.
    key = f"V-{number // 2}"
    cycle = cycles[number % CYCLES]
    provider = "fichier" if number % CYCLES % 2 else "simulateur"
    done = [
        ("deposit", key, clerk.deposit(world.account, key, 100 + number // 2)),
        ("execute", cycle.id, clerk.execute(cycle, provider)),
        ("deposit", key, clerk.deposit(world.account, key, 100 + number // 2)),
    ]
    if provider == "fichier":
        done.append(("results", cycle.id, clerk.send_results(cycle)))
    else:
        done.append(("again", cycle.id, clerk.execute(cycle, provider, "relancer-echecs")))
    return done


class Watch:
    """Check the ledger all the time, in a connection of its own."""

    def __init__(self) -> None:
        self.over, self.faults, self.checks = threading.Event(), [], 0
        self.thread = threading.Thread(target=self._watch)

    def _watch(self) -> None:
        while not self.over.is_set():
            self.faults += check_ledger()
            self.checks += 1
            self.over.wait(0.05)
        connection.close()

    def __enter__(self) -> "Watch":
        self.thread.start()
        return self

    def __exit__(self, *error: Any) -> None:
        self.over.set()
        self.thread.join()


@pytest.fixture
def cycles(world: World) -> list[Any]:
    world.enrol(PEOPLE)
    world.fund(FUNDS)
    return [world.plan(month=month, fees=True) for month in range(1, CYCLES + 1)]


@pytest.mark.slow
def test_sixty_four_writers_leave_an_exact_ledger(world: World, cycles: list[Any], cast: Any, tmp_path: Path) -> None:
    token = open_session(user=cast.admin).access_token
    get_connection().forget_locks()
    with bare_service(tmp_path) as port, Watch() as watch:
        results = together(WRITERS, lambda number: write(Clerk(port, token), world, cycles, number), numbered=True)
    broken = [result for result in results if isinstance(result, Exception)]
    assert not broken, broken[:3]
    answers = [each for result in results for each in result]
    assert (watch.faults, watch.checks > 2) == ([], True)
    assert check_ledger() == []

    deposits = [(key, answer) for kind, key, answer in answers if kind == "deposit"]
    assert {answer.status_code for _key, answer in deposits} == {201}
    # Four answers of each key, which are one: the balance after it, too.
    assert len({answer.content for _key, answer in deposits}) == len({key for key, _answer in deposits}) == WRITERS // 2
    amounts = dict(
        Movement.objects.filter(type="depot", reference__startswith="V-").values_list("reference", "montant")
    )
    assert amounts == {f"V-{pair}": 100 + pair for pair in range(WRITERS // 2)}

    for cycle in cycles:
        begun = Counter(answer.status_code for kind, name, answer in answers if (kind, name) == ("execute", cycle.id))
        assert begun[200] == 1, begun
        assert set(begun) <= {200, 400, 409}, begun
    taken = [answer for kind, _name, answer in answers if kind == "results" and answer.status_code == 200]
    assert sum(answer.json()["data"]["traites"] for answer in taken) == PEOPLE * CYCLES // 2, "each result once"
    assert {answer.status_code for _kind, _name, answer in answers} <= {200, 201, 400, 409}

    paid = -sum(
        Movement.objects.filter(type="paiement", compte_id=world.account.compte_id).values_list("montant", flat=True)
    )
    confirmed = Attempt.objects.filter(etat="confirmee")
    assert paid == confirmed.count() * 15_250
    assert confirmed.values("paiement").distinct().count() == confirmed.count()
    assert not Attempt.objects.filter(etat__in=["preparee", "envoyee", "inconnue"]).exists()
    assert world.balance() == (FUNDS + sum(amounts.values()) - paid, 0)
    assert Run.objects.filter(annonce_le=None).count() == 0


def deposit_at_once(world: World, cast: Any, alone: bool = False) -> list[Any]:
    """What 24 deposits at once answer: the new balance, or why they were refused. `alone`, as of so many processes."""

    def deposit(number: int) -> Any:
        with transaction.atomic() if alone else nullcontext():
            return post(number)

    def post(number: int) -> Any:
        _entry, balance = accounts.deposit_amount(
            account_id=world.account.compte_id,
            amount=100,
            reference=f"L-{number}",
            day=timezone.localdate(),
            source=None,
            notes=None,
            voucher=None,
            user=cast.admin,
        )
        return balance

    return together(24, deposit, numbered=True)


@pytest.fixture
def posting_without_lock() -> Iterator[None]:
    """Take the lock out of the function that posts entries, and give it time to be missed."""
    with connection.cursor() as cursor:
        cursor.execute("SELECT pg_get_functiondef('transfers_post_entries'::regproc)")
        (whole,) = cursor.fetchone()
        assert whole.count("FOR NO KEY UPDATE") == 1
        sleeping = "INSERT INTO transfers_mouvement SELECT"
        assert whole.count(sleeping) == 1
        torn = whole.replace("FOR NO KEY UPDATE", "").replace(sleeping, f"PERFORM pg_sleep(0.01); {sleeping}")
        cursor.execute(torn)
        yield
        cursor.execute(whole)


@pytest.mark.parametrize("alone", [False, True])
def test_with_their_lock_all_deposits_are_posted(world: World, cast: Any, alone: bool) -> None:
    assert sorted(deposit_at_once(world, cast, alone)) == [100 * place for place in range(1, 25)]
    assert (world.balance(), check_ledger()) == ((2400, 0), [])


@pytest.fixture
def balance_read_too_early() -> Iterator[None]:
    """Let the database answer from the balance as it was before it locked the account."""
    with connection.cursor() as cursor:
        cursor.execute(
            "SELECT pg_get_functiondef('transfers_post_balance(uuid[], transfers_line[], uuid)'::regprocedure)"
        )
        (whole,) = cursor.fetchone()
        posting, reading = (
            "PERFORM transfers_post_entries(entries, lines);",
            "RETURN (SELECT solde FROM transfers_compte",
        )
        assert (whole.count(posting), whole.count(reading)) == (1, 1)
        torn = whole.replace(posting, "").replace(
            reading, "account_before := (SELECT solde + 100 FROM transfers_compte"
        )
        torn = torn.replace("= account);", f"= account); PERFORM pg_sleep(0.01); {posting} RETURN account_before;")
        cursor.execute(torn.replace("BEGIN", "DECLARE account_before bigint; BEGIN"))
        yield
        cursor.execute(whole)


def test_balances_that_are_read_before_the_lock_are_wrong(
    world: World, cast: Any, balance_read_too_early: None
) -> None:
    """The money is right all the same: posting locks."""
    answered = deposit_at_once(world, cast, alone=True)
    assert len(set(answered)) < len(answered)
    assert (world.balance(), check_ledger()) == ((2400, 0), [])


def test_without_any_lock_the_database_refuses(world: World, cast: Any, posting_without_lock: None) -> None:
    """A chain is continued once: the others are refused, and nothing is lost in silence."""
    answered = deposit_at_once(world, cast, alone=True)
    refused = [answer for answer in answered if isinstance(answer, Exception)]
    assert refused
    assert all(isinstance(answer, DatabaseError) for answer in refused), refused
    assert (world.balance(), check_ledger()) == ((100 * (len(answered) - len(refused)), 0), [])
