"""An auditor reckons a session apart from the service: each payment, each account, to the franc."""

import random
from itertools import product

import numpy as np
import pytest
from django.db import connection

from config.postgis.base import get_connection
from tests.conftest import make_user
from tests.money.audit_of_statements import CASES, sum_moved
from tests.transfers.reconciliation.desk import TITLES, Desk, figures_hold
from transfers.execution.models import Attempt, Run
from transfers.execution.settlement.services import settle_outcomes
from transfers.execution.types import Outcome
from transfers.ledger.api import check_ledger
from transfers.ledger.models import LedgerAccount
from transfers.payments.models import Payment
from transfers.reconciliation.rules import build_has_fees_sql, has_fees

OTHER = f"{TITLES},nature,sens"
NATURES = ("beneficiaires", "frais", "attente")


def read_accounts(desk):
    balances = dict(LedgerAccount.objects.filter(projet=desk.world.project).values_list("nature", "solde"))
    return (desk.world.balance()[0], *(balances[nature] for nature in NATURES))


def write_lines(desk, cases, shuffle):
    lines = []
    for place, case in enumerate(cases):
        for day, told in enumerate(case.lines, 10):
            phone = {"phone": "+245969999999"} if told.other_number else {}
            text = desk.line(place, told.amount, f"2025-02-{day}", **phone)
            lines.append(f"{text},{told.kind},{'c' if told.credit else 'd'}")
    shuffle.shuffle(lines)
    return lines


def decide(desk, path, cases):
    """Take the decisions of each case, by the references of its payment."""
    for place, case in enumerate(cases):
        for reason, action in case.decisions.items():
            found = desk.entries(path, search=desk.payments[place].reference, raison=reason)
            shown = [entry for entry in found if entry["statut"] in ("erreur", "non_rapprochee")]
            assert shown, (case.name, desk.entries(path, search=desk.payments[place].reference))
            desk.resolve(path, shown[0], action)


@pytest.mark.parametrize("seed", [1, 2])
def test_a_session_moves_what_an_auditor_reckons(world, api, seed):
    shuffle = random.Random(seed)
    cases = shuffle.sample(CASES, len(CASES))
    desk = Desk(world, api, people=len(cases), fees=True)
    before = read_accounts(desk)
    desk.settle(*(f"{desk.payments[place].reference};{case.result}" for place, case in enumerate(cases) if case.result))
    path = desk.match(*write_lines(desk, cases, shuffle), titles=OTHER)
    decide(desk, path, cases)
    assert desk.entries(path, statut="erreur") == []
    desk.call(f"{path}/validate")
    desk.call(f"{path}/finalize")
    found = {row.id: (row.statut, row.montant_recu) for row in Payment.objects.all()}
    told = {case.name: found[desk.payments[place].id] for place, case in enumerate(cases)}
    assert told == {case.name: (case.status, case.received) for case in cases}
    moved = tuple(after - at_first for after, at_first in zip(read_accounts(desk), before, strict=True))
    assert moved == sum_moved(cases)
    assert check_ledger() == [] and figures_hold()


@pytest.mark.sampled(4)
@pytest.mark.parametrize("case", CASES, ids=lambda case: case.name)
def test_each_case_moves_what_an_auditor_reckons(world, api, case):
    desk = Desk(world, api, people=1, fees=True)
    # Enough for what was paid twice.
    world.fund(20_000)
    before = read_accounts(desk)
    if case.result:
        desk.settle(f"{desk.payments[0].reference};{case.result}")
    lines = write_lines(desk, [case], random.Random(1)) or ["X-1,+245966000001,777,2025-02-10,paiement,d"]
    path = desk.match(*lines, titles=OTHER)
    decide(desk, path, [case])
    desk.call(f"{path}/validate")
    desk.call(f"{path}/finalize")
    paid = Payment.objects.get()
    moved = tuple(after - at_first for after, at_first in zip(read_accounts(desk), before, strict=True))
    assert (paid.statut, paid.montant_recu, moved) == (case.status, case.received, case.moved)


