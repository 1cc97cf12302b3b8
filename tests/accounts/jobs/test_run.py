"""Jobs: run once, run twice, cancelled, killed, taken over."""

import threading
import time
from datetime import timedelta

import pytest
from django.db import connection, transaction
from django.utils import timezone

from accounts.jobs import services
from accounts.jobs.hooks import JobKind, job_kinds
from accounts.jobs.jobs import execute_job
from accounts.jobs.models import Job
from accounts.roles.models import Role
from config.errors.problems import Problem
from tests.conftest import make_user
from tests.hooks import add_to

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def user():
    return make_user("ROLE_USER")


@pytest.fixture
def kind(monkeypatch):
    """Registers the job kind `essai` for one test; its hints are collected, not queued."""
    hints = []
    monkeypatch.setattr(services, "queue_job", hints.append)

    def register(run):
        add_to(monkeypatch, job_kinds, essai=JobKind(run))
        return hints

    return register


def mark(job, name="effet"):
    """A visible effect of a run, written in its transaction."""
    Role.objects.create(nom=name, code=f"ROLE_{name.upper()}_{Role.objects.filter(nom=name).count()}")


def effects(name="effet"):
    return Role.objects.filter(nom=name).count()


def test_result_and_effect_are_written_together(user, kind, api):
    def run(job, progress):
        progress.report(3, 10)
        mark(job)
        return {"vu": job.parametres["n"]}

    hints = kind(run)
    job = services.start_job("essai", {"n": 7}, user)
    assert hints == [job.id]
    execute_job(job.id)
    assert Job.objects.get().parametres == {}  # what was asked is forgotten
    shown = api(user).get(f"/api/jobs/{job.id}").json()["data"]
    assert (shown["statut"], shown["resultat"]) == ("termine", {"vu": 7})
    # All is done, although the run told less.
    assert shown["progression"] == {"fait": 10, "total": 10, "pourcentage": 100.0}
    assert effects() == 1


def test_running_twice_has_one_effect(user, kind):
    kind(lambda job, progress: mark(job) or {})
    job = services.start_job("essai", {}, user)
    execute_job(job.id)
    execute_job(job.id)
    assert effects() == 1


@pytest.mark.parametrize("fault", [ZeroDivisionError(), Problem("INVALID_STATUS", "Trop tard.")])
def test_a_failed_job_changes_nothing_and_says_why(user, kind, fault):
    def run(job, progress):
        mark(job)
        raise fault

    kind(run)
    job = services.start_job("essai", {"n": 7}, user)
    execute_job(job.id)
    job.refresh_from_db()
    assert (job.statut, job.parametres, effects()) == ("echoue", {}, 0)
    why = "Trop tard." if isinstance(fault, Problem) else "Une erreur interne a arrêté la tâche."
    assert job.erreur == f"{why} Rien n'a été modifié."


def test_cancelling_a_waiting_job(user, kind, api):
    kind(lambda job, progress: {})
    job = services.start_job("essai", {}, user)
    assert api(user).post(f"/api/jobs/{job.id}/annuler").json()["data"]["statut"] == "annule"
    execute_job(job.id)
    assert Job.objects.get(id=job.id).statut == "annule"
    again = api(user).post(f"/api/jobs/{job.id}/annuler")
    assert (again.status_code, again.json()["code"]) == (400, "INVALID_STATUS")


def test_cancelling_a_running_job_rolls_back(user, kind, monkeypatch):
    monkeypatch.setattr("accounts.jobs.jobs.BEAT_SECONDS", 0.05)
    started = threading.Event()

    def run(job, progress):
        mark(job)
        started.set()
        for step in range(400):
            progress.report(step, 400)
            time.sleep(0.02)
        return {}

    kind(run)
    job = services.start_job("essai", {}, user)
    thread = threading.Thread(target=execute_job, args=(job.id,))
    thread.start()
    started.wait(60)
    services.cancel_job(job)
    thread.join(60)
    job.refresh_from_db()
    assert (job.statut, effects()) == ("annule", 0)


