"""Who is told as the one who did it: never somebody of an earlier request on the same connection."""

import pytest
from django.db import connection, transaction

from accounts.audit.models import Trace
from accounts.audit.services import audit_as
from accounts.jobs import services as jobs
from accounts.jobs.hooks import JobKind, job_kinds
from accounts.jobs.jobs import execute_job
from accounts.jobs.models import Job
from accounts.passwords.models import PasswordReset
from accounts.tokens.queries import hash_token
from registry.households.models import Household
from tests.hooks import add_to
from tests.threads import together

pytestmark = pytest.mark.django_db


def context():
    with connection.cursor() as cursor:
        cursor.execute("SELECT coalesce(current_setting('tabanca.context', true), '')")
        return cursor.fetchone()[0]


@pytest.fixture(autouse=True)
def nobody(db):
    with connection.cursor() as cursor:
        cursor.execute("SELECT set_config('tabanca.context', '', false)")


@pytest.fixture
def household(country):
    return Household.objects.create(code_menage="A-1", taille_menage=3, region=country.west)


def last(**filters):
    return Trace.objects.filter(**filters).order_by("-numero").first()


def test_a_request_is_told_with_user_address_and_id(cast, api, household):
    answer = api(cast.agent_west).put(
        f"/api/menages/{household.id}",
        {"tailleMenage": 5},
        REMOTE_ADDR="10.1.2.3",
        content_type="application/json",
    )
    assert answer.status_code == 200
    trace = last(racine=household.id, changements__has_key="taille_menage")
    assert trace.changements["taille_menage"] == [3, 5]
    assert (trace.utilisateur_id, trace.adresse) == (cast.agent_west.id, "10.1.2.3")
    assert trace.requete == answer["X-Request-Id"]


def test_an_unknown_token_or_none_is_not_told_as_the_last_caller(cast, api):
    """The connection still carries the last caller; the reset of another's password must not be his."""
    for left in ({}, {"Authorization": "Bearer worth-nothing"}):
        token = f"secret{len(left)}"
        PasswordReset.objects.filter(user=cast.reader_west).delete()
        PasswordReset.objects.create(
            user=cast.reader_west, token_hash=hash_token(token), expires_at="2099-01-01T00:00:00Z"
        )
        api(cast.admin).get("/api/auth/me")
        assert context().startswith(str(cast.admin.id))
        body = {"token": token, "newPassword": "mancarra-azul-2026"}
        answer = api().post("/api/auth/password/reset", body, headers=left)
        assert answer.status_code == 200, answer.content
        assert last(objet=cast.reader_west.id).utilisateur_id == cast.reader_west.id
        assert context() == ""


def test_a_request_without_a_user_runs_under_nobody(cast, api):
    api(cast.admin).get("/api/auth/me")
    assert api().post("/api/auth/login", {"email": "x@tabanca.example", "password": "y"}).status_code == 401
    assert context() == ""
    api(cast.admin).get("/api/auth/me")
    refused = api().get("/api/auth/me", headers={"Authorization": "Bearer nothing"})
    assert refused.status_code == 401
    api().post("/api/auth/login", {"email": "x@tabanca.example", "password": "y"})
    assert context() == ""


def test_acting_as_somebody_ends(cast, household):
    with audit_as(cast.admin.id, request="tache:1"):
        with audit_as(None):
            Household.objects.update(taille_menage=4)
        Household.objects.update(taille_menage=5)
    Household.objects.update(taille_menage=6)
    rows = Trace.objects.filter(racine=household.id, action="modification").order_by("numero")
    assert list(rows.values_list("utilisateur_id", "requete")) == [
        (None, None),
        (cast.admin.id, "tache:1"),
        (None, None),
    ]


def test_a_failure_inside_leaves_nothing_behind(cast):
    with pytest.raises(ZeroDivisionError), transaction.atomic(), audit_as(cast.admin.id):
        raise ZeroDivisionError
    assert context() == ""


def test_a_job_is_told_as_its_user(cast, household, monkeypatch):
    add_to(
        monkeypatch, job_kinds, essai=JobKind(lambda job, progress: {"n": Household.objects.update(taille_menage=7)})
    )
    monkeypatch.setattr(jobs, "queue_job", lambda identity: None)
    job = Job.objects.create(type="essai", user=cast.agent_west)
    execute_job(job.id)
    trace = last(racine=household.id)
    assert (trace.utilisateur_id, trace.requete) == (cast.agent_west.id, f"tache:{job.id}")
    assert context() == ""


@pytest.mark.django_db(transaction=True)
def test_callers_at_once_are_told_apart(cast, api, country):
    """Twenty requests at once, two callers: each change is told as its own."""
    rows = [Household.objects.create(code_menage=f"T-{n}", taille_menage=1, region=country.west) for n in range(20)]
    callers = [cast.agent_west, cast.supervisor_west]
    clients = [api(callers[n % 2]) for n in range(20)]

    def change(number):
        return clients[number].put(f"/api/menages/{rows[number].id}", {"tailleMenage": number + 2}).status_code

    assert together(20, change, numbered=True) == [200] * 20
    for number, row in enumerate(rows):
        assert last(racine=row.id, changements__has_key="taille_menage").utilisateur_id == callers[number % 2].id
