"""Two files with the same households at once: one writes them, and to the other they are known."""

import threading
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from accounts.jobs import services as job_services
from accounts.jobs.jobs import execute_job
from accounts.jobs.models import Job
from registry.households.models import HeadOfHousehold, Household
from registry.imports import jobs
from registry.imports.writing import services as writing
from tests.registry.imports.conftest import csv_file
from tests.threads import together, wait_for_a_wait

pytestmark = pytest.mark.django_db(transaction=True)
OWN = ("create", "update", "replace")


@pytest.fixture(autouse=True)
def places(settings: Any, tmp_path: Path, monkeypatch: Any) -> None:
    settings.FILES_ROOT, settings.IMPORT_CHILDREN = tmp_path, 8
    monkeypatch.setattr(job_services, "queue_job", lambda _job: None)
    monkeypatch.setattr(jobs, "MIN_LANES_BYTES", 0)


def file(size: int, *codes: str) -> Any:
    return csv_file(*({"code_menage": code, "taille_menage": size} for code in codes))


def held_until_waited_for(monkeypatch: Any) -> threading.Event:
    """The first that has written waits, before its commit, until somebody waits for it."""
    begun, find = threading.Event(), writing.SQL.__class__.fetch_one

    def hold(self: Any, query: str, *given: Any, **parts: Any) -> Any:
        answer = find(self, query, *given, **parts)
        if query == "count_found" and not begun.is_set():
            begun.set()
            wait_for_a_wait()
        return answer

    monkeypatch.setattr(writing.SQL.__class__, "fetch_one", hold)
    return begun


def by_job(api: Any, user: Any, content: Any, mode: str) -> dict[str, Any]:
    answer = api(user).upload("/api/import/menages?async=1", {"file": content, "mode": mode})
    job = Job.objects.get(id=answer.json()["data"]["jobId"])
    execute_job(job.id)
    job.refresh_from_db()
    assert job.statut == "termine", job.erreur
    return job.resultat or {}


@pytest.mark.sampled(3)
@pytest.mark.parametrize("lanes", [1, 2])
@pytest.mark.parametrize("mode", OWN)
def test_one_wins(api: Any, cast: SimpleNamespace, settings: Any, monkeypatch: Any, mode: str, lanes: int) -> None:
    settings.IMPORT_LANES = lanes
    begun = held_until_waited_for(monkeypatch)

    def side(number: int) -> Any:
        if number:
            assert begun.wait(60)
            return by_job(api, cast.admin, file(8, "T-1", "T-2", "T-4", "T-5"), mode)
        return api(cast.admin).upload("/api/import/menages", {"file": file(7, "T-2", "T-1", "T-3")}).json()["data"]

    first, second = together(2, side, numbered=True)
    assert not isinstance(second, Exception), repr(second)
    assert (first["imported"], second["imported"]) == (3, 2), (first, second)
    known = second["known"] if mode == "create" else second["updated"]
    assert known == 2, second
    sizes = dict(Household.objects.values_list("code_menage", "taille_menage"))
    own = 7 if mode == "create" else 8
    assert sizes == {"T-1": own, "T-2": own, "T-3": 7, "T-4": 8, "T-5": 8}
    assert HeadOfHousehold.objects.count() == 5
