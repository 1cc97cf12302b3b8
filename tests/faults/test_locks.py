"""Who waits for a lock is answered soon, and told what holds it."""

import time
from contextlib import contextmanager
from datetime import timedelta

import pytest
from django.db import connection, connections, transaction
from django.utils import timezone

from accounts.jobs.models import Job
from accounts.jobs.services import act_as_job
from geo.areas.models import Region
from tests.threads import in_thread, together

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture(autouse=True)
def patience(settings):
    settings.LOCK_SECONDS = 1


@contextmanager
def held(rows, job=None):
    """Another connection locks `rows`, as a running job when one is given."""

    def hold(ready, over):
        if job is None:
            with transaction.atomic():
                list(rows.select_for_update())
                ready.set()
                over.wait(60)
            return
        with act_as_job(job), transaction.atomic():
            Job.objects.filter(id=job.id).update(fait=1)  # a job writes
            list(rows.select_for_update())
            ready.set()
            over.wait(60)

    with in_thread(hold):
        yield


@pytest.fixture
def scoring(cast):
    lease = timezone.now() + timedelta(minutes=1)
    return Job.objects.create(type="recalculer_pmt", user=cast.supervisor_west, statut="en_cours", lease_until=lease)


def rename(caller, region, name):
    return caller.put(f"/api/regions/{region.id}", {"nom": name, "code": region.code, "population": 1})


def test_edits_are_refused_in_time_and_others_are_served(api, cast, country):
    callers = [api(cast.admin) for _ in range(12)]
    reader = api(cast.admin)
    with held(Region.objects.filter(id=country.west.id)):
        began = time.monotonic()
        answers = together(12, lambda number: rename(callers[number], country.west, f"Nom {number}"), numbered=True)
        waited = time.monotonic() - began
        listed = reader.get("/api/regions")
    assert {answer.status_code for answer in answers} == {409}
    assert {answer.json()["code"] for answer in answers} == {"CONFLICT"}
    told = {answer.json().get("error") or answer.json().get("hydra:description") for answer in answers}
    assert told == {"Ces données sont en cours de modification par quelqu'un d'autre. Réessayez dans un moment."}
    assert waited < 6
    assert listed.status_code == 200
    country.west.refresh_from_db()
    assert country.west.nom == "Oio"


def test_the_job_that_holds_a_row_is_named(api, cast, country, scoring):
    with held(Region.objects.filter(id=country.west.id), scoring):
        answer = rename(api(cast.admin), country.west, "Autre")
    assert answer.status_code == 409
    assert answer.json()["hydra:description"] == (
        "Une tâche en cours modifie ces données : calcul des scores, lancée par Fatu Sané. "
        "Réessayez quand elle sera terminée."
    )
    assert answer["Retry-After"] == "5"


def test_a_job_is_not_blamed_for_another_row(api, cast, country, scoring):
    with (
        held(Region.objects.filter(id=country.east.id), scoring),
        held(Region.objects.filter(id=country.west.id)),
    ):
        answer = rename(api(cast.admin), country.west, "Autre")
    assert "quelqu'un d'autre" in answer.json()["hydra:description"]


def test_limits_of_a_job_are_its_own_and_end_with_it(cast, settings):
    job = Job.objects.create(type="essai", user=cast.admin)

    def shown(name):
        with connection.cursor() as cursor:
            cursor.execute("SELECT current_setting(%s)", [name])
            return cursor.fetchone()[0]

    connections.close_all()
    with act_as_job(job):
        assert (shown("lock_timeout"), shown("statement_timeout")) == ("10min", "2h")
        assert shown("application_name") == f"tache:{job.id}"
    assert (shown("lock_timeout"), shown("statement_timeout"), shown("application_name")) == ("0", "0", "")
