"""Sealing while others write, and finding what was tampered with."""

import threading

import pytest
from django.core.management import CommandError, call_command
from django.db import connection, transaction

from accounts.audit import services
from accounts.audit.checks import list_seal_faults
from accounts.audit.models import Trace
from accounts.audit.queries import SealHead, find_newest_seal
from accounts.audit.services import seal_audit_entries, write_audit_entry
from config.ids import uuid7
from tests.threads import together

pytestmark = pytest.mark.django_db(transaction=True)


def run(statement, *params):
    with connection.cursor() as cursor:
        cursor.execute(statement, params)
        return cursor.rowcount


@pytest.fixture(autouse=True)
def empty():
    """Other tests leave traces behind: nobody can remove them otherwise."""

    def clear():
        with transaction.atomic():
            run(
                "ALTER TABLE accounts_audit DISABLE TRIGGER USER; ALTER TABLE accounts_audit_sceau DISABLE TRIGGER USER"
            )
            run("DELETE FROM accounts_audit; DELETE FROM accounts_audit_sceau")
            run("ALTER TABLE accounts_audit ENABLE TRIGGER USER; ALTER TABLE accounts_audit_sceau ENABLE TRIGGER USER")

    clear()
    yield
    clear()


@pytest.fixture
def sealed():
    made = [write_audit_entry(action="lecture", model="essai", object_id=uuid7()) for _ in range(5)]
    assert seal_audit_entries() == 5
    assert list_seal_faults() == []
    return made


def tamper(statement, *params):
    """As the owner of the database could: without the triggers."""
    tables = "accounts_audit", "accounts_audit_sceau"
    with transaction.atomic():
        for table in tables:
            run(f"ALTER TABLE {table} DISABLE TRIGGER USER")
        assert run(statement, *params) == 1
        for table in tables:
            run(f"ALTER TABLE {table} ENABLE TRIGGER USER")


def found():
    return [(fault.kind, fault.entry_id) for fault in list_seal_faults()]


@pytest.mark.parametrize(
    "change",
    [
        "UPDATE accounts_audit SET utilisateur_id = uuid7() WHERE id = %s",
        'UPDATE accounts_audit SET changements = \'{"nom": [null, "x"]}\' WHERE id = %s',
        "UPDATE accounts_audit SET date = date - interval '1 day' WHERE id = %s",
        "UPDATE accounts_audit SET details = '{}' WHERE id = %s",
    ],
)
def test_a_changed_trace_is_named(sealed, change):
    tamper(change, sealed[2])
    assert found() == [("changed", sealed[2])]


def test_a_removed_trace_is_named(sealed):
    tamper("DELETE FROM accounts_audit WHERE id = %s", sealed[3])
    assert found() == [("removed", sealed[3])]


def test_a_trace_put_in_is_named(sealed):
    run("INSERT INTO accounts_audit (action, model, transaction) VALUES ('lecture', 'faux', '3')")
    assert found() == [("inserted", Trace.objects.get(model="faux").id)]


def test_a_removed_seal_and_erased_values_are_named(sealed):
    tamper("UPDATE accounts_audit_sceau SET sel = NULL WHERE trace = %s", sealed[0])
    tamper("DELETE FROM accounts_audit_sceau WHERE trace = %s", sealed[2])
    assert set(found()) >= {("erased", sealed[0]), ("seals_removed", sealed[3])}


def test_a_chain_made_anew_is_told_by_a_head_kept_elsewhere(sealed):
    kept = find_newest_seal()
    tamper("DELETE FROM accounts_audit_sceau WHERE position = %s", 5)
    tamper("DELETE FROM accounts_audit WHERE id = %s", sealed[4])
    assert list_seal_faults() == []
    assert [fault.kind for fault in list_seal_faults(kept)] == ["head"]
    assert list_seal_faults(SealHead(4, "0" * 64))[0].kind == "head"


@pytest.mark.parametrize(
    "statement",
    [
        "UPDATE accounts_audit_sceau SET sel = NULL",
        "DELETE FROM accounts_audit_sceau",
        "TRUNCATE accounts_audit_sceau",
        "UPDATE accounts_audit SET changements = '{}', model = 'x'",
    ],
)
def test_seals_are_append_only(sealed, statement):
    with pytest.raises(Exception, match="append-only"):
        run(statement)


def test_the_command(sealed, capsys):
    call_command("verify_audit")
    line = capsys.readouterr().out.strip()
    assert line.startswith("head 5:")
    call_command("verify_audit", head=line.removeprefix("head "))
    tamper("DELETE FROM accounts_audit WHERE id = %s", sealed[1])
    with pytest.raises(CommandError, match="1 entries"):
        call_command("verify_audit")
    assert str(sealed[1]) in capsys.readouterr().out
    for wrong in ("x", "x:a", "²:a", "٣:a"):
        with pytest.raises(CommandError, match="POSITION"):
            call_command("verify_audit", head=wrong)


def test_batches_chain_and_leave_nothing_out_of_one_transaction(sealed, monkeypatch):
    """Also one that was cut within a transaction's traces; what is put in afterwards is named."""
    monkeypatch.setattr(services, "SEAL_BATCH", 2)
    with transaction.atomic():
        made = [write_audit_entry(action="lecture", model="essai", object_id=uuid7()) for _ in range(5)]
    run("SELECT accounts_audit_seal(3)")
    run("INSERT INTO accounts_audit (action, model, transaction) VALUES ('lecture', 'essai', '3')")
    assert found() == [("inserted", Trace.objects.latest("numero").id)]
    tamper("DELETE FROM accounts_audit WHERE id = %s", Trace.objects.latest("numero").id)
    later = write_audit_entry(action="lecture", model="essai", object_id=uuid7())
    assert seal_audit_entries() == 3
    assert found() == []
    with connection.cursor() as cursor:
        cursor.execute("SELECT position, trace FROM accounts_audit_sceau ORDER BY position OFFSET 5")
        assert cursor.fetchall() == [(6 + n, trace) for n, trace in enumerate([*made, later])]


def test_a_running_transaction_is_waited_for(sealed):
    """What began before and ends after a sealing is sealed by the next one, and nothing is taken for put in."""
    began, sealed_once = threading.Event(), threading.Event()

    def slow():
        with transaction.atomic():
            write_audit_entry(action="lecture", model="lent")
            began.set()
            sealed_once.wait(60)
        connection.close()

    thread = threading.Thread(target=slow)
    thread.start()
    began.wait(60)
    write_audit_entry(action="lecture", model="vif")
    seal_audit_entries()
    assert list_seal_faults() == []
    sealed_once.set()
    thread.join()
    seal_audit_entries()
    assert list_seal_faults() == []
    assert find_newest_seal().position == Trace.objects.count() == 7


def test_twenty_write_while_it_is_sealed():
    def work(number):
        if number % 5 == 0:
            return [seal_audit_entries() for _ in range(10)]
        return [write_audit_entry(action="lecture", model=f"t{number}") for _ in range(20)]

    assert not [one for one in together(20, work, numbered=True) if isinstance(one, Exception)]
    seal_audit_entries()
    assert list_seal_faults() == []
    assert find_newest_seal().position == Trace.objects.count() == 16 * 20
