"""Kill -9 at every named point of what people carry to those who pay: files, transfers through a bank, and cash.

The operator, the bank and the payer are played here: they pay what they are given, once each, and keep their own log. It is
the judge, as the log of the stand-in is that of an operator's API (`tests/money/test_kills.py`).
"""

import csv
import os
import random
import signal
from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from io import StringIO
from pathlib import Path
from typing import Any
from unittest.mock import patch
from xml.etree.ElementTree import fromstring

import pytest

from accounts.users.models import User
from config.postgis.base import get_connection
from tests.faults.serving import database_url
from tests.money.banks import build_report, build_rib, build_transfer, open_bank
from tests.money.conftest import World, project, world
from tests.money.files import csv_file
from tests.money.payment_workers import PaymentWorkers, start_workers, stop_at_point
from tests.money.test_kills import pass_time
from transfers.cycles.models import Cycle
from transfers.execution.models import Attempt, Run
from transfers.execution.results.services import read_results
from transfers.execution.services import begin_runs
from transfers.execution.sheets import services as sheets
from transfers.execution.sheets.models import Sheet
from transfers.execution.sheets.returns.services import take_return
from transfers.execution.sheets.types import ReturnedLine, SheetReturn
from transfers.execution.types import RunOptions
from transfers.ledger.api import check_ledger
from transfers.payments.models import Payment, PaymentStatus

__all__ = ["project", "world"]
pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.slow]
HERE = "tests.faults.test_hand_delivered_kills"
PEOPLE, BATCH, AMOUNT = 9, 3, 15_000
SEEDS = int(os.environ.get("TABANCA_KILL_SEEDS", "3"))
FIRST_SEED = int(os.environ.get("TABANCA_KILL_FIRST_SEED", "0"))
DRIVEN = ("before claim", "after claim", "after send")
REFUSED = ("before refusal", "before commit of a refusal", "after refusal")
READ = ("before commit of results", "after results")
CARRIED = ("before commit of cash", "after cash", "before commit of a return", "after a return")
POINTS = {
    "fichier": (*DRIVEN, *READ),
    "virement_bancaire": (*DRIVEN, *REFUSED, *READ),
    "especes": (*DRIVEN, *CARRIED),
}


def accept_any_version(row: Any) -> None:
    """A process that is killed sends no If-Match."""


def settle_file(command: dict[str, Any]) -> None:
    """Read the results of a cycle; called in a process that may die."""
    with stop_at_point(command) as step:
        cycle, user = Cycle.objects.get(id=command["cycle"]), User.objects.get(id=command["user"])
        read_results(Path(command["path"]), cycle=cycle, user=user)
        step("after results")


def hand_out(command: dict[str, Any]) -> None:
    """Hand out the cash of a sheet, unless it was; called in a process that may die."""
    with stop_at_point(command) as step:
        post = sheets.post_cash

        def post_then_step(*arguments: Any) -> None:
            post(*arguments)
            step("before commit")

        sheet, user = Sheet.objects.get(id=command["sheet"]), User.objects.get(id=command["user"])
        if sheet.etat == "emise":
            with patch.object(sheets, "post_cash", post_then_step):
                sheets.hand_out_cash(sheet=sheet, payer="Awa", user=user, require=accept_any_version)
        step("after cash")


def bring_back(command: dict[str, Any]) -> None:
    """Take the return of a sheet; called in a process that may die."""
    with stop_at_point(command) as step:
        sheet, user = Sheet.objects.get(id=command["sheet"]), User.objects.get(id=command["user"])
        lines = tuple(ReturnedLine(number, state, motif=reason) for number, state, reason in command["lines"])
        brought = SheetReturn(lines, command["rest"])
        take_return(sheet=sheet, brought=brought, user=user, require=accept_any_version)
        step("after a return")


