"""Deposits, runs, outcomes in any order, repetitions and reversals: the ledger is what a plain model of it says."""

from collections import Counter
from datetime import date, timedelta
from typing import Any
from uuid import UUID

import pytest
from django.db import IntegrityError, transaction
from django.db.models import Sum
from django.utils import timezone
from hypothesis import HealthCheck, Phase, settings
from hypothesis import strategies as st
from hypothesis.stateful import (
    RuleBasedStateMachine,
    initialize,
    invariant,
    precondition,
    rule,
    run_state_machine_as_test,
)

from config.errors.problems import Problem
from config.postgis.base import get_connection
from tests.money.conftest import World
from tests.money.examples import roll_back
from transfers.cycles.models import Cycle
from transfers.execution.instructions.rules import ATTEMPT_REFERENCE_SQL
from transfers.execution.models import Attempt, AttemptState, Run
from transfers.execution.queries import SQL
from transfers.execution.services import begin_runs
from transfers.execution.settlement.services import settle_outcomes
from transfers.execution.types import Outcome, PaymentOrder, RunOptions
from transfers.ledger.api import Line, check_ledger, find_project_accounts, lock_accounts, post_entry
from transfers.ledger.models import Entry, LedgerAccount, Movement
from transfers.operators.accounts.services import deposit_amount, verify_balance
from transfers.payments.models import PaymentStatus

PEOPLE, FEES = 3, 250
OPTIONS = RunOptions("simulateur", "operator_a_money")
OPEN = {"preparee", "envoyee", "inconnue"}
# What an operator says of one attempt: the state, and the share of the amount that arrived in percent (None: no word).
WORDS = st.sampled_from(
    [
        ("confirmee", None),
        ("confirmee", 100),
        ("confirmee", 50),
        ("confirmee", 101),
        ("confirmee", 0),
        ("rejetee", None),
        ("inconnue", None),
    ]
)


HAPPENINGS = (
    "deposit",
    "refused run",
    "run",
    "follow-up",
    "payment",
    "rejection",
    "disbelieved word",
    "reversal",
    "refused reversal",
)


