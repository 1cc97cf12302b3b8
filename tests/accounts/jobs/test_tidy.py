"""What a job leaves behind: no file, however it ended; its result for a month."""

import os
from datetime import timedelta

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.utils import timezone

from accounts.files import services as files
from accounts.files.models import StoredFile
from accounts.jobs import services
from accounts.jobs.hooks import JobKind, job_kinds
from accounts.jobs.jobs import execute_job
from accounts.jobs.models import Job
from accounts.jobs.types import JobCancelled
from accounts.tasks import delete_expired, remove_strays
from config.errors.problems import Problem
from config.ids import uuid7
from tests.conftest import make_user
from tests.hooks import add_to

pytestmark = pytest.mark.django_db(transaction=True)
PERSONAL = b"nom\nMamadu"


@pytest.fixture
def start(settings, tmp_path, monkeypatch):
    """`start(run)` queues a job that was given a file; answers the job and where its file lies."""
    settings.FILES_ROOT = tmp_path
    user = make_user("ROLE_USER")
    monkeypatch.setattr(services, "queue_job", lambda job_id: None)

    def queue(run):
        add_to(monkeypatch, job_kinds, essai=JobKind(run))
        stored = files.store_file(SimpleUploadedFile("a.csv", PERSONAL), user)
        return services.start_job("essai", {"fichier": str(stored.id)}, user), files.build_file_path(stored)

    return queue


def gone(path):
    return not path.exists() and not StoredFile.objects.exists()


def refuse(job, progress):
    raise Problem("VALIDATION_ERROR")


def stop(job, progress):
    raise JobCancelled


@pytest.mark.parametrize(
    "run",
    [lambda job, progress: {}, refuse, stop, lambda job, progress: 1 / 0],
    ids=["done", "refused", "cancelled", "failed"],
)
def test_the_file_goes_with_the_end(start, run):
    job, path = start(
        lambda job, progress: run(job, progress) if files.find_job_file(job).read_bytes() == PERSONAL else 1
    )
    execute_job(job.id)
    assert gone(path)


def test_the_file_of_a_job_cancelled_before_it_began(start):
    job, path = start(refuse)
    services.cancel_job(job)
    assert gone(path)


def test_the_file_of_a_job_that_died(start, settings):
    """It is there for the next run, and goes when the job is given up."""
    job, path = start(refuse)
    died = {"statut": Job.Statut.EN_COURS, "lease_until": timezone.now() - timedelta(hours=1)}
    Job.objects.filter(id=job.id).update(essais=1, **died)
    services.recover_dead_jobs()
    assert path.exists()
    Job.objects.filter(id=job.id).update(essais=settings.JOB_MAX_ATTEMPTS, **died)
    services.recover_dead_jobs()
    assert gone(path)


def test_a_file_that_is_gone_is_said(start):
    job, path = start(lambda job, progress: {"n": len(files.find_job_file(job).read_bytes())})
    path.unlink()
    execute_job(job.id)
    job.refresh_from_db()
    assert (job.statut, "envoyez-le de nouveau" in job.erreur) == ("echoue", True)


def test_strays_are_swept(start, settings):
    """Bytes without a record, older than a day: the process that wrote them was killed."""
    _job, known = start(refuse)
    stray, fresh = known.with_name(str(uuid7())), known.with_name(str(uuid7()))
    for path in (stray, fresh):
        path.write_bytes(PERSONAL)
    old = timezone.now().timestamp() - 25 * 3600
    for path in (known, stray):
        os.utime(path, (old, old))
    remove_strays(0)
    assert (known.exists(), stray.exists(), fresh.exists()) == (True, False, True)


def test_results_are_emptied_after_a_while(start, settings):
    job, _path = start(lambda job, progress: {"errors": ["Ligne 2 : Mamadu"]})
    execute_job(job.id)
    young = timezone.now() - timedelta(days=settings.JOB_RESULT_KEEP_DAYS - 1)
    Job.objects.update(ended_at=young)
    delete_expired(0)
    assert Job.objects.get().resultat == {"errors": ["Ligne 2 : Mamadu"]}
    Job.objects.update(ended_at=young - timedelta(days=2))
    delete_expired(0)
    assert (Job.objects.get().resultat, Job.objects.get().statut) == (None, "termine")
