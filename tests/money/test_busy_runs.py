"""A run that has begun while others hold what it needs."""

import threading

import pytest
from django.db import connection, transaction

from transfers.execution import jobs
from transfers.execution.models import Attempt, Run
from transfers.execution.services import begin_runs
from transfers.execution.types import RunOptions
from transfers.ledger.api import check_ledger
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
