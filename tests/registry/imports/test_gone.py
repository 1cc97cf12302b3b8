"""What a household names is deleted while it is being written: who asked is told what is gone."""

from threading import Lock
from types import SimpleNamespace
from typing import Any

import pytest

from accounts.jobs import services as job_services
from accounts.jobs.jobs import execute_job
from accounts.jobs.models import Job
from geo.areas.models import Locality
from registry.households import services as households
from registry.households.models import Household
from registry.imports import jobs
from registry.imports.writing import services as writing
from registry.projects.models import Campaign, Project
from tests.registry.imports.conftest import csv_file
from tests.threads import together

NAMED = {"projetId": (Project, "Le projet a été supprimé"), "campagneId": (Campaign, "La campagne a été supprimée")}


@pytest.fixture
def queued(monkeypatch: Any) -> None:
    monkeypatch.setattr(job_services, "queue_job", lambda _job: None)


@pytest.fixture
def named(db: Any) -> dict[str, Any]:
    return {
        "projetId": Project.objects.create(code="P", nom="Projet"),
        "campagneId": Campaign.objects.create(nom="C"),
    }


def deleted(row: Any) -> None:
    """Delete a row on another connection."""
    assert together(1, lambda: type(row).objects.filter(id=row.id).delete()[0]) == [1]


def outcome(job: Job) -> tuple[str, str]:
    execute_job(job.id)
    job.refresh_from_db()
    return job.statut, job.erreur


@pytest.mark.django_db
@pytest.mark.parametrize("name", NAMED)
def test_before_the_job_runs(send: Any, queued: None, named: dict[str, Any], name: str) -> None:
    send(csv_file({}), "?async=1", status=202, **{name: str(named[name].id)})
    named[name].delete()
    assert outcome(Job.objects.get()) == ("echoue", f"{NAMED[name][1]} entre-temps. Rien n'a été modifié.")


@pytest.mark.sampled(4)
@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize("lanes", [1, 2])
@pytest.mark.parametrize("name", NAMED)
def test_while_the_job_runs(
    send: Any, queued: None, named: dict[str, Any], name: str, lanes: int, settings: Any, monkeypatch: Any
) -> None:
    settings.IMPORT_LANES = lanes
    monkeypatch.setattr(jobs, "MIN_LANES_BYTES", 0)
    send(csv_file({}, {"code_menage": "T-5"}), "?async=1", status=202, **{name: str(named[name].id)})
    write, one, gone = writing._write_in_steps, Lock(), []

    def delete_first(*args: Any) -> Any:
        with one:  # of two lanes, whichever comes first
            if not gone:
                gone.append(deleted(named[name]))
        return write(*args)

    monkeypatch.setattr(writing, "_write_in_steps", delete_first)
    assert outcome(Job.objects.get()) == ("echoue", f"{NAMED[name][1]} entre-temps. Rien n'a été modifié.")
    assert not Household.objects.exists()


@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize("name", NAMED)
def test_while_the_caller_waits(send: Any, named: dict[str, Any], name: str, monkeypatch: Any) -> None:
    write = writing._write_in_steps
    monkeypatch.setattr(writing, "_write_in_steps", lambda *args: (deleted(named[name]), write(*args))[1])
    answer = send(csv_file({}), status=409, **{name: str(named[name].id)})
    assert (answer["code"], answer["error"]) == ("CONFLICT", f"{NAMED[name][1]} entre-temps.")


@pytest.mark.django_db(transaction=True)
def test_a_tabanca_is_looked_up_again(send: Any, country: SimpleNamespace, monkeypatch: Any) -> None:
    """Its line says that nobody knows it; the others are written."""
    write, gone = writing._write_in_steps, []

    def delete_first(*args: Any) -> Any:
        if not gone:
            gone.append(deleted(Locality.objects.get(id=country.cutia.id)))
        return write(*args)

    monkeypatch.setattr(writing, "_write_in_steps", delete_first)
    done = send(csv_file({}, {"secteur": "Nhacra", "tabanca": "", "latitude": "", "longitude": ""}))["data"]
    assert (done["imported"], done["skipped"]) == (1, 1)
    assert "tabanca" in done["errors"][0]


@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize("name", NAMED)
def test_one_household(api: Any, cast: Any, named: dict[str, Any], name: str, monkeypatch: Any) -> None:
    begin = households._set_initial_status

    def delete_first(household: Household, user: Any) -> None:
        deleted(named[name])
        begin(household, user)

    monkeypatch.setattr(households, "_set_initial_status", delete_first)
    answer = api(cast.admin).post("/api/menages", {"tailleMenage": 2, name: str(named[name].id)})
    assert (answer.status_code, answer.json()["code"]) == (409, "CONFLICT"), answer.content
    assert answer.json()["error"] == f"{NAMED[name][1]} entre-temps."
