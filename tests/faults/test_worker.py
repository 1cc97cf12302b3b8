"""The worker: lanes of their own, a clock that goes back, what dead workers leave, a database that goes away."""

import os
import signal
import subprocess
import sys
import time
from datetime import timedelta

import pytest
from django.db import connection, transaction
from django.utils import timezone
from procrastinate.contrib.django import app

from accounts.jobs import services
from accounts.jobs.hooks import JobKind, job_kinds
from accounts.jobs.jobs import execute_job
from accounts.jobs.models import Job
from accounts.mails.models import OutgoingMail
from accounts.roles.models import Role
from accounts.worker.lanes import LANES, run_with_fresh_connection, tidy_queue
from config.devtools.shell import ROOT
from registry.quality_dashboard.jobs import build_analysis_params
from registry.quality_dashboard.services import QUALITY_ANALYSIS_JOB
from tests.conftest import make_user
from tests.faults.serving import database_url
from tests.hooks import add_to
from tests.threads import in_thread

pytestmark = pytest.mark.django_db(transaction=True)


def ask(statement, *params):
    with connection.cursor() as cursor:
        cursor.execute(statement, params)
        return cursor.fetchone()[0] if cursor.description else cursor.rowcount


def wait_for(condition, seconds=30):
    until = time.monotonic() + seconds
    while not condition():
        assert time.monotonic() < until, "it does not come"
        time.sleep(0.1)


@pytest.fixture
def worker(tmp_path):
    """`manage.py worker` on the tests' database, with jobs that wait for a lock of the test's."""
    env = os.environ | {"DATABASE_URL": database_url(), "TABANCA_LOCAL_DIR": str(tmp_path)}
    log = tmp_path / "worker.log"
    with log.open("wb") as out:
        process = subprocess.Popen([sys.executable, "manage.py", "worker"], cwd=ROOT, env=env, stdout=out, stderr=out)
    wait_for(lambda: ask("SELECT count(*) FROM procrastinate_workers") == len(LANES))
    yield log
    print(log.read_text())
    process.send_signal(signal.SIGTERM)
    assert process.wait(30) == 0, log.read_text()


def test_every_task_has_a_lane():
    queues = {task.queue for task in app.tasks.values() if not task.name.startswith("builtin")}
    assert queues == {queue for lane in LANES.values() for queue in lane}


@pytest.mark.slow
def test_long_jobs_keep_no_mail_and_no_upkeep_waiting(worker, api, cast):
    """Both slots of jobs wait for a table that the test holds; a mail leaves and the history is sealed meanwhile."""

    def hold(ready, over):
        with transaction.atomic():
            ask("LOCK TABLE registry_menage IN ACCESS EXCLUSIVE MODE")
            ready.set()
            over.wait(90)

    with in_thread(hold):
        for _ in range(3):
            services.start_job(QUALITY_ANALYSIS_JOB, build_analysis_params(), cast.admin)
        wait_for(lambda: Job.objects.filter(statut="en_cours").count() == 2)
        boss = make_user("ROLE_SUPER_ADMIN")
        assert api(boss).post(f"/api/users/{cast.agent_west.id}/reset-password").status_code == 200
        wait_for(lambda: OutgoingMail.objects.get().statut == "envoye")
        assert Job.objects.filter(statut="en_cours").count() == 2
        Job.objects.update(annulation_demandee=True)


@pytest.mark.slow
def test_the_worker_outlives_its_connections(worker, cast):
    """As after a restart of the database: all its connections end at once, and it goes on."""
    ended = ask(
        "SELECT count(pg_terminate_backend(pid)) FROM pg_stat_activity WHERE datname = current_database()"
        " AND pid <> pg_backend_pid()"
    )
    assert ended >= 3
    job = services.start_job(QUALITY_ANALYSIS_JOB, build_analysis_params(), cast.admin)
    wait_for(lambda: Job.objects.get(id=job.id).statut not in ("en_attente", "en_cours"), 60)


