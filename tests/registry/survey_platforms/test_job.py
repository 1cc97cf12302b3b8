"""Long imports are jobs: asked outside the transaction, written inside, with nothing personal in their parameters."""

import threading
from typing import Any

import pytest
from django.db import connection

from accounts.jobs import services
from accounts.jobs.jobs import execute_job
from accounts.jobs.models import Job
from accounts.jobs.types import Progress
from config.outgoing_http import OutgoingClient
from registry.households.models import Household
from registry.survey_platforms.models import Receipt
from tests.registry.survey_platforms.conftest import KOBO, ODK, kobo_row, odk_row
from tests.registry.survey_platforms.platform import PASSWORD, TOKEN


@pytest.fixture
def queued(monkeypatch: Any) -> list:
    """Jobs are only noted; the tests run them."""
    hints: list = []
    monkeypatch.setattr(services, "queue_job", hints.append)
    return hints


@pytest.mark.parametrize("source", [KOBO, ODK])
def test_asked_for(platform: Any, sync: Any, queued: list, source: str) -> None:
    platform.rows = [(kobo_row if source == KOBO else odk_row)(number) for number in (1, 2)]
    answer = sync(source, status=202, path="?async=1")
    job = Job.objects.get(id=answer["jobId"])
    assert (queued, platform.asked, Household.objects.count()) == ([job.id], [], 0)
    assert not any(secret in str(job.parametres) for secret in (TOKEN, PASSWORD, "Nome", platform.url))
    execute_job(job.id)
    job.refresh_from_db()
    assert (job.statut, job.erreur) == ("termine", None)
    assert (job.resultat["imported"], job.resultat["errors"]) == (2, [])
    assert (job.fait, job.total) == (job.total, 4)


def test_many_or_slow_become_jobs(platform: Any, sync: Any, queued: list, settings: Any) -> None:
    platform.rows = [kobo_row(number) for number in (1, 2, 3)]
    settings.SYNCHRONOUS_MAX_ROWS = 2
    sync(status=202)
    settings.SYNCHRONOUS_MAX_ROWS = 5
    settings.COLLECTOR_PATIENCE_SECONDS = -1
    sync(status=202)
    for job_id in queued:
        execute_job(job_id)
    jobs = Job.objects.order_by("id")
    assert [job.erreur for job in jobs] == [None, None]
    assert [job.resultat["imported"] for job in jobs] == [3, 0]


def test_a_key_makes_it_a_job_once(platform: Any, sync: Any, queued: list, api: Any, cast: Any) -> None:
    body = {"plateforme": KOBO, "formId": "aMenages2026", "mapping": {"tailleMenage": "g/taille"}}
    caller = api(cast.admin)
    answers = [
        caller.post("/api/import/menages/collecteur", body, headers={"Idempotency-Key": "k"}) for _time in range(2)
    ]
    assert [answer.status_code for answer in answers] == [202, 202]
    assert (Job.objects.count(), platform.asked) == (1, [])


def test_a_fault_ends_the_job_and_changes_nothing(platform: Any, sync: Any, queued: list) -> None:
    platform.rows, platform.page, platform.fault, platform.faulty_after = [kobo_row(1), kobo_row(2)], 1, "504", 1
    sync(status=202, path="?async=1")
    execute_job(queued[0])
    job = Job.objects.get()
    assert (job.statut, "KoboToolbox" in job.erreur) == ("echoue", True)
    assert not (Household.objects.exists() or Receipt.objects.exists())


def test_cancelled_while_asking(platform: Any, sync: Any, queued: list, monkeypatch: Any) -> None:
    platform.rows, platform.page = [kobo_row(1), kobo_row(2)], 1
    sync(status=202, path="?async=1")
    job = Job.objects.get()
    progress = Progress()
    monkeypatch.setattr("accounts.jobs.jobs.Progress", lambda: progress)
    platform.on_page = lambda: setattr(progress, "is_stop_requested", True)
    execute_job(job.id)
    job.refresh_from_db()
    assert (job.statut, len(platform.data_calls()), Household.objects.count()) == ("annule", 1, 0)


def test_rights_are_those_of_the_run(platform: Any, sync: Any, queued: list, cast: Any) -> None:
    sync(status=202, path="?async=1", user=cast.agent_west)
    cast.agent_west.is_active = False
    cast.agent_west.save()
    execute_job(queued[0])
    assert (Job.objects.get().statut, platform.asked) == ("echoue", [])


@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize("path", ["", "?async=1"])
def test_no_platform_is_asked_inside_a_transaction(
    platform: Any, sync: Any, queued: list, monkeypatch: Any, path: str
) -> None:
    platform.rows = [kobo_row(1)]
    inside: list[bool] = []
    plain = OutgoingClient._ask

    def watched(self: Any, *args: Any) -> Any:
        inside.append(connection.in_atomic_block)
        return plain(self, *args)

    monkeypatch.setattr(OutgoingClient, "_ask", watched)
    sync(status=202 if path else 200, path=path)
    for job_id in queued:
        execute_job(job_id)
    assert Household.objects.count() == 1
    assert inside and not any(inside)


@pytest.mark.django_db(transaction=True)
def test_two_at_once_make_each_household_once(platform: Any, sync: Any) -> None:
    platform.rows = [kobo_row(number) for number in (1, 2, 3)]
    together = threading.Barrier(2, timeout=60)
    platform.on_page = together.wait
    answers: list[dict] = []

    def ask() -> None:
        answers.append(sync())
        connection.close()

    threads = [threading.Thread(target=ask) for _each in range(2)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert sorted(answer["imported"] for answer in answers) == [0, 3]
    assert Household.objects.count() == 3
