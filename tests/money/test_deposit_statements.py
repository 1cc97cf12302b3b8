"""A deposit over HTTP asks little, and next to nothing while it holds the accounts that many wait for."""

from typing import Any

from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from config.postgis.base import get_connection
from tests.money.conftest import World
from transfers.ledger.api import check_ledger
from transfers.ledger.models import Movement


def deposit(caller: Any, world: World, reference: str, amount: int = 1_000) -> Any:
    get_connection().forget_locks()
    body = {"montant": amount, "reference": reference, "dateDepot": timezone.localdate().isoformat()}
    path = f"/api/comptes-operateurs/{world.account.compte_id}/depots"
    return caller.post(path, body, HTTP_IDEMPOTENCY_KEY=reference)


def test_only_the_answer_is_kept_while_the_accounts_are_locked(world: World, api: Any, cast: Any) -> None:
    caller = api(cast.admin)
    deposit(caller, world, "PREMIER")
    with CaptureQueriesContext(connection) as seen:
        answer = deposit(caller, world, "SECOND")
    assert (answer.status_code, answer.json()["data"]["nouveauSolde"]) == (201, 2_000)
    statements = [query["sql"] for query in seen]
    (posted,) = (place for place, sql in enumerate(statements) if "transfers_post_balance" in sql)
    assert not any("FOR NO KEY UPDATE" in sql for sql in statements[:posted])
    # The last one ends the transaction of the request, which a test has as a savepoint.
    kept, end = statements[posted + 1 :]
    assert kept.startswith('UPDATE "accounts_idempotency_key"') and end.startswith("RELEASE SAVEPOINT")
    assert len(statements) <= 12, "\n".join(statements)


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
