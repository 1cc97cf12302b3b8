"""Kill -9 at every named point of a run: the operator's own log says that nobody is paid twice, and nothing is lost."""

import os
import random
import signal
import time
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field
from datetime import timedelta
from pathlib import Path
from typing import Any

import pytest
from django.utils import timezone

from tests.faults.serving import database_url
from tests.money.conftest import World
from tests.money.operators import CODE, StandIn, judge, start_operator
from tests.money.payment_workers import POINTS, PaymentWorkers, start_workers
from tests.threads import together
from transfers.cycles.models import Cycle
from transfers.execution.models import Attempt, Run
from transfers.execution.services import begin_runs
from transfers.execution.types import RunOptions
from transfers.ledger.api import check_ledger

pytestmark = pytest.mark.django_db(transaction=True)
PEOPLE, BATCH = 9, 3
# What the operator does to six of ten orders.
MODES = {
    "sound": "",
    "silent": "timeout_after,timeout_before,drop_after,drop_before",
    "late": "pending,pending_failed",
    "hostile": "malformed_after,huge_after,other_amount,other_currency,other_account,same_reference",
    "refusing": "reject,partial,vague_error,unavailable",
    "no memory": "drop_after,drop_before,vague_error,pending,reject",
}
SEEDS = int(os.environ.get("TABANCA_KILL_SEEDS", "20"))
# Cases that were not drawn before: the number of the first one.
FIRST_SEED = int(os.environ.get("TABANCA_KILL_FIRST_SEED", "0"))
LATE_ENOUGH = 0.6
# Seconds until a case is given up: of a machine that does much besides.
PATIENCE = 300


@dataclass
class Scene:
    """A world whose cycles are paid by processes that die, through one operator."""

    world: World
    workers: PaymentWorkers
    operator: StandIn
    cycles: int = 0
    counts: Counter[str] = field(default_factory=Counter)

    def begin(self) -> Run:
        """Begin the run of a new cycle."""
        year, month = divmod(self.cycles, 12)
        self.cycles += 1
        cycle = self.world.plan(month=month + 1, year=2025 + year, fees=True)
        return self.begin_cycle(cycle)

    def begin_cycle(self, cycle: Cycle) -> Run:
        options = RunOptions("gsma", CODE)
        return begin_runs(cycle=cycle, options=options, user=self.world.treasurer)[0]

    def drive(self, run: Run, **how: Any) -> int:
        return self.workers.drive(run.id, connections=self.operator.connections, batch=BATCH, **how)

    def finish(self, run: Run) -> None:
        """Drive a run in further processes until all that the operator can say is known."""
        attempts = Attempt.objects.filter(execution=run)
        until = time.monotonic() + PATIENCE
        while attempts.filter(etat__in=["preparee", "envoyee"]).exists():
            assert time.monotonic() < until, "nothing goes on"
            pass_time()
            assert self.drive(run) == 0
        unknown = attempts.filter(etat="inconnue")
        may_answer = unknown.exists()
        # A busy operator answers too late: what it has paid is asked for again.
        while may_answer and time.monotonic() < until:
            time.sleep(LATE_ENOUGH)
            pass_time()
            assert self.drive(run) == 0
            paid = {line["correlation"] for line in self.operator.read_log()}
            may_answer = not paid.isdisjoint(map(str, unknown.values_list("id", flat=True)))

    def judge(self, run: Run) -> None:
        """Compare the operator's log with what is believed, and count it."""
        _effective, double, phantom = judge(self.operator)
        paid = {line["correlation"] for line in self.operator.read_log()}
        states = {str(key): state for key, state in run.tentatives.values_list("id", "etat")}
        lost = [key for key, state in states.items() if key in paid and state != "confirmee"]
        by_state = Counter(states.values())
        self.counts += Counter(
            runs=1, payments=len(states), paid=len(paid & set(states)), double=double, lost=len(lost) + phantom
        )
        self.counts += Counter({name: by_state[name] for name in ("rejetee", "inconnue")})
        assert set(by_state) <= {"confirmee", "rejetee", "inconnue"}
        assert not run.tentatives.filter(etat="inconnue", sent_at__isnull=True).exists(), "its age is not known"
        assert (double, lost, phantom) == (0, [], 0)
        assert len(states) == PEOPLE
        assert check_ledger() == []


def pass_time() -> None:
    """Let the lease of a dead process lapse, and the moment come to ask for what is unknown."""
    now = timezone.now()
    Run.objects.filter(bail_fin__gt=now).update(bail_fin=now - timedelta(seconds=1))
    Attempt.objects.filter(etat="inconnue").update(ask_at=now)


