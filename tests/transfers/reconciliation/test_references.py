"""What an entry of a session names exists, whoever writes: the database holds it per statement (decision 0269)."""

from functools import partial

import pytest
from django.db import IntegrityError, connection, transaction

from config.ids import uuid7
from tests.money.conftest import World
from tests.threads import run_beside
from tests.transfers.reconciliation.desk import Desk
from transfers.reconciliation.checks import check_references
from transfers.reconciliation.models import ReconciliationEntry, StatementLine

COLUMNS = ("session_id", "paiement_id", "ligne_id", "ligne_renversee_id")
TABLES = ("transfers_rapprochement", "transfers_paiement", "transfers_releve_ligne")
INSERT = """
INSERT INTO transfers_rapprochement_entree
  (source, statut, raison, session_id, paiement_id, ligne_id, ligne_renversee_id)
VALUES (%(source)s, 'non_rapprochee', 'inconnue', %(session_id)s, %(paiement_id)s, %(ligne_id)s, %(ligne_renversee_id)s)
"""


def run(statement, params=None):
    with connection.cursor() as cursor:
        cursor.execute(statement, params)


@pytest.fixture
def entries(desk):
    """The entries of a session of two lines, one of which is a payment's."""
    path = desk.open(desk.line(0), "nobody,999999999,700,2025-02-10")
    desk.call(f"{path}/match")
    return ReconciliationEntry.objects.all()


def test_every_reference_of_the_table_is_held():
    assert {field.column for field in ReconciliationEntry._meta.fields if field.is_relation} == set(COLUMNS)


@pytest.mark.parametrize("column", COLUMNS)
def test_insert_of_an_unknown_one_is_refused(entries, column):
    line = entries.filter(paiement=None).get()
    params = {"source": "releve", "session_id": line.session_id, "paiement_id": None, "ligne_renversee_id": None}
    run("DELETE FROM transfers_rapprochement_entree WHERE id = %s", [line.id])
    before = entries.count()
    with pytest.raises(IntegrityError, match="names no row of"), transaction.atomic():
        run(INSERT, params | {"ligne_id": line.ligne_id} | {column: uuid7()})
    assert entries.count() == before


@pytest.mark.parametrize("column", COLUMNS)
def test_update_to_an_unknown_one_is_refused(entries, column):
    line = entries.filter(paiement=None).get()
    with pytest.raises(IntegrityError, match=f"{column} names no row of"), transaction.atomic():
        run(f"UPDATE transfers_rapprochement_entree SET {column} = %s WHERE id = %s", [uuid7(), line.id])


@pytest.mark.parametrize("table", TABLES)
@pytest.mark.parametrize("write", ["DELETE FROM {}", "UPDATE {} SET id = uuid7()", "TRUNCATE {} CASCADE"])
def test_what_is_named_stays(entries, table, write):
    # Foreign keys that were deferred are checked: what wants them unchecked is refused for that alone.
    run("SET CONSTRAINTS ALL IMMEDIATE")
    run("SET CONSTRAINTS ALL DEFERRED")
    with pytest.raises(IntegrityError, match="entries of sessions still name"), transaction.atomic():
        run(write.format(table))


def test_what_no_entry_names_goes(desk):
    desk.open(desk.line(0))
    for table in ("transfers_rapprochement", "transfers_releve_place", "transfers_releve_ligne"):
        run(f"DELETE FROM {table}")
    assert not StatementLine.objects.exists()


def test_a_missing_row_is_reported(entries):
    assert check_references() is None
    run("ALTER TABLE transfers_rapprochement_entree DISABLE TRIGGER refers_update")
    run("UPDATE transfers_rapprochement_entree SET ligne_renversee_id = uuid7() WHERE paiement_id IS NULL")
    assert check_references() == "1 entries of sessions name a ligne_renversee that is not there"


def delete_line(entry):
    run("DELETE FROM transfers_releve_place WHERE ligne_id = %s", [entry["ligne_id"]])
    run("DELETE FROM transfers_releve_ligne WHERE id = %s", [entry["ligne_id"]])


def add_entry(entry):
    run(INSERT, entry)


def move_entry(entry):
    run("UPDATE transfers_rapprochement_entree SET ligne_renversee_id = %(ligne_id)s WHERE source = 'sig'", entry)


@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize(
    ("first", "second"),
    [(add_entry, delete_line), (delete_line, add_entry), (move_entry, delete_line), (delete_line, move_entry)],
)
def test_the_second_of_two_transactions_loses(world: World, api, first, second):
    desk = Desk(world, api, people=1)
    desk.call(f"{desk.open(desk.line(0))}/match")
    pair = ReconciliationEntry.objects.get(source="sig")
    run("UPDATE transfers_rapprochement_entree SET ligne_id = NULL WHERE source = 'sig'")
    run("DELETE FROM transfers_rapprochement_entree WHERE source = 'releve'")
    params = {"source": "releve", "session_id": pair.session_id, "ligne_id": pair.ligne_id}
    entry = params | {"paiement_id": None, "ligne_renversee_id": None}
    (fault,) = run_beside(partial(first, entry), partial(second, entry))
    assert isinstance(fault, IntegrityError)
    assert check_references() is None
