"""Two at once, with real connections: no village twice, no waiting for households of others."""

from pathlib import Path
from threading import Event, Lock
from types import SimpleNamespace
from typing import Any

import pytest
from django.db import OperationalError, connection, transaction

from accounts.jobs import services as job_services
from accounts.jobs.jobs import execute_job
from accounts.jobs.models import Job
from geo.areas.models import Locality
from geo.import_engine.lanes import find_lane
from registry.households.models import Household
from registry.imports import jobs
from registry.imports.services import import_file
from registry.imports.types import ImportOptions
from registry.imports.writing import services as writing
from registry.projects.models import Project
from registry.projects.services import archive_project
from tests.registry.imports.conftest import csv_file
from tests.threads import together, wait_for_a_wait

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture(autouse=True)
def places(settings: Any, tmp_path: Path) -> None:
    settings.FILES_ROOT = tmp_path
    settings.IMPORT_CHILDREN = 8


def saved(folder: Path, name: str, *rows: dict[str, str]) -> Path:
    path = folder / name
    path.write_bytes(csv_file(*rows).read())
    return path


def load(path: Path, regions: Any = None, **how: Any) -> dict[str, Any]:
    return import_file(path, text=True, options=ImportOptions(how.pop("mode", "create"), regions, **how))


def test_a_village_is_made_once(country: SimpleNamespace, tmp_path: Path) -> None:
    files = [
        saved(tmp_path, f"{n}.csv", {"code_menage": f"R-{n}", "tabanca": name})
        for n, name in enumerate(("Nova Cutia", "nova cutiá", "NOVA CUTIA", "Nova Cutia"))
    ]
    done = together(4, lambda number: load(files[number], create_villages=True), numbered=True)
    assert [answer["imported"] for answer in done] == [1, 1, 1, 1]
    assert Locality.objects.filter(secteur=country.north).count() == 2
    assert Household.objects.values("localite").distinct().count() == 1


def test_a_village_made_by_a_geographic_import_is_seen(
    country: SimpleNamespace, tmp_path: Path, monkeypatch: Any
) -> None:
    """While the households wait for their turn, somebody else's import makes the village."""
    waiting = writing.lock_area_creation

    def meanwhile(kind: str) -> None:
        Locality.objects.create(nom="Nova Cutia", secteur=country.north)
        waiting(kind)

    monkeypatch.setattr(writing, "lock_area_creation", meanwhile)
    load(saved(tmp_path, "a.csv", {"tabanca": "Nova Cutia"}), create_villages=True)
    assert Locality.objects.filter(nom="Nova Cutia").count() == 1
    assert Household.objects.get().localite.nom == "Nova Cutia"


@pytest.mark.parametrize("mode", ["update", "replace"])
def test_households_of_others_are_not_waited_for(country: SimpleNamespace, tmp_path: Path, mode: str) -> None:
    hidden = Household.objects.create(code_menage="T-1", region=country.east, taille_menage=3)
    path = saved(tmp_path, "a.csv", {}, {"code_menage": "T-3"})
    locked, over = Event(), Event()

    def held(number: int) -> Any:
        if number:
            locked.wait(60)
            with connection.cursor() as cursor:
                cursor.execute("SET lock_timeout = '500ms'")
            try:
                return load(path, (country.west.id,), mode=mode)
            finally:
                over.set()
        with transaction.atomic():
            Household.objects.select_for_update().get(id=hidden.id)
            locked.set()
            over.wait(60)
        return None

    answer = together(2, held, numbered=True)[1]
    assert not isinstance(answer, OperationalError), answer
    assert (answer["imported"], answer["skipped"]) == (1, 1)


def archived_during(monkeypatch: Any, project: Project) -> None:
    """Somebody archives the project when rows are written and nothing is committed."""
    done, one, closed = writing._write_in_steps, Lock(), []

    def write(*args: Any) -> Any:
        counted = done(*args)
        with one:  # of two lanes, whichever comes first
            if not closed:
                closed.extend(together(1, lambda: archive_project(row=project, require=lambda _row: None)))
        assert isinstance(closed[0], Project), closed
        return counted

    monkeypatch.setattr(writing, "_write_in_steps", write)


# One for each of two lanes. The lane that comes second may see the project closed, and say so of its row: the first has
# written one. A lane without rows would have nothing to refuse.
CODES = ("T-1", "T-2")


@pytest.mark.parametrize("lanes", [1, 2])
@pytest.mark.parametrize("mode", ["create", "update"])
def test_a_project_that_is_archived_meanwhile_takes_nothing(
    country: SimpleNamespace,
    cast: SimpleNamespace,
    tmp_path: Path,
    monkeypatch: Any,
    send: Any,
    mode: str,
    lanes: int,
    settings: Any,
) -> None:
    """Whether the rows are put into it (create) or it has the households that they change (update)."""
    assert {find_lane(code.encode(), 2) for code in CODES} == {0, 1}
    project = Project.objects.create(code="P", nom="Projet")
    if mode == "update":
        for code in CODES:
            Household.objects.create(code_menage=code, region=country.west, taille_menage=3, projet=project)
    settings.IMPORT_LANES = lanes
    monkeypatch.setattr(jobs, "MIN_LANES_BYTES", 0)
    monkeypatch.setattr(job_services, "queue_job", lambda _job: None)
    file = csv_file(*({"code_menage": code} for code in CODES))
    into = {"projetId": str(project.id)} if mode == "create" else {}
    job = Job.objects.get(id=send(file, "?async=1", status=202, mode=mode, **into)["data"]["jobId"])
    archived_during(monkeypatch, project)
    execute_job(job.id)
    job.refresh_from_db()
    assert job.erreur, (job.statut, job.resultat)
    assert (job.statut, "lecture seule" in job.erreur, "Rien n'a été modifié" in job.erreur) == ("echoue", True, True)
    left = set(Household.objects.values_list("code_menage", "taille_menage"))
    assert left == ({(code, 3) for code in CODES} if mode == "update" else set())


def test_who_archives_waits_for_the_commit(country: SimpleNamespace, tmp_path: Path, monkeypatch: Any) -> None:
    project = Project.objects.create(code="P", nom="Projet")
    path = saved(tmp_path, "a.csv", {})
    held, counted = Event(), []
    one = writing.SQL.__class__.fetch_one

    def slow(self: Any, query: str, *args: Any, **parts: Any) -> dict:
        if query == "count_found":
            held.set()
            wait_for_a_wait()
        return one(self, query, *args, **parts)

    monkeypatch.setattr(writing.SQL.__class__, "fetch_one", slow)

    def act(number: int) -> Any:
        if number:
            return load(path, project=project.id)
        held.wait(60)
        archive_project(row=project, require=lambda _row: counted.append(Household.objects.count()))
        return None

    assert together(2, act, numbered=True)[1]["imported"] == 1
    assert (counted, Project.objects.get().lecture_seule) == ([1], True)
