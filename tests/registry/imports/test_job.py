"""Long files: a job with progress, the same result, nothing written when cancelled."""

from typing import Any

import pytest
from django.db import connection

from accounts.jobs import services
from accounts.jobs.models import Job
from accounts.jobs.types import JobCancelled, Progress
from config.errors.problems import Problem
from registry.households.bulk.hooks import bulk_load_callbacks
from registry.households.models import Household
from registry.imports.jobs import run_file_import_job
from tests.registry.imports.conftest import csv_file, household, text_file, xlsx_file


@pytest.fixture
def queued(monkeypatch: Any) -> list:
    """Jobs are only noted; the tests run them."""
    hints: list = []
    monkeypatch.setattr(services, "queue_job", hints.append)
    return hints


def test_asked_for(send: Any, queued: list, api: Any, cast: Any) -> None:
    answer = send(csv_file({}, {"sexe_chef": "X"}), "?async=1", status=202)
    job = Job.objects.get(id=answer["data"]["jobId"])
    assert (queued, answer["data"]["statut"], Household.objects.count()) == ([job.id], "en_attente", 0)
    assert "Mamad" not in str(job.parametres)
    result = run_file_import_job(job, Progress())
    assert (result["total"], result["imported"], result["skipped"], len(result["errors"])) == (2, 1, 1, 1)
    assert household().taille_menage == 7


@pytest.mark.parametrize("path", ["", "validate", "excel", "excel/validate"])
def test_long_files_become_jobs(send: Any, queued: list, settings: Any, path: str) -> None:
    settings.SYNCHRONOUS_MAX_ROWS = 2
    rows = ({}, {}, {})
    send((xlsx_file if "excel" in path else csv_file)(*rows), path, status=202)
    result = run_file_import_job(Job.objects.get(), Progress())
    assert result["stats"]["total_lignes"] == 3 if "validate" in path else result["imported"] == 3


@pytest.mark.parametrize("start", [b"%PDF-1.7", b"PK\x03\x04", b"\x00\x01" * 9])
def test_what_is_no_text_is_refused_at_once_however_many_lines_it_has(
    send: Any, queued: list, settings: Any, start: bytes
) -> None:
    settings.SYNCHRONOUS_MAX_ROWS = 2
    send(text_file(start + b"\n" * 9), status=400)
    assert not Job.objects.exists()


def test_progress_and_cancel(send: Any, queued: list) -> None:
    send(csv_file({}, {}), "?async=1", status=202)
    seen: list[tuple[int, int]] = []

    class Stopping(Progress):
        def report(self, done: int, total: int | None = None) -> None:
            seen.append((done, total or 0))
            if done and len(seen) > 5:
                self.is_stop_requested = True
            super().report(done, total)

    with pytest.raises(JobCancelled):
        run_file_import_job(Job.objects.get(), Stopping())
    assert [done for done, _total in seen] == sorted(done for done, _total in seen)
    assert not Household.objects.exists()


def test_rights_are_those_of_the_run(send: Any, queued: list, cast: Any, country: Any) -> None:
    send(csv_file({}), "?async=1", user=cast.agent_west, status=202)
    cast.agent_west.regions.set([country.east])
    assert run_file_import_job(Job.objects.get(), Progress())["imported"] == 0
    cast.agent_west.is_active = False
    cast.agent_west.save()
    with pytest.raises(Problem):
        run_file_import_job(Job.objects.get(), Progress())


def test_the_permission_is_asked_again_in_the_run(send: Any, queued: list, cast: Any) -> None:
    send(csv_file({}), "?async=1", user=cast.agent_west, status=202)
    role = cast.agent_west.role
    role.permissions = [key for key in role.permissions if key != "registre.importer"]
    role.save()
    with pytest.raises(Problem) as refused:
        run_file_import_job(Job.objects.get(), Progress())
    assert (refused.value.code, Household.objects.count()) == ("FORBIDDEN", 0)


def test_language_is_kept(send: Any, queued: list) -> None:
    send(csv_file({"sexe_chef": "X"}), "?async=1", status=202)
    assert Job.objects.get().parametres["langue"] == "fr"


def test_upper_apps_hear_of_moved_households(send: Any) -> None:
    heard: list[set] = []

    def listen(table: str) -> None:
        with connection.cursor() as cursor:
            cursor.execute(f"SELECT id, current_setting('tabanca.bulk') FROM {table}")
            heard.append(set(cursor.fetchall()))

    with bulk_load_callbacks.override(test=listen):
        send(csv_file({}, {"latitude": "", "longitude": ""}))
        send(csv_file({"taille_menage": "9"}), mode="update")
        send(csv_file({"latitude": "12.8"}, {"latitude": "12.9"}), mode="update")
    first, second = household("T-1").id, household("T-2").id
    assert heard == [{(first, "on")}, set(), {(first, "on"), (second, "on")}]
