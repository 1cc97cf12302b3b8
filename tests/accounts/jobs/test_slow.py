"""A job that takes longer than a heartbeat, run by a test that rolls everything back."""

import time
from typing import Any

import pytest

from accounts.jobs import services
from accounts.jobs.hooks import JobKind, job_kinds
from accounts.jobs.jobs import execute_job
from accounts.jobs.types import Progress
from tests.conftest import make_user
from tests.hooks import add_to


@pytest.mark.django_db
def test_it_is_not_taken_for_lost(monkeypatch: Any) -> None:
    monkeypatch.setattr("accounts.jobs.jobs.BEAT_SECONDS", 0.01)

    def run(job: Any, progress: Progress) -> dict[str, Any]:
        time.sleep(0.3)
        progress.report(1, 2)
        return {"vu": 1}

    add_to(monkeypatch, job_kinds, essai=JobKind(run))
    job = services.start_job("essai", {}, make_user("ROLE_USER"))
    execute_job(job.id)
    job.refresh_from_db()
    assert (job.statut, job.resultat) == ("termine", {"vu": 1})
