"""Many clients who deposit on one account over HTTP, beside as many connections that post by the trigger alone."""

import json
import time
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack
from functools import partial
from statistics import mean
from typing import Any, Final
from uuid import uuid4

from django.utils import timezone

from tests.bench.payment_data import SQL, find_programme, require_exact_ledger
from tests.bench.stage import Stage
from tests.bench.tiles import EMPTY
from tests.bench.tools import Client, Row
from transfers.ledger.api import find_project_accounts
from transfers.operators.models import OperatorAccount

CLIENTS: Final = 64
SECONDS: Final = 5
# The two are measured in turn: this machine is not as fast in one minute as in the next.
ROUNDS: Final = 4
HOUSEHOLDS: Final = 20_000


def count_per_second(works: Sequence[Callable[[], Any]]) -> float:
    """Repeat each work in a thread of its own for SECONDS; return how many succeeded in a second. Raises what one raised."""
    until = time.perf_counter() + SECONDS

    def repeat(work: Callable[[], Any]) -> int:
        count = 0
        while time.perf_counter() < until:
            count += bool(work())
        return count

    began = time.perf_counter()
    with ThreadPoolExecutor(len(works)) as pool:
        total = sum(pool.map(repeat, works))
    return total / (time.perf_counter() - began)


def build_deposit(client: Client, account: Any) -> Callable[[], Any]:
    path, day = f"/api/comptes-operateurs/{account}/depots", str(timezone.localdate())

    def deposit() -> bool:
        body = {"montant": 1, "reference": uuid4().hex, "dateDepot": day}
        sent = json.dumps(body).encode()
        # Who waited too long for the account's lock is told to try again (409), and is not counted.
        answer = client.send("POST", path, sent, "application/json", (201, 409), Idempotency_Key=uuid4().hex)
        return answer.status == 201

    return deposit


def build_empty_request(client: Client) -> Callable[[], Any]:
    """Ask the view that does nothing: what it answers in a second is the most that any view could."""
    return lambda: client.send("GET", EMPTY, expect=(204,)).status == 204


def deposits(stage: Stage) -> list[Row]:
    programme = find_programme("MESURE-E", "+24578", HOUSEHOLDS)
    account = OperatorAccount.objects.get(projet=programme.projet).pk
    params = {"compte": account, "tresor": find_project_accounts(programme.projet_id).tresor}
    with ExitStack() as stack:
        connections = [stack.enter_context(stage.database()) for _ in range(CLIENTS)]
        posting = [partial(each.execute, SQL["post_deposit"], params) for each in connections]
        depositing = [build_deposit(stage.client(), account) for _ in range(CLIENTS)]
        rounds = [(count_per_second(posting), count_per_second(depositing)) for _ in range(ROUNDS)]
    bare, served = (mean(each) for each in zip(*rounds, strict=True))
    require_exact_ledger()
    empty = count_per_second([build_empty_request(stage.client()) for _ in range(CLIENTS)])
    measured = f"{served:,.0f}/s; bare {bare:,.0f}/s; ratio {served / bare:.2f}; ledger exact"
    return [
        Row(f"{CLIENTS} clients deposit on one account", "≥ 0.8 x the bare trigger", measured, served >= 0.8 * bare),
        Row(
            "the same clients of a view that does nothing",
            "",
            f"{empty:,.0f}/s; to the bare trigger {empty / bare:.2f}",
            True,
        ),
    ]
