"""Kill -9 of PostgreSQL during runs: what the operator paid is known afterwards, once."""

import time
from datetime import timedelta
from pathlib import Path
from typing import Any

import pytest
from django.utils import timezone

from config.devtools import cluster, packages
from registry.projects.models import Project
from tests.conftest import make_country, make_user
from tests.faults.own_cluster import kill_cluster, start_own_cluster
from tests.money.conftest import make_world
from tests.money.operators import CODE, StandIn, judge, start_operator
from tests.money.payment_workers import start_workers
from transfers.execution.models import Attempt, Run
from transfers.execution.services import begin_runs
from transfers.execution.types import RunOptions
from transfers.ledger.api import check_ledger

pytestmark = [
    pytest.mark.slow,
    pytest.mark.skipif(packages.find_server_folder() is None, reason="no PostgreSQL server on this machine"),
]
PEOPLE, KILLS = 60, 4
HERE = "tests.money.test_killed_database"


def begin(command: dict[str, Any]) -> str:
    """Begin the run of a new world; called in a process of the other database."""
    country = make_country()
    project = Project.objects.create(code="MON", nom="Argent")
    world = make_world(project, make_user("ROLE_ADMIN"), [country.west, country.east])
    world.enrol(PEOPLE)
    world.fund(10_000_000)
    (run,) = begin_runs(cycle=world.plan(fees=True), options=RunOptions("gsma", CODE), user=world.treasurer)
    return str(run.id)


def look(command: dict[str, Any]) -> dict[str, Any]:
    """Check the ledger and the operator's log, let time pass, and return what is open."""
    faults = [str(fault) for fault in check_ledger()]
    now = timezone.now()
    Run.objects.filter(bail_fin__gt=now).update(bail_fin=now - timedelta(seconds=1))
    Attempt.objects.filter(etat="inconnue").update(ask_at=now)
    states = {str(key): state for key, state in Attempt.objects.values_list("id", "etat")}
    operator = StandIn(0, Path(command["log"]))
    paid = {line["correlation"] for line in operator.read_log()}
    return {
        "faults": faults,
        "judged": judge(operator),
        "states": sorted(states.values()),
        "unsettled": sum(states[key] != "confirmee" for key in paid),
    }


def test_a_killed_database_loses_nothing(tmp_path: Path) -> None:
    """Not even one whose commits do not wait for the disk: what may lose a mark that an order was sent pays it twice."""
    log, out = tmp_path / "paid.jsonl", tmp_path / "out.json"
    with (
        start_own_cluster() as (found, url),
        start_workers(url, tmp_path / "workers.log", PGOPTIONS="-c synchronous_commit=off") as workers,
        start_operator(log, faults="drop_after,drop_before,pending", rate=30) as operator,
    ):
        connections: dict[str, Any] = {"connections": operator.connections, "batch": 3}
        run = workers.call(f"{HERE}:begin", out, connections=operator.connections)
        for number in range(1, KILLS + 1):
            driver = workers.drive_aside(run, **connections)
            wait_for_payments(operator, number * 10)
            kill_cluster(found)
            assert workers.wait_for(driver) == 1
            cluster.start_cluster(found)
            seen = workers.call(f"{HERE}:look", out, log=str(log))
            assert (seen["faults"], seen["judged"][1:]) == ([], [0, 0])
        assert "preparee" in seen["states"], "it was killed during the run"
        assert workers.drive(run, **connections) == 0
        time.sleep(0.6)  # what is paid late
        workers.call(f"{HERE}:look", out, log=str(log))
        assert workers.drive(run, **connections) == 0
        seen = workers.call(f"{HERE}:look", out, log=str(log))
    assert (seen["faults"], seen["judged"][1:], seen["unsettled"]) == ([], [0, 0], 0)
    assert set(seen["states"]) <= {"confirmee", "inconnue"}
    assert seen["states"].count("confirmee") == seen["judged"][0]


def wait_for_payments(operator: StandIn, count: int) -> None:
    until = time.monotonic() + 30
    while len(operator.read_log()) < count:
        assert time.monotonic() < until, "nothing is paid"
        time.sleep(0.01)
