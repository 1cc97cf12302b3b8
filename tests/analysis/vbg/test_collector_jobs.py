"""Long synchronisations are jobs; ten thousand submissions take seconds; two at once make each service once."""

import threading
import time
from typing import Any

import pytest
from django.db import connection

from accounts.jobs import services
from accounts.jobs.jobs import execute_job
from accounts.jobs.models import Job
from config.outgoing_http import OutgoingClient
from geo.facilities.models import VbgService
from tests.analysis.vbg.collecting import KOBO, ODK, build_row, build_sync, configure
from tests.registry.survey_platforms.platform import PASSWORD, TOKEN
from tests.registry.survey_platforms.platform import running as running_beside

BOTH = pytest.mark.parametrize("source", [KOBO, ODK])
TELLING = {"renvoyerStatuts": True}


@pytest.fixture
def beside(settings: Any, country: Any) -> Any:
    """The platforms in a thread, so that a test can act while they answer."""
    with running_beside() as server:
        configure(settings, server.url)
        yield server


@pytest.fixture
def sync(api: Any, cast: Any) -> Any:
    return build_sync(api, cast.vbg)


@pytest.fixture
def queued(monkeypatch: Any) -> list[Any]:
    """Jobs are only noted; the tests run them."""
    hints: list[Any] = []
    monkeypatch.setattr(services, "queue_job", hints.append)
    return hints


@pytest.mark.django_db(transaction=True)
@BOTH
def test_many_become_a_job_that_asks_and_tells_outside_its_transaction(
    beside: Any, sync: Any, queued: list[Any], settings: Any, monkeypatch: Any, source: str
) -> None:
    beside.rows = [build_row(source, number) for number in (1, 2, 3)]
    settings.SYNCHRONOUS_MAX_ROWS = 2
    inside: list[bool] = []
    plain = OutgoingClient._ask

    def watched(self: Any, *args: Any) -> Any:
        inside.append(connection.in_atomic_block)
        return plain(self, *args)

    monkeypatch.setattr(OutgoingClient, "_ask", watched)
    job_id = sync(source, status=202, options=TELLING)["jobId"]
    job = Job.objects.get(id=job_id)
    assert not any(secret in str(job.parametres) for secret in (TOKEN, PASSWORD, "Ponto", beside.url))
    execute_job(job.id)
    job.refresh_from_db()
    assert (job.statut, job.erreur, job.resultat["imported"]) == ("termine", None, 3)
    assert (len(beside.reviews), VbgService.objects.count()) == (3, 3)
    assert inside and not any(inside)


def test_a_job_needs_the_permission_when_it_runs(
    beside: Any, sync: Any, queued: list[Any], cast: Any, settings: Any
) -> None:
    beside.rows = [build_row(KOBO, number) for number in (1, 2)]
    settings.SYNCHRONOUS_MAX_ROWS = 1
    sync(status=202)
    beside.asked.clear()
    cast.vbg.is_active = False
    cast.vbg.save()
    execute_job(queued[0])
    assert (Job.objects.get().statut, beside.asked, VbgService.objects.count()) == ("echoue", [], 0)


@pytest.mark.django_db(transaction=True)
def test_two_at_once_make_each_service_once(beside: Any, sync: Any) -> None:
    beside.rows = [build_row(KOBO, number) for number in (1, 2, 3)]
    together = threading.Barrier(2, timeout=60)
    beside.on_page = together.wait
    answers: list[dict[str, Any]] = []

    def ask() -> None:
        answers.append(sync())
        connection.close()

    threads = [threading.Thread(target=ask) for _each in range(2)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert sorted(answer["imported"] for answer in answers) == [0, 3]
    assert VbgService.objects.count() == 3


@pytest.mark.slow
@BOTH
def test_ten_thousand_submissions_take_less_than_a_minute(beside: Any, sync: Any, settings: Any, source: str) -> None:
    settings.SYNCHRONOUS_MAX_ROWS = 20_000
    settings.COLLECTOR_PATIENCE_SECONDS = 300
    beside.rows = [build_row(source, number) for number in range(1, 10_001)]
    began = time.monotonic()
    assert sync(source)["imported"] == 10_000
    assert time.monotonic() - began < 60
