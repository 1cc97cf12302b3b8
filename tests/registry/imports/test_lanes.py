"""A long file in two lanes: the same outcome as in one, and all or nothing also when it is killed between commits."""

from threading import Event
from types import SimpleNamespace
from typing import Any

import pytest
from django.db import OperationalError, transaction
from django.utils import timezone

from accounts.audit.models import Trace
from accounts.jobs import services
from accounts.jobs.hooks import JobKind, job_kinds
from accounts.jobs.jobs import execute_job
from accounts.jobs.models import Job
from accounts.jobs.types import JobCancelled, Progress
from geo.import_engine.lanes import Lane, divide_blocks
from registry.households.models import Household
from registry.imports import jobs
from registry.imports.services import build_options, import_file
from tests.hooks import add_to
from tests.registry.imports.conftest import csv_file
from tests.threads import together

pytestmark = pytest.mark.django_db(transaction=True)
MANY = [{"code_menage": f"L-{n}", "nom_complet_chef": f"Chef {n}"} for n in range(40)]
WRONG = [{"code_menage": "L-7"}, {"code_menage": "L-91", "sexe_chef": "X"}, {"code_menage": ""}, {"code_menage": "L-8"}]


@pytest.fixture
def long(send: Any, monkeypatch: Any) -> Any:
    """Start the import of rows as a job that is divided, but do not run it."""
    monkeypatch.setattr(services, "queue_job", lambda _job: None)
    monkeypatch.setattr(jobs, "MIN_LANES_BYTES", 0)

    def start(*rows: dict[str, str], mode: str = "create") -> Job:
        return Job.objects.get(id=send(csv_file(*rows), "?async=1", status=202, mode=mode)["data"]["jobId"])

    return start


def ran(job: Job) -> Job:
    execute_job(job.id)
    job.refresh_from_db()
    return job


def again(job: Job) -> Job:
    """What `recover` has done when the lease of a dead run has lapsed."""
    Job.objects.filter(id=job.id).update(lease_until=timezone.now())
    return ran(job)


def operations(job: Job) -> Any:
    return Trace.objects.filter(action="operation", model="import_menages", requete=f"tache:{job.id}")


def in_one(job: Job) -> dict[str, Any]:
    """The answer of the same import in one transaction, which is rolled back."""
    with transaction.atomic():
        options = build_options(job.user, mode=job.parametres["mode"])
        answer = import_file(jobs.find_job_file(job), text=True, options=options)
        transaction.set_rollback(True)
    return answer


@pytest.mark.parametrize("mode", ["create", "update"])
def test_as_in_one(long: Any, country: SimpleNamespace, mode: str) -> None:
    Household.objects.create(code_menage="L-3", taille_menage=2, region=country.west)
    job = long(*MANY, *WRONG, mode=mode)
    expected = in_one(job)
    assert expected["errors"] and expected["imported"] == 39
    assert ran(job).resultat == expected
    assert (Household.objects.count(), len(set(Household.objects.values_list("code_menage")))) == (40, 40)
    parts = [trace.details["resultat"] for trace in operations(job)]
    assert len(parts) == 2 and all(part["inseres"] > 5 for part in parts)
    assert sum(part["lignes"] for part in parts) == 44
    assert {trace.utilisateur_id for trace in operations(job)} == {job.user_id}
    assert Household.objects.get(code_menage="L-3").taille_menage == (2 if mode == "create" else 7)


@pytest.mark.parametrize("killed", ["before", "between", "after"])
@pytest.mark.slow
def test_killed_at_the_commits(long: Any, monkeypatch: Any, killed: str) -> None:
    commits: list[Lane] = []
    commit = Lane.commit

    def dies(lane: Lane) -> None:
        if len(commits) == {"before": 0, "between": 1, "after": 2}[killed]:
            raise OperationalError("the connection is gone")
        commits.append(lane)
        commit(lane)
        if len(commits) == 2 and killed == "after":
            raise OperationalError("the connection is gone")

    job = long(*MANY, *WRONG)
    expected = in_one(job)
    with monkeypatch.context() as dying:
        dying.setattr(Lane, "commit", dies)
        assert ran(job).statut == "en_cours"
    assert operations(job).count() == len(commits)
    done = again(job)
    assert done.statut == "termine"
    counts = ("total", "imported", "skipped")
    assert [done.resultat[name] for name in counts] == [expected[name] for name in counts]
    assert (Household.objects.count(), operations(job).count()) == (40, 2)


@pytest.fixture
def half(long: Any, monkeypatch: Any) -> Job:
    """An import of MANY that died between the commits of its two lanes."""
    commit, commits = Lane.commit, []

    def dies(lane: Lane) -> None:
        if commits:
            raise OperationalError("the connection is gone")
        commits.append(lane)
        commit(lane)

    with monkeypatch.context() as dying:
        dying.setattr(Lane, "commit", dies)
        job = ran(long(*MANY))
    assert (job.statut, operations(job).count()) == ("en_cours", 1)
    assert 5 < Household.objects.count() < 35
    return job


