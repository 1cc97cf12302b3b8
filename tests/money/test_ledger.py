"""The database holds the ledger: chains, balances, double entry, and that nothing is ever changed."""

import re

import pytest
from django.core.management import CommandError, call_command
from django.db import DatabaseError, connection, transaction
from django.utils import timezone

from config.errors.problems import Problem
from config.ids import uuid7
from config.postgis.base import get_connection
from transfers.ledger.api import (
    Line,
    check_ledger,
    find_project_accounts,
    lock_accounts,
    post_entry,
    reduce_reservation,
    reserve_amount,
)
from transfers.ledger.models import Entry, LedgerAccount, Movement


def forget_locks():
    get_connection().forget_locks()


def test_a_deposit_moves_both_sides(account, project, deposit):
    deposit(5000, "DEP-1")
    forget_locks()
    deposit(250, "DEP-2")
    account.refresh_from_db()
    treasury = LedgerAccount.objects.get(projet=project, nature="tresor")
    assert (account.solde, account.dernier_numero, treasury.solde) == (5250, 2, -5250)
    assert (account.total_depots, account.nombre_depots, account.nombre_paiements) == (5250, 2, 0)
    chain = list(account.mouvements.order_by("numero").values_list("numero", "solde_avant", "montant", "solde_apres"))
    assert chain == [(1, 0, 5000, 5000), (2, 5000, 250, 5250)]
    first, second = account.mouvements.order_by("numero")
    assert bytes(second.empreinte_precedente) == bytes(first.empreinte) != b""
    assert check_ledger() == []


def test_an_entry_that_does_not_add_up_is_refused(account, project):
    lock_accounts([account.id])
    with pytest.raises(DatabaseError, match="does not add up to zero"), transaction.atomic():
        post_entry(
            entry=Entry(nature="depot", date_valeur=timezone.localdate()), lines=[Line(account.id, "depot", 100)]
        )
    account.refresh_from_db()
    assert (account.solde, Entry.objects.count()) == (0, 0)


def test_a_balance_does_not_fall_below_what_is_reserved(account, project, deposit):
    deposit(1000)
    forget_locks()
    with pytest.raises(Problem) as refusal:
        reserve_amount(reservation_id=uuid7(), account_id=account.id, amount=1001)
    assert refusal.value.code == "INSUFFICIENT_FUNDS"
    run = uuid7()
    reserve_amount(reservation_id=run, account_id=account.id, amount=800)
    others = find_project_accounts(project.id)
    lines = [Line(account.id, "paiement", -300), Line(others.beneficiaires, "paiement", 300)]
    with pytest.raises(Problem):
        post_entry(entry=Entry(nature="paiement", date_valeur=timezone.localdate()), lines=lines)
    reduce_reservation(reservation_id=run, amount=300)
    post_entry(entry=Entry(nature="paiement", date_valeur=timezone.localdate()), lines=lines)
    account.refresh_from_db()
    assert (account.solde, account.reserve) == (700, 500)
    with pytest.raises(ValueError, match="less than 501"):
        reduce_reservation(reservation_id=run, amount=501)
    assert check_ledger() == []


def test_one_voucher_is_deposited_once(account, deposit):
    deposit(100, "DEP-1")
    forget_locks()
    with pytest.raises(DatabaseError, match="mouvement_depot_once"), transaction.atomic():
        deposit(100, "DEP-1")


@pytest.mark.parametrize(
    "statement",
    [
        "UPDATE transfers_mouvement SET montant = montant + 1, solde_apres = solde_apres + 1",
        "DELETE FROM transfers_mouvement",
        "TRUNCATE transfers_mouvement CASCADE",
        "UPDATE transfers_ecriture SET description = 'x'",
        "DELETE FROM transfers_ecriture",
        "TRUNCATE transfers_compte CASCADE",
        "UPDATE transfers_compte SET solde = solde + 1",
        "UPDATE transfers_compte SET reserve = 1",
        "UPDATE transfers_compte SET nature = 'attente' WHERE nature = 'frais'",
        "INSERT INTO transfers_compte (projet_id, nature, solde) SELECT projet_id, 'operateur', 5 FROM transfers_compte",
        "INSERT INTO transfers_mouvement SELECT * FROM transfers_mouvement",
        "DELETE FROM transfers_compte WHERE dernier_numero > 0",
        "SELECT transfers_post_entry(uuid7(), ARRAY(SELECT ROW(id, 'depot', CASE nature WHEN 'tresor' THEN -1 ELSE 1 END, 'X',"
        " NULL, NULL, NULL)::transfers_line FROM transfers_compte WHERE dernier_numero > 0))",
    ],
)
@pytest.mark.parametrize("role", ["origin", "replica"])
def test_nobody_changes_what_was_posted(account, deposit, statement, role):
    """Also not as a replica, whose ordinary triggers do not fire: so does a restore of the data alone."""
    deposit(100)
    with pytest.raises(DatabaseError), transaction.atomic(), connection.cursor() as cursor:
        cursor.execute(f"SET LOCAL session_replication_role = {role}")
        cursor.execute(statement)
    account.refresh_from_db()
    assert (account.solde, Movement.objects.count(), check_ledger()) == (100, 2, [])