@dataclass
class Scene:
    """A world whose cycles are paid by people, through processes that die."""

    world: World
    workers: PaymentWorkers
    provider: str
    operator: str
    sign_in: Callable[[], Any]
    folder: Path
    villages: list[Any]
    point: str = ""
    paid: list[str] = field(default_factory=list)
    refused: set[str] = field(default_factory=set)
    cycles: int = 0
    counts: Counter[str] = field(default_factory=Counter)
    client: Any = None

    def plan(self) -> Cycle:
        """Plan a cycle; whoever pays it signs in anew, since many cases last longer than a token."""
        self.client = self.sign_in()
        year, month = divmod(self.cycles, 12)
        self.cycles += 1
        cycle = self.world.plan(month=month + 1, year=2025 + year, fees=self.provider == "fichier")
        if self.provider == "especes":
            for place, payment in enumerate(Payment.objects.filter(cycle=cycle).order_by("reference")):
                village = self.villages[place % len(self.villages)]
                Payment.objects.filter(id=payment.id).update(
                    localite_id=village.id, secteur_id=village.secteur_id, region_id=village.secteur.region_id
                )
        return cycle

    def begin(self, cycle: Cycle, statut: PaymentStatus) -> Run:
        get_connection().forget_locks()
        options = RunOptions(self.provider, self.operator)
        return begin_runs(cycle=cycle, options=options, user=self.world.treasurer, statut=statut)[0]

    def take_kill(self, points: tuple[str, ...]) -> dict[str, Any]:
        """What makes the next process die, once, if the point of this case is one of `points`."""
        if self.point not in points:
            return {}
        point, self.point = self.point, ""
        return {"point": "before commit" if point.startswith("before commit") else point}

    def count(self, status: int) -> bool:
        """Count a kill; whether there was one."""
        assert status in (0, -signal.SIGKILL)
        self.counts["kills"] += status == -signal.SIGKILL
        return status != 0

    def drive(self, run: Run) -> None:
        kill = self.take_kill((*DRIVEN, *REFUSED))
        if kill:
            self.count(self.workers.drive(run.id, batch=BATCH, **kill))
        while run.tentatives.filter(etat="preparee").exists():
            pass_time()
            assert self.workers.drive(run.id, batch=BATCH) == 0

    def act(self, function: str, points: tuple[str, ...], **how: Any) -> None:
        """Do something in a process that may die, then again in one that does not."""
        how |= {"out": self.folder / "out.json", "user": str(self.world.treasurer.id)}
        while self.count(self.workers.try_call(f"{HERE}:{function}", **how, **self.take_kill(points))):
            pass

    def pay(self, reference: str) -> bool:
        """Whether an order is carried out: then it stands in the log. Of the first try some are refused."""
        done = "-R" in reference or reference not in self.refused
        if done:
            self.paid.append(reference)
        return done

    def read_orders(self, cycle: Cycle) -> list[str]:
        """The references that the operator, or the bank, is given."""
        get_connection().forget_locks()
        kind = "xml" if self.provider == "virement_bancaire" else "csv"
        answer = self.client.get(f"/api/cycles/{cycle.id}/fichier-paiement?operateur={self.operator}&format={kind}")
        assert answer.status_code == 200, answer.content
        text = b"".join(answer.streaming_content).decode("utf-8-sig")
        if kind == "csv":
            return [row["reference"] for row in csv.DictReader(StringIO(text), delimiter=";")]
        return [str(each.text) for each in fromstring(text).iter() if each.tag.endswith("}EndToEndId")]

    def deliver_by_file(self, cycle: Cycle) -> None:
        orders = [(reference, self.pay(reference)) for reference in self.read_orders(cycle)]
        path = self.folder / "results"
        if self.provider == "virement_bancaire":
            transfers = [
                build_transfer(reference, *(("ACSC",) if done else ("RJCT",)), reason="" if done else "AC04")
                for reference, done in orders
            ]
            path.write_text(build_report(*transfers))
        else:
            lines = [f"{reference};{'reussi' if done else 'echoue'};;;;" for reference, done in orders]
            path.write_bytes(csv_file(*lines).read())
        self.act("settle_file", READ, cycle=str(cycle.id), path=str(path))

    def deliver_cash(self, cycle: Cycle) -> None:
        get_connection().forget_locks()
        assert self.client.post(f"/api/cycles/{cycle.id}/feuilles", {}).status_code == 201
        for sheet in Sheet.objects.filter(cycle=cycle, etat="emise").order_by("numero"):
            self.act("hand_out", CARRIED[:2], sheet=str(sheet.id))
            shown = self.client.get(f"/api/feuilles/{sheet.id}").json()["data"]["lignes"]
            done = {line["numero"]: self.pay(line["reference"]) for line in shown}
            lines = [(number, *(("reussi", None) if ok else ("echoue", "Absente"))) for number, ok in done.items()]
            rest = AMOUNT * sum(not ok for ok in done.values())
            self.act("bring_back", CARRIED[2:], sheet=str(sheet.id), lines=lines, rest=rest)

    def judge(self, cycle: Cycle) -> None:
        paid = Counter(reference.partition("-R")[0] for reference in self.paid)
        states = dict(Payment.objects.filter(cycle=cycle).values_list("reference", "statut"))
        lost = [reference for reference, state in states.items() if (state == "reussi") != (reference in paid)]
        double = [reference for reference, count in paid.items() if count > 1]
        self.counts += Counter(
            runs=1, payments=len(states), paid=len(paid), lost=len(lost), double=len(double), retried=len(self.refused)
        )
        assert (lost, double, check_ledger()) == ([], [], [])
        assert not Attempt.objects.exclude(etat__in=["confirmee", "rejetee"]).exists(), "nothing is open"


