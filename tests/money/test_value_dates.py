"""Money has two days: that on which it was posted, which nobody chooses, and that on which it moved, its value date."""

import json
import random
from collections import Counter
from datetime import date, datetime, time, timedelta
from typing import Any

import pytest
from django.db import connection
from django.utils import timezone

from config.postgis.base import get_connection
from tests.money.conftest import World
from transfers.execution.late_confirmations.services import confirm_locked_payments
from transfers.execution.models import Attempt, Run
from transfers.execution.services import begin_runs
from transfers.execution.settlement.services import lock_runs, settle_outcomes, settle_sent_outcomes
from transfers.execution.sheets.models import Sheet
from transfers.execution.types import Outcome, RunOptions
from transfers.ledger.api import check_ledger
from transfers.ledger.models import Entry, Movement
from transfers.operators.accounts.queries import SQL, summarise_period, summarise_valued_period
from transfers.operators.accounts.services import deposit_amount
from transfers.operators.models import OperatorAccount

GROSS = 15_250


def ago(days: int, hour: int = 10) -> datetime:
    """That many civil days before today, at an hour of Bissau."""
    return timezone.make_aware(datetime.combine(day_ago(days), time(hour)))


def day_ago(days: int) -> date:
    return timezone.localdate() - timedelta(days=days)


def deposit(world: World, amount: int, day: date) -> None:
    deposit_amount(
        account_id=world.account.compte_id,
        amount=amount,
        reference=f"DEP-{Movement.objects.count()}",
        day=day,
        source=None,
        notes=None,
        voucher=None,
        user=world.treasurer,
    )
    get_connection().forget_locks()


def begin(world: World, month: int = 2) -> Run:
    (run,) = begin_runs(cycle=world.plan(month=month, fees=True), options=RunOptions("fichier"), user=world.treasurer)
    get_connection().forget_locks()
    return run


def settle(run: Run, words: list[tuple[Any, str, datetime | None]]) -> None:
    outcomes = [Outcome(key, state, f"OP-{key}", "Refusé", moment=moment) for key, state, moment in words]
    settle_outcomes(run=run, outcomes=outcomes)
    get_connection().forget_locks()


def paid_by_day(world: World) -> dict[date, int]:
    rows = Movement.objects.filter(compte_id=world.account.compte_id, type="paiement")
    found: Counter[date] = Counter()
    for day, amount in rows.values_list("ecriture__date_valeur", "montant"):
        found[day] -= amount
    return dict(found)


def curve(summary: Any) -> dict[date, int]:
    return {each.date: each.solde for each in summary.evolution}


@pytest.fixture
def read(world: World, api: Any, cast: Any) -> Any:
    def stats(**query: str) -> Any:
        return api(cast.admin).get(f"/api/comptes-operateurs/{world.account.compte_id}/stats", query)

    return stats


def test_payments_are_valued_on_the_day_that_the_operator_names(world: World) -> None:
    """One answer about several days: an entry for each, as of Bissau's midnight, and what has no day is of today."""
    world.enrol(6)
    deposit(world, 200_000, day_ago(20))
    run = begin(world)
    one, two, three, four, five, _open = Attempt.objects.order_by("id").values_list("id", flat=True)
    words = [
        (one, "confirmee", ago(9, 0)),
        (two, "confirmee", ago(9, 23)),
        (three, "confirmee", ago(8, 0)),
        (four, "rejetee", ago(7)),
        (five, "confirmee", None),
    ]
    before = timezone.now()
    settle(run, words)
    assert paid_by_day(world) == {day_ago(9): 2 * GROSS, day_ago(8): GROSS, day_ago(0): GROSS}
    entries = Entry.objects.filter(nature="paiement")
    assert [entry.mouvements.count() for entry in entries.order_by("date_valeur")] == [4, 3, 3], "with both other sides"
    assert all(moment >= before for moment in Movement.objects.filter(type="paiement").values_list("date", flat=True))
    assert world.balance() == (200_000 - 4 * GROSS, GROSS)
    assert check_ledger() == []


