"""A deposit over HTTP asks little, and nothing while it holds the accounts that many wait for."""

import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from typing import Any

import psycopg
import pytest
from django.db import OperationalError, connection
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from accounts.backup.services import build_database_url
from config.ids import uuid7
from config.postgis.base import get_connection
from tests.money.conftest import World
from tests.threads import together
from transfers.ledger import services
from transfers.ledger.api import check_ledger
from transfers.ledger.models import Entry, Movement
from transfers.operators.models import OperatorAccount


def deposit(caller: Any, world: World, reference: str, amount: int = 1_000) -> Any:
    get_connection().forget_locks()
    body = {"montant": amount, "reference": reference, "dateDepot": timezone.localdate().isoformat()}
    path = f"/api/comptes-operateurs/{world.account.compte_id}/depots"
    return caller.post(path, body, HTTP_IDEMPOTENCY_KEY=reference)


@pytest.mark.django_db(transaction=True)
def test_the_statement_that_locks_is_the_last_and_a_transaction_of_its_own(world: World, api: Any, cast: Any) -> None:
    caller = api(cast.admin)
    deposit(caller, world, "PREMIER")
    before = get_connection().commits_begun
    with CaptureQueriesContext(connection) as seen:
        answer = deposit(caller, world, "SECOND")
    assert (answer.status_code, answer.json()["data"]["nouveauSolde"]) == (201, 2_000)
    statements = [query["sql"] for query in seen]
    # Who is asking, and the posting; no BEGIN, no COMMIT.
    assert len(statements) == 2, "\n".join(statements)
    assert "transfers_post_balance" in statements[-1]
    assert not any("FOR NO KEY UPDATE" in sql for sql in statements)
    # Were the connection lost now, nobody could say that nothing was written.
    assert get_connection().commits_begun == before + 1


@pytest.mark.django_db(transaction=True)
def test_one_key_at_once_has_one_effect_and_one_answer(world: World, api: Any, cast: Any) -> None:
    callers = [api(cast.admin) for _ in range(16)]

    def send(number: int) -> Any:
        answer = deposit(callers[number], world, "UNE FOIS")
        connection.close()
        return answer

    answers = together(len(callers), send, numbered=True)
    assert {answer.status_code for answer in answers} == {201}
    assert len({answer.content for answer in answers}) == 1
    assert sum("Idempotency-Replayed" not in answer.headers for answer in answers) == 1
    assert (world.balance(), check_ledger()) == ((1_000, 0), [])


@contextmanager
def held_account(world: World, waiting: int) -> Iterator[None]:
    """Hold the account's row in another connection until `waiting` deposits wait for it, or for the one that waits."""
    with psycopg.connect(build_database_url()) as other:
        other.execute("SELECT 1 FROM transfers_compte WHERE id = %s FOR UPDATE", [world.account.compte_id])
        yield
        until = time.monotonic() + 20
        while sum(len(calls) + 1 for calls in list(services._posting._waiting.values())) < waiting:
            assert time.monotonic() < until, "not all deposits wait"
            time.sleep(0.01)
        other.rollback()


@pytest.mark.django_db(transaction=True)
def test_deposits_that_wait_for_one_account_share_a_statement(
    world: World, api: Any, cast: Any, monkeypatch: Any
) -> None:
    """Each answers its own balance, keeps its own answer, and one that is refused refuses no other."""
    deposit(api(cast.admin), world, "DEJA LA")
    callers = [api(cast.admin) for _ in range(8)]
    sets: list[int] = []
    post = services._posting._work
    monkeypatch.setattr(services._posting, "_work", lambda target, news: sets.append(len(news)) or post(target, news))

    def send(number: int) -> Any:
        try:
            return deposit(callers[number], world, f"LOT-{number}" if number else "deja la", amount=number + 1)
        finally:
            connection.close()

    with ThreadPoolExecutor(8) as pool:
        with held_account(world, 8):
            sent = [pool.submit(send, number) for number in range(8)]
        refused, *answers = [future.result(30) for future in sent]
    assert (refused.status_code, refused.json()["code"]) == (409, "CONFLICT")
    assert {answer.status_code for answer in answers} == {201}
    movements = Movement.objects.filter(compte_id=world.account.compte_id, reference__startswith="LOT-")
    balances = dict(movements.values_list("reference", "solde_apres"))
    assert {answer.json()["data"]["reference"]: answer.json()["data"]["nouveauSolde"] for answer in answers} == balances
    # The first alone and the others together; with the refused one among them, each of them once more.
    assert sorted(sets) in ([1, 7], [1] * 8 + [7])
    assert (world.balance(), check_ledger()) == ((1_000 + sum(range(2, 9)), 0), [])
    again = deposit(callers[3], world, "LOT-3", amount=4)
    assert (again.content, again.headers["Idempotency-Replayed"]) == (answers[2].content, "true")


