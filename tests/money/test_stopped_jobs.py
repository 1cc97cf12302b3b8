"""A job of an execution that is stopped pays nobody any more, and says what it has paid."""

import time

import pytest
from django.db import OperationalError
from django.utils import timezone

from accounts.jobs.jobs import execute_job
from accounts.jobs.models import Job
from accounts.jobs.services import cancel_job
from accounts.users.models import User
from config.postgis.base import get_connection
from transfers.cycles.models import Cycle
from transfers.execution import jobs
from transfers.execution.models import Attempt, Run
from transfers.ledger.api import check_ledger

pytestmark = pytest.mark.django_db(transaction=True)
LEFT = " : l'exécution du cycle est suspendue jusqu'à ce que quelqu'un la reprenne."


@pytest.fixture
def started(world, api, cast):
    """A job that is to pay six people."""
    world.enrol(6)
    cycle = world.plan()
    world.fund(100_000)
    get_connection().forget_locks()
    body = {"fournisseur": "simulateur", "operateur": "operator_a_money"}
    answer = api(cast.admin).post(f"/api/cycles/{cycle.id}/executer?async=true", body)
    assert answer.status_code == 202, answer.content
    get_connection().forget_locks()
    return Job.objects.get()


def stop_while_sending(monkeypatch, stop):
    """Let `stop` happen while the first two payments of six are sent."""
    monkeypatch.setattr(jobs, "BATCH_SIZE", 2)
    send = jobs.Simulator.send

    def send_and_stop(self, orders):
        stop()
        return send(self, orders)

    monkeypatch.setattr(jobs.Simulator, "send", send_and_stop)


def test_the_job_of_a_long_list_begins_it_once(world, api, cast, settings, monkeypatch):
    """What can be seen at once is refused at once; the rest is the job's, and its end."""
    world.enrol(3)
    cycle = world.plan()
    settings.SYNCHRONOUS_MAX_ROWS = 2
    client = api(cast.admin)

    def execute(status=202, **body):
        get_connection().forget_locks()
        options = {"fournisseur": "simulateur", "operateur": "operator_a_money"} | body
        answer = client.post(f"/api/cycles/{cycle.id}/executer", options)
        assert answer.status_code == status, answer.content
        return status == 202 and Job.objects.get(id=answer.json()["data"]["jobId"])

    def run(job):
        get_connection().forget_locks()
        execute_job(job.id)
        job.refresh_from_db()
        return job

    execute(400, operateur="operator_c")
    cancelled, poor = execute(), execute()
    cancel_job(cancelled)
    assert (run(poor).statut, Run.objects.count(), Cycle.objects.get().suspendu_le) == ("echoue", 0, None)
    assert poor.erreur.endswith("Aucun paiement n'est parti.")
    world.fund(100_000)
    first, second = execute(), execute()
    with monkeypatch.context() as patch:
        patch.setattr(jobs, "drive_run", lambda *given, **how: (_ for _ in ()).throw(OperationalError("gone")))
        run(first)
    Job.objects.filter(id=first.id).update(lease_until=timezone.now())
    assert (run(first).statut, first.resultat["reussis"], Run.objects.count()) == ("termine", 3, 1)
    assert run(second).statut == "echoue"
    assert (world.balance(), check_ledger()) == ((55_000, 0), [])


def test_a_job_that_is_cancelled_before_it_runs(started, world, api, cast):
    shown = api(cast.admin).post(f"/api/jobs/{started.id}/annuler").json()["data"]
    assert (shown["statut"], shown["erreur"]) == (
        "annule",
        f"Aucun paiement n'est parti. 6 paiements ne sont pas envoyés{LEFT}",
    )
    assert jobs.list_due_runs() == []
    jobs.drive_run(Run.objects.get().id)
    assert (set(Attempt.objects.values_list("etat", flat=True)), world.balance()) == ({"preparee"}, (100_000, 90_000))
    get_connection().forget_locks()
    answer = api(cast.admin).post(f"/api/cycles/{Cycle.objects.get().id}/reprendre-execution")
    assert (answer.status_code, jobs.list_due_runs()) == (200, [Run.objects.get().id])
    jobs.drive_run(Run.objects.get().id)
    assert (world.balance(), check_ledger()) == ((10_000, 0), [])


def test_a_job_that_stops_half_way(started, world, cast, monkeypatch):
    """Cancelled, or its user no longer may: what follows the batch under way stays."""
    stop_while_sending(monkeypatch, lambda: cancel_job(started))
    execute_job(started.id)
    started.refresh_from_db()
    told = f"2 paiements réussis. 4 paiements ne sont pas envoyés{LEFT}"
    assert (started.statut, started.erreur) == ("annule", told)
    assert (jobs.list_due_runs(), world.balance(), check_ledger()) == ([], (70_000, 60_000), [])

    Cycle.objects.update(suspendu_le=None)
    params = {"runs": [str(Run.objects.get().id)]}
    other = Job.objects.create(type=jobs.EXECUTION_JOB, parametres=params, user=cast.admin)
    monkeypatch.undo()

    def dismiss():
        User.objects.filter(id=cast.admin.id).update(is_active=False)
        time.sleep(0.5)  # many heartbeats

    monkeypatch.setattr("accounts.jobs.jobs.BEAT_SECONDS", 0.02)
    stop_while_sending(monkeypatch, dismiss)
    execute_job(other.id)
    other.refresh_from_db()
    assert (other.statut, jobs.list_due_runs()) == ("echoue", [])
    assert other.erreur.endswith(f"4 paiements réussis. 2 paiements ne sont pas envoyés{LEFT}")
    assert (world.balance(), check_ledger()) == ((40_000, 30_000), [])