def test_what_is_confirmed_late_is_valued_when_it_was_paid(world: World) -> None:
    world.enrol(2)
    deposit(world, 200_000, day_ago(20))
    run = begin(world)
    one, two = Attempt.objects.order_by("id").values_list("id", flat=True)
    settle(run, [(one, "rejetee", ago(9)), (two, "rejetee", ago(9))])
    runs = lock_runs([run.id])
    settle_sent_outcomes(runs=runs, outcomes=[], more_accounts=[world.account.compte_id])
    said = "SELECT id, NULL AS reference, NULL::bigint AS montant_recu, moment FROM unnest(%(ids)s::uuid[], %(at)s::timestamptz[]) AS s (id, moment)"
    params = {"ids": [one, two], "at": [ago(6), ago(4)]}
    get_connection().forget_locks()
    assert confirm_locked_payments(runs=runs, outcomes=said, params=params, user=world.treasurer, reason="Relevé") == 2
    assert paid_by_day(world) == {day_ago(6): GROSS, day_ago(4): GROSS}
    assert check_ledger() == []


def test_a_balance_over_time_by_value_date(world: World, read: Any) -> None:
    """All is posted today; the curve by posting says so, the one by value date tells what the operator's account did."""
    world.enrol(4)
    deposit(world, 100_000, day_ago(20))
    run = begin(world)
    one, two, three, _open = Attempt.objects.order_by("id").values_list("id", flat=True)
    settle(run, [(one, "confirmee", ago(9)), (two, "confirmee", ago(3)), (three, "rejetee", ago(3))])
    posted = read(periode="month").json()["data"]
    assert [day["solde"] for day in posted["evolution"]] == [0] * 29 + [100_000 - 2 * GROSS]
    shown = read(periode="month", selon="valeur").json()["data"]
    expected = [0] * 9 + [100_000] * 11 + [100_000 - GROSS] * 6 + [100_000 - 2 * GROSS] * 4
    assert [day["solde"] for day in shown["evolution"]] == expected
    assert [day["date"] for day in shown["evolution"]] == [day_ago(29 - place).isoformat() for place in range(30)]
    assert shown["resume"] == posted["resume"] | {"soldeDebut": 0}
    assert shown["resume"]["totalPaiements"] == 2 * GROSS and shown["resume"]["nombrePaiements"] == 2
    assert read(selon="comptabilisation").json()["data"] == read().json()["data"]
    assert read(selon="hier").json()["details"].keys() == {"selon"}


def test_what_is_older_than_the_period_is_where_it_begins(world: World, read: Any) -> None:
    deposit(world, 100_000, day_ago(400))
    deposit(world, 7_000, day_ago(0))
    shown = read(periode="year", selon="valeur").json()["data"]
    assert (shown["resume"]["soldeDebut"], shown["resume"]["soldeFin"]) == (100_000, 107_000)
    assert (shown["resume"]["totalDepots"], shown["resume"]["nombreDepots"]) == (7_000, 1)
    # What was posted before the period began is not asked for its value date.
    later = summarise_valued_period(world.account, "month", timezone.localdate() + timedelta(days=40))
    assert (later.solde_debut, later.solde_fin, later.total_depots) == (107_000, 107_000, 0)