FORGED = """
INSERT INTO transfers_mouvement (compte_id, ecriture_id, numero, type, montant, solde_avant, solde_apres,
  empreinte_precedente, empreinte)
SELECT compte_id, ecriture_id, {numero}, type, montant, {avant}, {avant} + montant, empreinte, {empreinte}
FROM transfers_mouvement
"""


@pytest.mark.parametrize(
    ("numero", "avant", "empreinte"),
    [("numero + 2", "solde_apres", "''"), ("numero + 1", "solde_avant", "''"), ("numero + 1", "solde_apres", "''")],
    ids=["gap", "wrong balance", "wrong hash"],
)
def test_a_forged_movement_is_refused(account, deposit, numero, avant, empreinte):
    deposit(100)
    forged = FORGED.format(numero=numero, avant=avant, empreinte=empreinte)
    with (
        pytest.raises(DatabaseError, match="do not continue the chain"),
        transaction.atomic(),
        connection.cursor() as cursor,
    ):
        cursor.execute(forged)


@pytest.mark.parametrize(
    ("statement", "invariant"),
    [
        ("UPDATE transfers_compte SET solde = 101 WHERE nature = 'operateur'", "1 "),
        ("UPDATE transfers_mouvement SET solde_avant = 1, solde_apres = 101 WHERE montant = 100", "2 "),
        ("UPDATE transfers_compte SET reserve = 1 WHERE nature = 'operateur'", "3 "),
        ("UPDATE transfers_mouvement SET reference = 'other' WHERE montant = 100", "8 "),
        ("UPDATE transfers_mouvement SET montant = 90, solde_apres = 90 WHERE montant = 100", "an entry"),
    ],
)
def test_each_invariant_is_checked(account, deposit, statement, invariant):
    """Done by somebody who may switch triggers off: found out."""
    deposit(100)
    with connection.cursor() as cursor:
        cursor.execute("SET CONSTRAINTS ALL IMMEDIATE")
        cursor.execute("ALTER TABLE transfers_compte DISABLE TRIGGER USER")
        cursor.execute("ALTER TABLE transfers_mouvement DISABLE TRIGGER USER")
        cursor.execute(statement)
    assert [fault.invariant for fault in check_ledger() if fault.invariant.startswith(invariant)]


@pytest.mark.django_db(transaction=True)
def test_the_command_prints_each_invariant_and_fails_for_a_broken_one(account, deposit, capsys):
    with transaction.atomic():
        deposit(100)
    call_command("check_ledger")
    assert len(re.findall("^holds ", capsys.readouterr().out, re.MULTILINE)) >= 5
    with connection.cursor() as cursor:
        cursor.execute("ALTER TABLE transfers_compte DISABLE TRIGGER compte_guard")
        cursor.execute("UPDATE transfers_compte SET solde = 101 WHERE nature = 'operateur'")
        cursor.execute("ALTER TABLE transfers_compte ENABLE ALWAYS TRIGGER compte_guard")
    with pytest.raises(CommandError, match="1 of"):
        call_command("check_ledger")
    assert f"BROKEN  1 a balance is the sum of its movements\n          {account.id}: 101" in capsys.readouterr().out


def test_many_lines_are_one_chain(account, project, deposit):
    deposit(10_000)
    forget_locks()
    others = find_project_accounts(project.id)
    lock_accounts([account.id, others.beneficiaires])
    lines = [Line(account.id, "paiement", -3, objet_id=uuid7()) for _ in range(2000)]
    posted = post_entry(
        entry=Entry(nature="paiement", date_valeur=timezone.localdate()),
        lines=[*lines, Line(others.beneficiaires, "paiement", 6000)],
    )
    account.refresh_from_db()
    assert (posted, account.solde, account.dernier_numero) == (2001, 4000, 2001)
    assert check_ledger() == []