def test_a_job_whose_connection_is_lost_gets_another_try(cast, monkeypatch):
    hints = []
    monkeypatch.setattr(services, "queue_job", hints.append)

    def run(job, progress):
        Role.objects.create(nom="Effet", code=f"ROLE_EFFET_{job.essais}")
        if job.essais == 1:
            pid = connection.connection.info.backend_pid

            def end(ready, over):
                ask("SELECT pg_terminate_backend(%s, 5000)", pid)
                ready.set()

            with in_thread(end):
                pass
        Role.objects.count()
        return {"essai": job.essais}

    add_to(monkeypatch, job_kinds, essai=JobKind(run))
    job = services.start_job("essai", {"n": 1}, cast.admin)
    execute_job(job.id)
    connection.close()
    job.refresh_from_db()
    assert (job.statut, job.parametres) == ("en_cours", {"n": 1})
    Job.objects.filter(id=job.id).update(lease_until=timezone.now() - timedelta(seconds=1))
    hints.clear()
    services.recover_dead_jobs()
    assert hints == [job.id]
    execute_job(job.id)
    job.refresh_from_db()
    assert (job.statut, job.resultat) == ("termine", {"essai": 2})
    assert set(Role.objects.filter(nom="Effet").values_list("code", flat=True)) == {"ROLE_EFFET_2"}


def test_a_heartbeat_outlives_a_lost_connection(cast, monkeypatch):
    monkeypatch.setattr("accounts.jobs.jobs.BEAT_SECONDS", 0.05)

    def run(job, progress):
        time.sleep(0.3)
        own = connection.connection.info.backend_pid
        ask(
            "SELECT count(pg_terminate_backend(pid, 5000)) FROM pg_stat_activity WHERE datname = current_database()"
            " AND pid <> %s AND backend_type = 'client backend'",
            own,
        )
        time.sleep(0.3)
        progress.report(7, 9)
        wait_for(lambda: Job.objects.get(id=job.id).fait == 7)
        return {}

    add_to(monkeypatch, job_kinds, essai=JobKind(run))
    monkeypatch.setattr(services, "queue_job", lambda job_id: None)
    job = services.start_job("essai", {}, cast.admin)
    execute_job(job.id)
    job.refresh_from_db()
    assert (job.statut, job.fait) == ("termine", 9)


def test_a_clock_that_goes_back_stops_no_periodic_work():
    noon = 1_800_000_000
    ask("INSERT INTO procrastinate_periodic_defers (task_name, defer_timestamp) VALUES ('seal_audit', %s)", noon)
    assert tidy_queue(noon - 60) == 0
    assert tidy_queue(noon - 3600) == 1
    assert ask("SELECT count(*) FROM procrastinate_periodic_defers WHERE defer_timestamp = %s", noon) == 0


def test_a_lease_from_before_the_clock_went_back_has_lapsed(cast, monkeypatch, settings):
    hints = []
    monkeypatch.setattr(services, "queue_job", hints.append)
    add_to(monkeypatch, job_kinds, essai=JobKind(lambda job, progress: {}))
    dead = services.start_job("essai", {}, cast.admin)
    alive = services.start_job("essai", {}, cast.admin)
    now = timezone.now()
    Job.objects.filter(id=dead.id).update(statut="en_cours", essais=1, lease_until=now + timedelta(hours=1))
    lease = now + timedelta(seconds=settings.JOB_LEASE_SECONDS)
    Job.objects.filter(id=alive.id).update(statut="en_cours", essais=1, lease_until=lease)
    hints.clear()
    services.recover_dead_jobs()
    assert hints == [dead.id]


def test_what_dead_workers_leave_is_removed():
    dead = ask("INSERT INTO procrastinate_workers (last_heartbeat) VALUES (now() - interval '1 hour') RETURNING id")
    alive = ask("INSERT INTO procrastinate_workers DEFAULT VALUES RETURNING id")

    def queued(status, worker=None):
        """A row as procrastinate leaves it: queued first, then what became of it."""
        identity = ask("INSERT INTO procrastinate_jobs (task_name, queue_name) VALUES ('x', 'jobs') RETURNING id")
        change = "UPDATE procrastinate_jobs SET status = %s, worker_id = %s WHERE id = %s"
        ask(change, status, worker, identity)
        return identity

    queued("doing", dead)
    kept = {queued("doing", alive), queued("todo"), queued("failed")}
    old = queued("failed")
    ask("UPDATE procrastinate_events SET at = now() - interval '30 days' WHERE job_id = %s", old)
    tidy_queue(time.time())
    with connection.cursor() as cursor:
        cursor.execute("SELECT id FROM procrastinate_jobs WHERE task_name = 'x'")
        assert {identity for (identity,) in cursor.fetchall()} == kept
    ask("DELETE FROM procrastinate_jobs WHERE task_name = 'x'")


def test_a_thread_of_the_worker_gets_a_connection_that_works():
    connection.ensure_connection()
    pid = connection.connection.info.backend_pid

    def end(ready, over):
        ask("SELECT pg_terminate_backend(%s, 5000)", pid)
        ready.set()

    with in_thread(end):
        pass
    assert run_with_fresh_connection(lambda: ask("SELECT 1"), None, None) == 1