def test_fees_that_the_file_says_are_in_its_amount_are_not_received(world, api):
    """A part of the order, whose gross amount is nearer to the order without the fees."""
    desk = Desk(world, api, people=1, fees=True)
    titles = "reference,telephone,montantBrut,date,frais"
    path = desk.match(f"{desk.line(0, 10_250)},250", titles=titles)
    wrong = desk.entry(path, source="sig", raison="montant_partiel")
    assert wrong["ecartMontant"] == -5_000
    desk.resolve(path, wrong, "match_manuel")
    desk.call(f"{path}/validate")
    desk.call(f"{path}/finalize")
    assert Payment.objects.get().montant_recu == 10_000
    assert read_accounts(desk) == (20_000 - 10_250, 10_000, 250, 0)


def test_one_rule_tells_whether_fees_are_in_an_amount(db):
    """The database and the engine agree, and so they do about single numbers."""
    amounts = (1, 250, 8_999, 9_000, 9_250, 14_750, 14_900, 15_000, 15_125, 15_126, 15_250, 20_000)
    rows = list(product(amounts, (9_000, 14_750, 15_000), (0, 250), (False, True)))
    said, paid, fees, gross = (np.array(column) for column in zip(*rows, strict=True))
    found = has_fees(said, paid, fees, 15_000, gross)
    rule = build_has_fees_sql(said="s", paid="p", fees="f", ordered="15000", is_gross="g")
    with connection.cursor() as cursor:
        table = "unnest(%s::int[], %s::int[], %s::int[], %s::bool[]) WITH ORDINALITY AS t (s, p, f, g, n)"
        columns = [column.tolist() for column in (said, paid, fees, gross)]
        cursor.execute(f"SELECT {rule} FROM {table} ORDER BY n", columns)
        assert [row[0] for row in cursor.fetchall()] == found.tolist()
    told = dict(zip(rows, found.tolist(), strict=True))
    assert told == {(s, p, f, g): bool(has_fees(s, p, f, 15_000, g)) for s, p, f, g in rows}
    # The order alone is not what had arrived with its fees, unless both are the same.
    assert not told[15_000, 9_000, 250, False] and told[15_000, 14_750, 250, False]
    assert told[15_250, 9_000, 250, False] and told[9_250, 9_000, 250, False] and not told[9_000, 9_000, 250, False]


@pytest.mark.parametrize(
    ("state", "received", "reason"),
    [
        # The statement says 15,000; the result had said 9,000.
        ("confirmee", 9_000, "montant_different"),
        ("rejetee", None, "paye_malgre_echec"),
    ],
)
def test_a_result_after_the_match_is_seen_by_a_person(world, api, state, received, reason):
    desk = Desk(world, api, people=1)
    path, attempt = desk.match(desk.line(0)), Attempt.objects.get()
    settle_outcomes(run=Run.objects.get(), outcomes=[Outcome(attempt.id, state, montant_recu=received)])
    get_connection().forget_locks()
    desk.call(f"{path}/validate")
    refused = desk.call(f"{path}/finalize", status=400)
    assert refused["code"] == "INVALID_STATUS" and "résultats" in refused["error"]
    desk.call(f"{path}/match")
    desk.resolve(path, desk.entry(path, source="sig", raison=reason), "match_manuel")
    desk.call(f"{path}/validate")
    desk.call(f"{path}/finalize")
    assert read_accounts(desk) == (5_000, 15_000, 0, 0)
    assert check_ledger() == []


def test_a_pair_made_by_hand_knows_fees(world, api):
    desk = Desk(world, api, people=1, fees=True)
    path = desk.match("X-1,+245966000001,15250,2025-02-10")
    line = desk.entry(path, raison="inconnue")
    payment = desk.entry(path, raison="absent_du_releve")
    desk.resolve(path, payment, "match_manuel", entreeReleveId=line["id"])
    assert desk.entries(path, source="sig")[0]["ecartMontant"] == 0
    desk.call(f"{path}/validate")
    desk.call(f"{path}/finalize")
    assert read_accounts(desk) == (20_000 - 15_250, 15_000, 250, 0)


def test_who_alone_resolved_does_not_finalise_though_another_held_an_entry(world, api, settings):
    settings.RECONCILIATION_FOUR_EYES = True
    desk = Desk(world, api, people=2)
    path, other = desk.match(desk.line(0)), make_user("ROLE_ADMIN")
    missing = desk.entries(path, raison="absent_du_releve")[0]
    desk.resolve(path, missing, "en_attente", user=other)
    desk.resolve(path, missing, "ignorer")
    desk.call(f"{path}/validate")
    assert desk.call(f"{path}/finalize", status=403)["code"] == "FORBIDDEN"
    assert desk.call(f"{path}/finalize", other)["statut"] == "valide"