@pytest.fixture
def workers(tmp_path: Path) -> Iterator[PaymentWorkers]:
    with start_workers(database_url(), tmp_path / "workers.log") as started:
        yield started
    print((tmp_path / "workers.log").read_text())


@pytest.fixture
def open_scene(world: World, workers: PaymentWorkers, settings: Any, tmp_path: Path) -> Any:
    """Return the scene with an operator of a mode; the operator ends with the test."""
    settings.OUTGOING_ALLOW_PRIVATE = True
    world.enrol(PEOPLE)
    world.fund(100_000_000)
    running = []

    def run(mode: str, seed: int = FIRST_SEED) -> Scene:
        manager = start_operator(
            tmp_path / "paid.jsonl", faults=MODES[mode], rate=60, seed=seed, repeats=mode == "no memory"
        )
        operator = manager.__enter__()
        running.append(manager)
        settings.GSMA_CONNECTIONS = operator.connections
        return Scene(world, workers, operator)

    yield run
    for manager in running:
        manager.__exit__(None, None, None)


def draw_kills(point: str, seed: int) -> list[tuple[str, int]]:
    """The points at which one process after the other is killed, and which time it comes there."""
    draw = random.Random(f"{point} {seed}")
    first = [] if point != "after ask" else [(draw.choice(POINTS[1:4]), 1)]
    turn = 1 if point == "after ask" else draw.randint(1, PEOPLE // BATCH)
    return [*first, (point, turn), *((draw.choice(POINTS), 1) for _ in range(draw.randint(0, 2)))]


def kill_and_finish(scene: Scene, point: str, seed: int) -> None:
    run = scene.begin()
    for where, turn in draw_kills(point, seed):
        status = scene.drive(run, point=where, turn=turn)
        assert status in (0, -signal.SIGKILL)
        scene.counts["kills"] += status == -signal.SIGKILL
        pass_time()
    scene.finish(run)
    scene.judge(run)


@pytest.mark.slow
def test_a_run_survives_kills_at_every_point(open_scene: Any) -> None:
    scene = open_scene("no memory")
    for seed, point in enumerate(POINTS):
        kill_and_finish(scene, point, seed)
    assert scene.counts["kills"] >= len(POINTS)


@pytest.mark.slow
@pytest.mark.parametrize("mode", MODES)
def test_a_run_survives_many_kills(open_scene: Any, mode: str) -> None:
    """Print lines of the fault table (`-s`)."""
    scene = open_scene(mode)
    for point in POINTS:
        scene.counts.clear()
        for seed in range(FIRST_SEED, FIRST_SEED + SEEDS):
            kill_and_finish(scene, point, seed)
        assert scene.counts["runs"] == SEEDS and scene.counts["kills"] > 0, point
        names = ("runs", "kills", "payments", "paid", "rejetee", "inconnue", "lost", "double")
        print(f"| {mode} | {point} | " + " | ".join(str(scene.counts[name]) for name in names) + " |", flush=True)


@pytest.mark.parametrize("point", ["before claim", "after claim", "after send"])
@pytest.mark.slow
def test_a_process_that_wakes_up_after_its_lease_pays_nobody_twice(open_scene: Any, point: str) -> None:
    scene = open_scene("sound")
    run = scene.begin()
    how = {"connections": scene.operator.connections, "batch": BATCH, "point": point}
    stopped = scene.workers.drive_until_stopped(run.id, **how)
    assert not scene.drive(run) and Attempt.objects.filter(etat="confirmee").count() == 0, "its lease still holds"
    pass_time()
    assert scene.drive(run) == 0
    expected = {"before claim": PEOPLE, "after claim": PEOPLE - BATCH, "after send": PEOPLE}
    assert len(scene.operator.read_log()) == expected[point]
    os.kill(stopped, signal.SIGCONT)
    assert scene.workers.wait_for(stopped) == 0
    scene.finish(run)
    scene.judge(run)
    assert scene.counts["paid"] == PEOPLE


@pytest.mark.slow
def test_sixty_four_who_execute_one_cycle_at_once_begin_one_run(open_scene: Any, api: Any, cast: Any) -> None:
    scene = open_scene("sound")
    cycle = scene.world.plan()
    caller, body = api(cast.admin), {"fournisseur": "gsma", "operateur": CODE}
    answers = together(64, lambda: caller.post(f"/api/cycles/{cycle.id}/executer", body))
    statuses = Counter(answer.status_code for answer in answers)
    assert statuses[200] == 1 and set(statuses) <= {200, 400, 409}, statuses
    run = Run.objects.get()
    scene.finish(run)
    scene.judge(run)
    assert scene.counts["paid"] == PEOPLE