def test_progress_can_be_read_while_the_job_runs(user, kind, monkeypatch):
    monkeypatch.setattr("accounts.jobs.jobs.BEAT_SECONDS", 0.05)
    seen, go = threading.Event(), threading.Event()

    def run(job, progress):
        progress.report(40, 100)
        seen.set()
        go.wait(60)
        return {}

    kind(run)
    job = services.start_job("essai", {}, user)
    thread = threading.Thread(target=execute_job, args=(job.id,))
    thread.start()
    seen.wait(60)
    until = time.monotonic() + 30
    while job.total != 100 and time.monotonic() < until:
        time.sleep(0.02)
        job.refresh_from_db()
    assert (job.statut, job.fait, job.total) == ("en_cours", 40, 100)
    go.set()
    thread.join(60)


def test_a_run_whose_lease_was_taken_over_cannot_commit(user, kind):
    taken = threading.Event()

    def run(job, progress):
        mark(job)
        if job.essais == 1:
            paused.set()
            # Both leave the same effect: the second waits until the first has given up.
            taken.wait(1)
        return {"essai": job.essais}

    paused = threading.Event()
    kind(run)
    job = services.start_job("essai", {}, user)
    first = threading.Thread(target=execute_job, args=(job.id,))
    first.start()
    paused.wait(60)
    Job.objects.filter(id=job.id).update(lease_until=timezone.now() - timedelta(seconds=1))
    execute_job(job.id)
    taken.set()
    first.join(60)
    job.refresh_from_db()
    assert (job.statut, job.resultat, effects()) == ("termine", {"essai": 2}, 1)


def test_recover_queues_dead_runs_again_and_gives_up_in_the_end(user, kind, settings):
    hints = kind(lambda job, progress: {})
    dead = services.start_job("essai", {}, user)
    spent = services.start_job("essai", {}, user)
    lapse = timezone.now() - timedelta(seconds=1)
    Job.objects.filter(id=dead.id).update(statut="en_cours", lease_until=lapse, essais=1)
    Job.objects.filter(id=spent.id).update(statut="en_cours", lease_until=lapse, essais=settings.JOB_MAX_ATTEMPTS)
    hints.clear()
    services.recover_dead_jobs()
    assert hints == [dead.id]
    execute_job(dead.id)
    assert set(Job.objects.values_list("id", "statut")) == {(dead.id, "termine"), (spent.id, "echoue")}


def test_others_do_not_see_a_job(user, kind, api):
    kind(lambda job, progress: {})
    job = services.start_job("essai", {}, user)
    other = api(make_user("ROLE_SUPER_ADMIN"))
    assert other.get(f"/api/jobs/{job.id}").status_code == 404
    assert other.post(f"/api/jobs/{job.id}/annuler").status_code == 404


def test_a_job_whose_transaction_fails_is_neither_there_nor_queued(user):
    def count():
        with connection.cursor() as cursor:
            cursor.execute("SELECT (SELECT count(*) FROM procrastinate_jobs), (SELECT count(*) FROM accounts_job)")
            return cursor.fetchone()

    before = count()
    with pytest.raises(RuntimeError), transaction.atomic():
        services.start_job("import_menages", {}, user)
        assert count() == (before[0] + 1, before[1] + 1)
        raise RuntimeError
    assert count() == before


def test_a_lost_race_is_no_fault_of_ours(user, kind):
    def run(job, progress):
        Role.objects.create(nom="a", code="ROLE_TWICE")
        Role.objects.create(nom="b", code="ROLE_TWICE")

    kind(run)
    job = services.start_job("essai", {}, user)
    execute_job(job.id)
    job.refresh_from_db()
    assert (job.statut, job.erreur) == (
        "echoue",
        "D'autres personnes ont changé les mêmes données pendant la tâche. Recommencez. Rien n'a été modifié.",
    )