def test_curves_are_the_sums_of_movements(world: World) -> None:
    """At random: what each curve says of a day is the sum of the movements of days up to it."""
    draw = random.Random(268)
    world.enrol(12)
    for number in range(14):
        deposit(world, draw.randint(150_000, 300_000), day_ago(draw.randint(0, 120)))
        if number % 3 == 0:
            run = begin(world, month=number // 3 + 1)
            keys = list(run.tentatives.values_list("id", flat=True))
            settle(run, [(k, draw.choice(("confirmee", "rejetee")), ago(draw.randint(1, 60))) for k in keys])
    rows = list(
        Movement.objects.filter(compte_id=world.account.compte_id).values_list("ecriture__date_valeur", "montant")
    )
    account = OperatorAccount.objects.get()
    for period in ("month", "quarter", "year"):
        summary = summarise_valued_period(account, period, timezone.localdate())
        for day, balance in curve(summary).items():
            assert balance == sum(amount for valued, amount in rows if valued <= day), (period, day)
        inside = [(valued, amount) for valued, amount in rows if valued >= summary.debut]
        assert summary.total_depots - summary.total_paiements == sum(amount for _valued, amount in inside)
        assert summary.nombre_depots + summary.nombre_paiements == len(inside)
        posted = summarise_period(account, period, timezone.localdate())
        assert posted.solde_fin == summary.solde_fin == world.balance()[0]


def test_no_entry_counts_after_the_day_on_which_it_was_posted(world: World) -> None:
    """A service that lets a day to come through changes no balance of today."""
    deposit(world, 1_000, day_ago(-3))
    summary = summarise_valued_period(world.account, "month", timezone.localdate())
    assert (summary.solde_fin, curve(summary)[day_ago(1)]) == (1_000, 0)


def list_scans(plan: dict[str, Any]) -> list[dict[str, Any]]:
    below = [scan for each in plan.get("Plans", []) for scan in list_scans(each)]
    return below + ([plan] if plan.get("Relation Name") == "transfers_mouvement" else [])


@pytest.mark.parametrize("name", ["list_valued_days", "list_daily_balances", "summarise_period"])
def test_payments_of_an_entry_are_not_read_one_by_one(world: World, name: str) -> None:
    """A cycle of 400 payments costs a curve some probes of one index."""
    world.enrol(400)
    deposit(world, 20_000_000, day_ago(20))
    for month in (1, 2):
        run = begin(world, month)
        keys = run.tentatives.values_list("id", flat=True)
        settle(run, [(key, "confirmee", ago(5 + place % 2)) for place, key in enumerate(keys)])
    with connection.cursor() as cursor:
        cursor.execute("ANALYZE transfers_mouvement")
        cursor.execute("ANALYZE transfers_ecriture")
        params = {"compte": world.account.compte_id, "debut": day_ago(29), "fin": day_ago(0), "zone": "Africa/Bissau"}
        cursor.execute(f"EXPLAIN (ANALYZE, FORMAT JSON) {SQL[name]}", params)
        (found,) = cursor.fetchone()
    (plan,) = json.loads(found) if isinstance(found, str) else found
    scans = [scan for scan in list_scans(plan["Plan"]) if scan["Actual Loops"]]
    assert "mouvement_moment" in {scan.get("Index Name") for scan in scans}, scans
    rows = sum((scan["Actual Rows"] + scan.get("Rows Removed by Filter", 0)) * scan["Actual Loops"] for scan in scans)
    assert rows <= 40, f"{rows} of 801 movements were read: {scans}"


def test_cash_moves_on_the_days_that_are_told(cash: Any) -> None:
    """Who enters paper a day late says on which day the cash left, came back and was deposited."""
    cash.begin()
    (sheet, *_others) = cash.issue()
    Sheet.objects.update(created_at=ago(5))
    refused = cash.do(sheet, "remise", payeur="Awa", dateRemise=day_ago(-1).isoformat())
    assert (refused.status_code, list(refused.json()["details"])) == (400, ["dateRemise"])
    refused = cash.do(sheet, "remise", payeur="Awa", dateRemise=day_ago(6).isoformat())
    assert (refused.status_code, list(refused.json()["details"])) == (400, ["dateRemise"])
    handed = cash.do(sheet, "remise", payeur="Awa", dateRemise=day_ago(4).isoformat())
    assert timezone.localdate(datetime.fromisoformat(handed.json()["data"]["remiseLe"])) == day_ago(4)
    lines = [{"numero": 1, "statut": "reussi"}, {"numero": 2, "statut": "echoue", "motif": "Absente"}]
    day = day_ago(3).isoformat()
    returned = cash.do(sheet, "retour", lignes=lines, especesRendues=15_000, dateExecution=day)
    assert returned.status_code == 200, returned.content
    for wrong in (day_ago(5), day_ago(-1)):
        refused = cash.do(sheet, "versement", reference="V-1", dateVersement=wrong.isoformat())
        assert (refused.status_code, list(refused.json()["details"])) == (400, ["dateVersement"])
    assert cash.do(sheet, "versement", reference="V-1", dateVersement=day_ago(2).isoformat()).status_code == 200
    account = cash.world.account
    days = Entry.objects.filter(nature__in=["ajustement", "paiement"]).values_list("date_valeur", flat=True)
    assert sorted(days) == [day_ago(4), day_ago(3), day_ago(3), day_ago(2)], "out, signed for, back, deposited"
    shown = curve(summarise_valued_period(account, "month", timezone.localdate()))
    assert [shown[day_ago(place)] for place in (5, 4, 3, 2, 1, 0)] == [0, -30_000, -30_000, -15_000, -15_000, 185_000]
    assert check_ledger() == []
