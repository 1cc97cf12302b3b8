"""A run that has begun while others hold what it needs."""

import threading

import pytest
from django.db import connection, transaction

from config.errors.problems import Problem
from tests.threads import in_thread, wait_for_a_wait
from transfers.execution import jobs
from transfers.execution.models import Attempt, Run
from transfers.execution.services import begin_runs
from transfers.execution.types import RunOptions
from transfers.ledger.api import check_ledger
from transfers.operators.models import OperatorAccount
from transfers.payments.models import Payment

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def begun(world, cast):
    """A run of three payments, prepared and not yet sent."""
    world.enrol(3)
    cycle = world.plan()
    world.fund(100_000)
    options = RunOptions(fournisseur="simulateur", operateur="operator_a_money", simulation={})
    return begin_runs(cycle=cycle, options=options, user=cast.admin)[0]


def test_no_run_begins_from_an_account_that_was_just_closed(world, cast):
    world.enrol(1)
    cycle = world.plan()
    world.fund(100_000)
    options = RunOptions(fournisseur="simulateur", operateur="operator_a_money", simulation={})

    def close_account(ready, over):
        with transaction.atomic():
            OperatorAccount.objects.select_for_update().update(actif=False)
            ready.set()
            wait_for_a_wait()

    with in_thread(close_account), pytest.raises(Problem) as refused:
        begin_runs(cycle=cycle, options=options, user=cast.admin)
    assert refused.value.details == {"operateur": ["Le projet n'a pas de compte actif chez cet opérateur."]}
    assert not Run.objects.exists()
    assert world.balance() == (100_000, 0)


def hold_run(run, held, done):
    """Lock a run until `done`."""
    with transaction.atomic():
        Run.objects.select_for_update().get(id=run.id)
        held.set()
        done.wait(30)
    connection.close()


def test_what_was_sent_is_left_to_the_worker_when_its_end_cannot_be_stored(begun, world):
    held, done = threading.Event(), threading.Event()
    holder = threading.Thread(target=hold_run, args=(begun, held, done))

    def wait_for_holder(step):
        if step == "after send":
            holder.start()
            held.wait(30)
            with connection.cursor() as cursor:
                cursor.execute("SET lock_timeout = '200ms'")
            threading.Timer(1, done.set).start()

    try:
        jobs.drive_or_leave(begun.id, step=wait_for_holder)
    finally:
        done.set()
        holder.join()
        with connection.cursor() as cursor:
            cursor.execute("RESET lock_timeout")
    assert set(Attempt.objects.values_list("etat", flat=True)) == {"envoyee"}
    Run.objects.update(bail_fin=None)
    jobs.drive_run(begun.id)
    assert set(Payment.objects.values_list("statut", flat=True)) == {"reussi"}
    assert (world.balance(), check_ledger()) == ((55_000, 0), [])