class LedgerMachine(RuleBasedStateMachine):
    """Do at random what people and operators do, in a transaction that is rolled back, and keep a model of it."""

    def __init__(self, world: World, ends: list[Counter[str]]) -> None:
        super().__init__()
        self.world, self.ends = world, ends
        # What has happened: an example in which nothing does proves nothing.
        self.seen: Counter[str] = Counter()
        self.example = roll_back()
        self.example.__enter__()
        # Of the account: the amounts of its movements. Of each attempt: its run, amount, state and what arrived.
        self.movements: list[int] = []
        self.deposits: list[str] = []
        self.reversed: set[str] = set()
        self.attempts: dict[UUID, tuple[UUID, int, str]] = {}
        self.cycles: list[Cycle] = []
        self.paid = self.fees = 0
        self.paid_by_day: Counter[date] = Counter()

    def teardown(self) -> None:
        self.ends.append(self.seen)
        self.example.__exit__(None, None, None)

    def reserved(self) -> int:
        return sum(amount + FEES for _run, amount, state in self.attempts.values() if state in OPEN)

    def free(self) -> int:
        return sum(self.movements) - self.reserved()

    def deposit(self, amount: int, reference: str) -> None:
        deposit_amount(
            account_id=self.world.account.compte_id,
            amount=amount,
            reference=reference,
            day=timezone.localdate(),
            source=None,
            notes=None,
            voucher=None,
            user=self.world.treasurer,
        )

    @initialize(amount=st.integers(1, 400_000))
    def begins_with_money(self, amount: int) -> None:
        self.deposits_money(amount)

    @rule(amount=st.integers(1, 200_000))
    def deposits_money(self, amount: int) -> None:
        self.seen["deposit"] += 1
        self.deposits.append(f"D-{len(self.deposits)}")
        self.deposit(amount, self.deposits[-1])
        self.movements.append(amount)

    @precondition(lambda self: set(self.deposits) - set(self.reversed))
    @rule(amount=st.integers(1, 200_000), data=st.data())
    def deposits_a_voucher_again(self, amount: int, data: Any) -> None:
        standing = [reference for reference in self.deposits if reference not in self.reversed]
        with pytest.raises(Problem) as refusal, transaction.atomic():
            self.deposit(amount, data.draw(st.sampled_from(standing)))
        assert refusal.value.code == "CONFLICT"

    @precondition(lambda self: self.deposits)
    @rule(data=st.data())
    def reverses_a_deposit(self, data: Any) -> None:
        reference = data.draw(st.sampled_from(self.deposits))
        account, others = self.world.account.compte_id, find_project_accounts(self.world.project.id)
        lock_accounts([account, others.tresor])
        one = Movement.objects.get(compte_id=account, reference=reference, type="depot")
        lines = [
            Line(account, "ajustement", -one.montant, reference, contrepasse_id=one.id),
            Line(others.tresor, "ajustement", one.montant),
        ]
        is_possible = reference not in self.reversed and one.montant <= self.free()
        try:
            with transaction.atomic():
                post_entry(entry=Entry(nature="contrepassation", date_valeur=timezone.localdate()), lines=lines)
        except (Problem, IntegrityError):
            assert not is_possible
            self.seen["refused reversal"] += 1
        else:
            assert is_possible
            self.seen["reversal"] += 1
            self.reversed.add(reference)
            self.movements.append(-one.montant)

    @rule(amount=st.integers(1, 30_000))
    def executes_a_cycle(self, amount: int) -> None:
        number = len(self.cycles)
        self.cycles.append(self.world.plan(month=number % 12 + 1, year=2025 + number // 12, amount=amount, fees=True))
        self.begin(self.cycles[-1], PaymentStatus.PLANIFIE, PEOPLE * (amount + FEES))

    @precondition(lambda self: self.cycles)
    @rule(data=st.data())
    def executes_again(self, data: Any) -> None:
        self.repeat(data.draw(st.sampled_from(self.cycles)), PaymentStatus.PLANIFIE)

    @precondition(lambda self: any(state == "rejetee" for *_rest, state in self.attempts.values()))
    @rule(data=st.data())
    def follows_failures_up(self, data: Any) -> None:
        """Of a cycle with failures, where there is one."""
        failed = [cycle for cycle in self.cycles if cycle.paiements.filter(statut=PaymentStatus.ECHOUE).exists()]
        self.repeat(data.draw(st.sampled_from(failed or self.cycles)), PaymentStatus.ECHOUE)

    def repeat(self, cycle: Cycle, statut: PaymentStatus) -> None:
        """Begin runs of the payments of a cycle that have this status."""
        count = cycle.paiements.filter(statut=statut).count()
        self.begin(cycle, statut, count * (cycle.montant_par_beneficiaire + FEES))

    def begin(self, cycle: Cycle, statut: PaymentStatus, total: int) -> None:
        """Begin runs: all of it is reserved, or nothing."""
        try:
            (run,) = begin_runs(cycle=cycle, options=OPTIONS, user=self.world.treasurer, statut=statut)
        except Problem as refusal:
            assert refusal.code == ("INSUFFICIENT_FUNDS" if total else "INVALID_STATUS")
            assert not total or total > self.free()
            self.seen["refused run"] += 1
            return
        assert 0 < total <= self.free()
        self.seen["run" if statut == PaymentStatus.PLANIFIE else "follow-up"] += 1
        rows = Attempt.objects.filter(execution=run).values_list("id", "montant")
        self.attempts |= {key: (run.id, amount, "preparee") for key, amount in rows}

    @precondition(lambda self: self.attempts)
    @rule(data=st.data(), size=st.integers(1, PEOPLE))
    def marks_as_sent(self, data: Any, size: int) -> None:
        """Sending moves no money."""
        run, _amount, _state = data.draw(st.sampled_from(list(self.attempts.values())))
        sent = SQL.fetch_objects(
            PaymentOrder, "claim_batch", {"run": run, "size": size}, reference=ATTEMPT_REFERENCE_SQL
        )
        SQL.execute("mark_unknown", {"ids": [each.id for each in sent], "pause": 0})

    @precondition(lambda self: self.attempts)
    @rule(data=st.data())
    def hears_of_attempts(self, data: Any) -> None:
        """Outcomes of one or more attempts of whatever state; the run is that of the first, so others are left."""
        keys = data.draw(st.lists(st.sampled_from(list(self.attempts)), min_size=1, unique=True))
        self.hear({key: (*data.draw(WORDS), data.draw(st.integers(0, 3))) for key in keys})

    @precondition(lambda self: self.reserved())
    @rule(data=st.data())
    def hears_that_a_run_is_refused(self, data: Any) -> None:
        """What people answer with a follow-up, which seldom happens where each attempt has a fate of its own."""
        runs = sorted({run for run, _amount, state in self.attempts.values() if state in OPEN})
        refused = data.draw(st.sampled_from(runs))
        self.hear({key: ("rejetee", None, 0) for key, (run, *_rest) in self.attempts.items() if run == refused})

    def hear(self, words: dict[UUID, tuple[str, int | None, int]]) -> None:
        """Settle what an operator says of attempts: the state, the share that arrived, and how many days ago."""
        run_id = self.attempts[next(iter(words))][0]
        outcomes, expected = [], set()
        for key, (state, share, days) in words.items():
            run, amount, known = self.attempts[key]
            received = None if share is None else amount * share // 100 if share <= 100 else amount + 1
            moment = timezone.now() - timedelta(days=days) if days else None
            outcomes.append(Outcome(key, AttemptState(state), f"OP-{key}", "Refusé", received, moment))
            is_believed = received is None or 1 <= received <= amount
            if run == run_id and known in OPEN and is_believed and state != "inconnue":
                expected.add(key)
                self.attempts[key] = (run, amount, state)
                self.seen["rejection" if state == "rejetee" else "payment"] += 1
                if state == "confirmee":
                    self.expect_payment(amount if received is None else received, timezone.localdate(moment))
            elif state != "inconnue":
                self.seen["disbelieved word"] += 1
        definite = [outcome for outcome in outcomes if outcome.etat != AttemptState.INCONNUE]
        settled = settle_outcomes(run=Run.objects.get(id=run_id), outcomes=definite) if definite else []
        assert set(settled) == expected

    def expect_payment(self, received: int, day: date) -> None:
        self.movements.append(-(received + FEES))
        self.paid_by_day[day] += received + FEES
        self.paid += received
        self.fees += FEES

    @rule()
    def recalculates(self) -> None:
        assert verify_balance(account=self.world.account).difference == 0

    @invariant()
    def the_ledger_is_the_model(self) -> None:
        get_connection().forget_locks()
        assert self.world.balance() == (sum(self.movements), self.reserved())
        rows = Movement.objects.filter(compte_id=self.world.account.compte_id).order_by("numero")
        chain = list(rows.values_list("numero", "solde_avant", "montant", "solde_apres"))
        # The movements of one settlement are in the order of their attempts: the model knows only their sum and number.
        assert sorted(row[2] for row in chain) == sorted(self.movements)
        assert [row[0] for row in chain] == list(range(1, len(chain) + 1))
        assert all(before[3] == after[1] for before, after in zip(chain, chain[1:], strict=False))
        payments = (
            rows.filter(type="paiement").order_by().values("ecriture__date_valeur").annotate(paid=-Sum("montant"))
        )
        assert dict(payments.values_list("ecriture__date_valeur", "paid")) == self.paid_by_day
        sums = dict(LedgerAccount.objects.exclude(nature="operateur").values_list("nature", "solde"))
        assert (sums["beneficiaires"], sums["frais"]) == (self.paid, self.fees)
        assert sums["tresor"] == -sum(self.movements) - self.paid - self.fees
        states = {key: ("ouverte" if state in OPEN else state) for key, (_run, _amount, state) in self.attempts.items()}
        stored = Attempt.objects.values_list("id", "etat")
        assert {key: ("ouverte" if state in OPEN else state) for key, state in stored} == states
        assert check_ledger() == []


def run_model(world: World, examples: int, steps: int) -> list[Counter[str]]:
    """Hold the ledger against the model after every step; return what happened in each example."""
    ends: list[Counter[str]] = []
    world.enrol(PEOPLE)
    get_connection().forget_locks()
    run_state_machine_as_test(
        lambda: LedgerMachine(world, ends),
        settings=settings(
            max_examples=examples,
            stateful_step_count=steps,
            deadline=None,
            database=None,
            suppress_health_check=list(HealthCheck),
            phases=[Phase.generate, Phase.shrink],
        ),
    )
    return ends


def test_the_ledger_is_what_a_model_says(world: World) -> None:
    ends = run_model(world, examples=20, steps=15)
    assert len(ends) >= 20 and all(ends) and not Movement.objects.exists(), "each example moved money, and began anew"


@pytest.mark.slow
def test_the_ledger_is_what_a_model_says_many_times(world: World) -> None:
    ends = run_model(world, examples=300, steps=40)
    assert len(ends) >= 300 and all(ends) and not Movement.objects.exists()
    seen = sum(ends, Counter())
    print(f"{len(ends)} examples: {dict(seen)}")
    assert min(seen[what] for what in HAPPENINGS) >= 50, seen