@pytest.mark.django_db(transaction=True)
def test_a_lost_connection_is_told_to_all_who_shared_it(world: World, api: Any, cast: Any, monkeypatch: Any) -> None:
    """Each may have been written, as far as anybody knows; asked again under its key, it is once."""
    callers = [api(cast.admin) for _ in range(4)]
    post = services._posting._work

    def lose(target: Any, news: list[Any]) -> list[int]:
        if len(news) > 1:
            raise OperationalError("server closed the connection unexpectedly")
        return post(target, news)

    monkeypatch.setattr(services._posting, "_work", lose)

    def send(number: int) -> Any:
        try:
            return deposit(callers[number], world, f"LOT-{number}")
        finally:
            connection.close()

    with ThreadPoolExecutor(4) as pool:
        with held_account(world, 4):
            sent = [pool.submit(send, number) for number in range(4)]
        answers = [future.result(30) for future in sent]
    assert sorted(answer.status_code for answer in answers) == [201, 503, 503, 503]
    lost = [answer for answer in answers if answer.status_code == 503]
    assert all("même clé d'idempotence" in answer.json()["error"] for answer in lost)
    repeated = [deposit(callers[number], world, f"LOT-{number}") for number in range(4)]
    assert {answer.status_code for answer in repeated} == {201}
    assert sum("Idempotency-Replayed" in answer.headers for answer in repeated) == 1
    assert (world.balance(), check_ledger()) == ((4_000, 0), [])


def test_what_is_repeated_is_answered_whatever_became_of_the_account(world: World, api: Any, cast: Any) -> None:
    caller = api(cast.admin)
    first = deposit(caller, world, "RECU")
    OperatorAccount.objects.filter(compte_id=world.account.compte_id).update(actif=False)
    again = deposit(caller, world, "RECU")
    assert (again.status_code, again.content, again.headers["Idempotency-Replayed"]) == (201, first.content, "true")
    refused = deposit(caller, world, "AUTRE")
    assert (refused.status_code, refused.json()["code"]) == (400, "INVALID_STATUS")


def test_a_key_is_of_one_request(world: World, api: Any, cast: Any) -> None:
    caller = api(cast.admin)
    deposit(caller, world, "RECU")
    other = deposit(caller, world, "RECU", amount=1_001)
    assert other.status_code == 409
    body = {"montant": 1_000, "reference": "AILLEURS", "dateDepot": timezone.localdate().isoformat()}
    get_connection().forget_locks()
    elsewhere = caller.post(f"/api/comptes-operateurs/{uuid7()}/depots", body, HTTP_IDEMPOTENCY_KEY="RECU")
    assert elsewhere.status_code == 409
    assert world.balance() == (1_000, 0)


def test_a_voucher_that_is_not_there_leaves_nothing(world: World, api: Any, cast: Any) -> None:
    caller = api(cast.admin)
    path = f"/api/comptes-operateurs/{world.account.compte_id}/depots"
    body = {"montant": 5, "reference": "RECU", "dateDepot": timezone.localdate().isoformat()}
    refused = caller.post(path, body | {"pieceJustificative": str(uuid7())}, HTTP_IDEMPOTENCY_KEY="RECU")
    assert refused.status_code == 400
    assert (Movement.objects.count(), Entry.objects.count(), world.balance()) == (0, 0, (0, 0))
    assert deposit(caller, world, "RECU", amount=5).json()["data"]["nouveauSolde"] == 5


def test_a_refused_deposit_leaves_nothing_and_its_key_free(world: World, api: Any, cast: Any) -> None:
    caller = api(cast.admin)
    deposit(caller, world, "RECU 1")
    before = Movement.objects.count()
    path = f"/api/comptes-operateurs/{world.account.compte_id}/depots"
    body = {"montant": 5, "reference": "recu1", "dateDepot": timezone.localdate().isoformat()}
    get_connection().forget_locks()
    refused = caller.post(path, body, HTTP_IDEMPOTENCY_KEY="K")
    assert (refused.status_code, refused.json()["code"]) == (409, "CONFLICT")
    assert (Movement.objects.count(), world.balance(), check_ledger()) == (before, (1_000, 0), [])
    get_connection().forget_locks()
    corrected = caller.post(path, body | {"reference": "RECU 2"}, HTTP_IDEMPOTENCY_KEY="K")
    assert (corrected.status_code, corrected.json()["data"]["nouveauSolde"]) == (201, 1_005)
