"""A right that is taken away in the middle of a job ends it, with nothing changed; its end is told once."""

import threading
from datetime import timedelta

import pytest
from django.db import connection
from django.utils import timezone, translation

from accounts.directory.services import toggle_user_status
from accounts.jobs import services
from accounts.jobs.hooks import job_kinds
from accounts.jobs.jobs import execute_job
from accounts.jobs.models import Job
from accounts.jobs.types import build_lost_rights_problem
from accounts.notifications.hooks import job_notices
from accounts.notifications.models import Notification
from accounts.notifications.services import DEFAULT_JOB_NOTICE
from accounts.roles.models import Role
from accounts.users.models import RoleGrant, User
from accounts.users.queries import find_active_user
from geo.areas.models import Region
from tests.accounts.jobs.test_run import effects, kind, mark
from tests.conftest import make_user, square, system_role

__all__ = ["kind"]
pytestmark = pytest.mark.django_db(transaction=True)
LONG = 20  # seconds, after which a test has failed


def elsewhere(act, *args):
    """Do it on another connection, committed before the job goes on."""

    def apart():
        act(*args)
        connection.close()

    thread = threading.Thread(target=apart)
    thread.start()
    thread.join(LONG)


@pytest.fixture
def people(monkeypatch):
    """An agent of two regions with a further role, and who administers."""
    monkeypatch.setattr("accounts.jobs.jobs.BEAT_SECONDS", 0.05)
    regions = [Region.objects.create(nom=code, code=code, geom=square(-16, 12, -15, 13)) for code in ("A", "B")]
    agent = make_user("ROLE_AGENT", *regions)
    RoleGrant.objects.create(user=agent, role=system_role("ROLE_VBG"))
    return agent, make_user("ROLE_SUPER_ADMIN"), regions


def other_role(agent, boss, regions):
    User.objects.filter(id=agent.id).update(role=system_role("ROLE_USER"))


def smaller_role(agent, boss, regions):
    role = system_role("ROLE_AGENT")
    Role.objects.filter(id=role.id).update(permissions=[key for key in role.permissions if key != "registre.importer"])


def deactivated(agent, boss, regions):
    toggle_user_status(user_id=agent.id, caller=find_active_user(boss.id))


def region_withdrawn(agent, boss, regions):
    agent.regions.remove(regions[1])


def grant_over(agent, boss, regions):
    RoleGrant.objects.filter(user=agent).update(until=timezone.now() + timedelta(milliseconds=1))


@pytest.mark.parametrize("loss", [other_role, smaller_role, deactivated, region_withdrawn, grant_over])
def test_what_is_taken_away_ends_a_running_job(people, kind, loss):
    agent, boss, regions = people
    if loss is smaller_role:
        RoleGrant.objects.all().delete()
    started = threading.Event()

    def run(job, progress):
        mark(job)
        started.set()
        for step in range(10**6):
            progress.report(step, 10**6)
            threading.Event().wait(0.01)
        return {}

    kind(run)
    job = services.start_job("essai", {"langue": "pt"}, agent)
    thread = threading.Thread(target=lambda: (execute_job(job.id), connection.close()))
    thread.start()
    assert started.wait(LONG)
    loss(agent, boss, regions)
    thread.join(LONG)
    assert not thread.is_alive()
    job.refresh_from_db()
    assert (job.statut, effects()) == ("echoue", 0)
    with translation.override("pt"):
        assert job.erreur == f"{build_lost_rights_problem().message} Nada foi alterado."
    told = Notification.objects.filter(data__jobId=str(job.id))
    assert [row.type for row in told] == ([] if loss is deactivated else ["error"])


@pytest.mark.parametrize("loss", [other_role, deactivated, region_withdrawn])
def test_a_job_that_looks_at_nothing_is_not_committed_either(people, kind, loss):
    """One long statement has no steps: the last look is taken before the commit."""
    agent, boss, regions = people

    def run(job, progress):
        mark(job)
        elsewhere(loss, agent, boss, regions)
        progress.has_lost_rights = False
        return {}

    kind(run)
    job = services.start_job("essai", {}, agent)
    execute_job(job.id)
    assert (Job.objects.get(id=job.id).statut, effects()) == ("echoue", 0)


def test_before_the_beginning(people, kind):
    agent, boss, regions = people
    kind(lambda job, progress: mark(job) or {})
    job = services.start_job("essai", {}, agent)
    deactivated(agent, boss, regions)
    execute_job(job.id)
    assert (Job.objects.get(id=job.id).statut, effects()) == ("echoue", 0)


def test_a_right_that_comes_along_changes_nothing(people, kind):
    agent, _boss, regions = people
    third = Region.objects.create(nom="C", code="C", geom=square(-14, 12, -13, 13))

    def run(job, progress):
        mark(job)
        agent.regions.add(third)
        RoleGrant.objects.create(user=agent, role=system_role("ROLE_ENQUETEUR"))
        threading.Event().wait(0.2)
        progress.report(1, 1)
        return {}

    kind(run)
    job = services.start_job("essai", {}, agent)
    execute_job(job.id)
    assert (Job.objects.get(id=job.id).statut, effects()) == ("termine", 1)


def test_the_end_is_told_once_and_a_cancelled_one_is_not(people, kind, api):
    agent, _boss, _regions = people
    kind(lambda job, progress: {})
    done = services.start_job("essai", {}, agent)
    execute_job(done.id)
    execute_job(done.id)
    stopped = services.start_job("essai", {}, agent)
    services.cancel_job(stopped)
    execute_job(stopped.id)
    assert [row.data["jobId"] for row in Notification.objects.all()] == [str(done.id)]
    shown = api(agent).get("/api/notifications", headers={"Accept-Language": "pt"}).json()["data"]
    with translation.override("pt"):
        assert shown[0]["title"] == str(DEFAULT_JOB_NOTICE.done) != "Une tâche est terminée"


def test_a_job_stopped_while_it_runs_is_not_told(people, kind):
    agent, _boss, _regions = people

    def run(job, progress):
        services.cancel_job(job)
        progress.is_stop_requested = True
        progress.report(1, 2)
        return {}

    kind(run)
    execute_job(services.start_job("essai", {}, agent).id)
    assert Job.objects.get().statut == "annule" and not Notification.objects.exists()


def test_long_work_of_the_registry_has_words_of_its_own():
    assert {"import_menages", "collecte_menages", "recalculer_pmt", "analyser_qualite"} <= set(job_kinds)
    assert {"import_menages", "collecte_menages", "recalculer_pmt", "import_geographie"} <= set(job_notices)