def test_the_rest_meets_somebody_else(half: Job, country: SimpleNamespace, monkeypatch: Any) -> None:
    """What is committed cannot be taken back: the rest is tried again, then the job says what stands."""
    monkeypatch.setattr(jobs, "LANE_PATIENCE", "100ms")
    written = Household.objects.count()
    known = set(Household.objects.values_list("code_menage", flat=True))
    missing = next(row["code_menage"] for row in MANY if row["code_menage"] not in known)
    tried: list[int] = []
    lanes = jobs._import_remaining_lanes
    monkeypatch.setattr(jobs, "_import_remaining_lanes", lambda *given: tried.append(1) or lanes(*given))
    taken, over = Event(), Event()

    def work(number: int) -> Any:
        if number:
            taken.wait(60)
            job = again(half)
            over.set()
            return job
        with transaction.atomic():
            Household.objects.create(code_menage=missing, taille_menage=2, region=country.west)
            taken.set()
            transaction.set_rollback(True)
            return over.wait(60)

    job = together(2, work, numbered=True)[1]
    assert (job.statut, len(tried), Household.objects.count()) == ("echoue", 3, written)
    assert f"{written} ménages du fichier sont déjà enregistrés" in job.erreur


def test_cancelled_between_the_commits(half: Job) -> None:
    services.cancel_job(half)
    Job.objects.filter(id=half.id).update(lease_until=timezone.now())
    services.recover_dead_jobs()
    half.refresh_from_db()
    assert half.statut == "annule"
    assert f"{Household.objects.count()} ménages du fichier sont déjà enregistrés" in half.erreur


def test_a_lost_lease_writes_nothing(long: Any, monkeypatch: Any) -> None:
    job = long(*MANY)
    run = job_kinds[jobs.JOB].run

    def taken_over(job: Job, progress: Progress) -> dict[str, Any]:
        answer = run(job, progress)
        assert len(progress.extra_transactions) == 2
        Job.objects.filter(id=job.id).update(worker=None)
        return answer

    add_to(monkeypatch, job_kinds, **{jobs.JOB: JobKind(taken_over)})
    ran(job)
    assert (Household.objects.count(), operations(job).count()) == (0, 0)


@pytest.mark.parametrize("steps", [1, 4, 9])
def test_cancelled(long: Any, steps: int) -> None:
    seen: list[int] = []

    class Stopping(Progress):
        def report(self, done: int, total: int | None = None) -> None:
            seen.append(done)
            self.is_stop_requested = len(seen) > steps
            super().report(done, total)

    progress = Stopping()
    with pytest.raises(JobCancelled):
        jobs.run_file_import_job(long(*MANY), progress)
    assert len(progress.extra_transactions) == 2
    progress.abandon_extra_transactions()
    assert not Household.objects.exists()


def test_somebody_holds_a_household(long: Any, country: SimpleNamespace, monkeypatch: Any) -> None:
    """A lane that waits too long gives up, and one transaction waits instead."""
    monkeypatch.setattr(jobs, "LANE_PATIENCE", "100ms")
    held = Household.objects.create(code_menage="L-3", taille_menage=2, region=country.west)
    job = long(*MANY, mode="update")
    locked, gave_up = Event(), Event()
    alone = jobs.import_file

    def then_alone(*args: Any, **how: Any) -> dict[str, Any]:
        gave_up.set()
        return alone(*args, **how)

    monkeypatch.setattr(jobs, "import_file", then_alone)

    def work(number: int) -> Any:
        if number:
            locked.wait(60)
            return ran(job).resultat
        with transaction.atomic():
            Household.objects.select_for_update().get(id=held.id)
            locked.set()
            return gave_up.wait(60)

    assert together(2, work, numbered=True)[1]["updated"] == 1
    assert operations(job).count() == 1


def test_divided_by_the_code() -> None:
    rows = [f"{n}\t\tx{n}\tC-{n % 5}" for n in range(50)]
    text = ("\n".join(rows) + "\n").encode()
    blocks = [text[start : start + 37] for start in range(0, len(text), 37)]
    parts = [b"".join(part) for part in zip(*divide_blocks(iter(blocks), 1, 2), strict=True)]
    assert sorted(b"".join(parts).splitlines()) == sorted(text.splitlines())
    codes = [{line.split(b"\t")[3] for line in part.splitlines()} for part in parts]
    assert codes[0] and codes[1] and not codes[0] & codes[1]


def test_what_is_said_of_the_whole_file_is_counted_once(long: Any) -> None:
    """Each lane sees the titles; the file has them once."""
    job = long(*({**row, "quem_manda": "Ana"} for row in MANY))
    kinds = {kind["code"]: kind for kind in ran(job).resultat["problemes"]}
    assert (kinds["COLONNE_INCONNUE"]["nombre"], kinds["COLONNE_INCONNUE"]["lignes"]) == (1, [1])
