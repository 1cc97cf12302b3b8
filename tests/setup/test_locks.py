"""Locks are taken in one order, by one module."""

import re

import pytest
from django.db import connection, transaction

from accounts.users.models import User
from config.errors.problems import Problem
from config.locks import (
    Lock,
    LockOrderError,
    claim_lock,
    lock_free_rows,
    lock_name,
    lock_row,
    lock_rows,
    try_lock_name,
)
from config.postgis.base import get_connection
from registry.households.models import Household
from tests.test_architecture import PACKAGES, ROOT, sources

IN_PYTHON = re.compile(
    r"\.select_for_update\(|pg_(?:try_)?advisory_xact_lock|FOR (?:NO KEY )?UPDATE\b(?! OF)|LOCK TABLE"
)
IN_SQL = re.compile(r"\bFOR (?:NO KEY |KEY )?(?:UPDATE|SHARE)\b|advisory_xact_lock|^LOCK TABLE", re.MULTILINE)


def test_any_two_locks_are_taken_in_their_order_only(transactional_db):
    order = list(Lock)
    for place, lock in enumerate(order):
        for later in order[place + 1 :]:
            with transaction.atomic():
                claim_lock(lock)
                claim_lock(later)
            with transaction.atomic():
                claim_lock(later)
                with pytest.raises(LockOrderError, match=f"{lock.name} is locked after {later.name}"):
                    claim_lock(lock)


def test_a_lock_is_taken_once(db, country):
    with transaction.atomic():
        list(lock_rows(Lock.USERS, User.objects.all()))
        with pytest.raises(LockOrderError):
            lock_rows(Lock.USERS, User.objects.all())


def test_the_lock_of_a_table_may_be_taken_again(db):
    with transaction.atomic():
        claim_lock(Lock.NEAREST_SERVICES, again=True)
        claim_lock(Lock.QUALITY_TALLIES)
        claim_lock(Lock.NEAREST_SERVICES, again=True)


def test_the_next_transaction_begins_anew(transactional_db):
    for _time in range(2):
        with transaction.atomic():
            lock_name(Lock.REFERENCES, "statut")
            assert get_connection().held_locks == [Lock.REFERENCES]
    with transaction.atomic():
        lock_name(Lock.REFERENCES, "statut")
        transaction.set_rollback(True)
    assert get_connection().held_locks == []


def test_a_savepoint_that_is_rolled_back_has_locked_nothing(transactional_db):
    with transaction.atomic():
        lock_name(Lock.HOUSEHOLDS)
        with transaction.atomic():
            lock_name(Lock.PROJECTS)
            transaction.set_rollback(True)
        lock_name(Lock.PROGRAMMES)
        with transaction.atomic():
            lock_name(Lock.QUALITY_TALLIES)
        with pytest.raises(LockOrderError):
            lock_name(Lock.PROJECTS)


def test_nothing_is_locked_outside_a_transaction(transactional_db):
    with pytest.raises(LockOrderError, match="outside a transaction"):
        lock_name(Lock.REFERENCES, "statut")


def test_who_never_waits_may_come_late_but_not_others_after(db):
    with transaction.atomic():
        lock_name(Lock.HOUSEHOLDS)
        assert try_lock_name(Lock.DUPLICATE_ANALYSIS, shared=True)
        assert list(lock_free_rows(Lock.USERS, User.objects.all())) == []
        with pytest.raises(LockOrderError):
            claim_lock(Lock.PROGRAMMES)


def test_rows_are_locked_in_the_order_of_their_ids(db, django_assert_num_queries):
    with transaction.atomic(), django_assert_num_queries(1) as asked:
        list(lock_rows(Lock.USERS, User.objects.order_by("nom")))
    [statement] = asked.captured_queries
    assert statement["sql"].endswith('ORDER BY "accounts_user"."id" ASC FOR NO KEY UPDATE OF "accounts_user"')


def test_a_row_that_is_gone_is_not_found(db):
    with transaction.atomic(), pytest.raises(Problem) as raised:
        lock_row(Lock.HOUSEHOLDS, Household.objects.filter(id="01a204d2-dc43-7709-9403-ccdd9c237824"))
    assert raised.value.code == "NOT_FOUND"


@pytest.mark.parametrize(
    ("lock", "name", "keys"),
    [
        (Lock.REFERENCES, "statut", "hashtext('registry_reference'), hashtext('statut')"),
        (Lock.AREA_NAMES, "localite", "hashtext('geo.imports.localite')"),
        (Lock.FILE_REMOVALS, "", "hashtext('accounts.files')"),
    ],
)
def test_names_keep_the_keys_that_other_processes_know(db, lock, name, keys):
    with transaction.atomic(), connection.cursor() as cursor:
        lock_name(lock, name)
        cursor.execute(
            f"SELECT pg_try_advisory_xact_lock({keys}), count(*) FROM pg_locks "
            "WHERE locktype = 'advisory' AND pid = pg_backend_pid()"
        )
        assert cursor.fetchone() == (True, 1), "the same key is not a second lock"


def list_statements() -> set[tuple[str, str]]:
    """Return the named queries that lock rows, tables or names."""
    found = set()
    for path in sources(".sql"):
        if "migrations" in path.parts or path.relative_to(ROOT).parts[0] not in PACKAGES:
            continue
        _, *parts = re.split(r"^-- name: (\w+)$", path.read_text(encoding="utf-8"), flags=re.MULTILINE)
        for name, body in zip(parts[::2], parts[1::2], strict=True):
            text = "\n".join(line for line in body.splitlines() if not line.strip().startswith("--"))
            if IN_SQL.search(text):
                found.add((path.name, name))
    return found


def test_python_locks_by_this_module_alone():
    allowed = {
        # The form of the administration: the service that saves locks the row again, in its order.
        "accounts/backoffice/fields.py",
        "config/locks.py",
        # Locks what a SELECT returns, after `claim_lock`.
        "registry/households/locks.py",
    }
    found = {
        str(path.relative_to(ROOT))
        for path in sources(".py")
        if not {"migrations", "tests"} & set(path.relative_to(ROOT).parts)
        and IN_PYTHON.search(re.sub(r'""".*?"""|#[^\n]*', "", path.read_text(encoding="utf-8"), flags=re.DOTALL))
    }
    assert found <= allowed, found - allowed


def test_sql_that_locks_is_known():
    """Each is preceded by `claim_lock`, or never waits. A new one is looked at: does it keep the order?"""
    assert list_statements() == {
        ("beneficiaries.sql", "lock_displaced"),
        ("complaints.sql", "hold_locality"),
        ("complaints.sql", "hold_sector"),
        ("submissions.sql", "copy_statuses"),
        ("duplicates.sql", "retain_households"),
        ("duplicates.sql", "retain_free_households"),
        ("duplicates.sql", "lock_households"),
        ("duplicates.sql", "lock_free_households"),
        ("duplicates.sql", "lock_mobile_accounts"),
        ("enrolment.sql", "lock_household_choice"),
        ("execution.sql", "claim_batch"),
        ("erasure.sql", "begin_erasure"),
        ("checks.sql", "create_known_locked"),
        ("nearest.sql", "lock_against_writers"),
        ("submissions.sql", "lock_services"),
        ("nearest.sql", "lock_against_services"),
        # One row, which one job asks for, before anything else.
        ("sync.sql", "lock_announcement"),
        ("tally.sql", "lock_households_against_truncate"),
    }