@pytest.fixture
def open_scene(world: World, country: Any, api: Any, cast: Any, tmp_path: Path) -> Iterator[Any]:
    """Return the scene of a provider; one of nine transfers has an account that no bank can read."""

    def run(provider: str) -> Scene:
        world.enrol(PEOPLE)
        for place, person in enumerate(world.beneficiaries):
            if provider != "fichier":
                person.mode_paiement, person.compte_mobile = provider, None
            if provider == "virement_bancaire":
                person.compte_bancaire = build_rib(place + 1) if place else "++"
            person.save()
        operator = "operator_a_money"
        if provider == "virement_bancaire":
            opened = open_bank(world)
            operator, world.account = opened.operator.code, opened.account
        world.fund(100_000_000)
        villages = [country.cutia, country.galomaro, country.tande]
        return Scene(world, workers, provider, operator, lambda: api(cast.admin), tmp_path, villages)

    with start_workers(database_url(), tmp_path / "workers.log") as workers:
        yield run
    print((tmp_path / "workers.log").read_text())


def kill_and_finish(scene: Scene, point: str, seed: int) -> None:
    """Pay a cycle, and what failed of it again; in one of the two a process dies at the point."""
    cycle, draw = scene.plan(), random.Random(f"{scene.provider} {point} {seed}")
    # A follow-up refuses no account that was refused already: it has the same ones.
    when = 0 if point in REFUSED else draw.randint(0, 1)
    scene.paid.clear()
    references = Payment.objects.filter(cycle=cycle).order_by("reference").values_list("reference", flat=True)
    scene.refused = set(draw.sample(list(references[1:]), 3))
    for turn, statut in enumerate((PaymentStatus.PLANIFIE, PaymentStatus.ECHOUE)):
        scene.point = point if turn == when else ""
        run = scene.begin(cycle, statut)
        scene.drive(run)
        if scene.provider == "especes":
            scene.deliver_cash(cycle)
        else:
            scene.deliver_by_file(cycle)
        assert not scene.point, "nobody came to the point"
    scene.judge(cycle)


@pytest.mark.parametrize("provider", POINTS)
def test_what_people_carry_survives_kills_at_every_point(open_scene: Any, provider: str) -> None:
    """Print lines of the fault table (`-s`)."""
    scene = open_scene(provider)
    for point in POINTS[provider]:
        scene.counts.clear()
        for seed in range(FIRST_SEED, FIRST_SEED + SEEDS):
            kill_and_finish(scene, point, seed)
        names = ("runs", "kills", "payments", "paid", "retried", "lost", "double")
        print(f"| {provider} | {point} | " + " | ".join(str(scene.counts[name]) for name in names) + " |", flush=True)
        assert scene.counts["kills"] == SEEDS
