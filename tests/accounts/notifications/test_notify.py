"""One way to tell: who is reached, who is not, and in which language it is read."""

from datetime import timedelta

import pytest
from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext_lazy as lazy

from accounts.jobs import services as jobs
from accounts.jobs.hooks import JobKind, job_kinds
from accounts.jobs.jobs import execute_job
from accounts.jobs.models import Job
from accounts.mails import services as mails
from accounts.mails.jobs import attempt_delivery
from accounts.mails.models import OutgoingMail
from accounts.notifications.hooks import JobNotice, job_notices
from accounts.notifications.models import Notification
from accounts.notifications.services import delete_old_notifications, notify
from accounts.users.models import RoleGrant
from config.ids import uuid7
from tests.conftest import make_user, system_role
from tests.hooks import add_to


def tell(**more):
    return notify(**{"title": lazy("Notification envoyée."), "message": lazy("Notification lue.")} | more)


def readers():
    return set(Notification.objects.values_list("user", flat=True))


def test_deleted_deactivated_and_unknown_users_do_no_harm(cast, api):
    cast.agent_east.is_active = False
    cast.agent_east.save()
    boss = api(make_user("ROLE_SUPER_ADMIN"))
    tell(to=[cast.reader_west])
    assert boss.delete(f"/api/users/{cast.reader_west.id}").status_code == 200
    assert not Notification.objects.exists()  # what was his alone went with him
    written = tell(to=[cast.agent_west, cast.agent_west.id, cast.agent_east, cast.reader_west, uuid7(), None])
    assert [row.user_id for row in written] == [cast.agent_west.id]


def test_holders_of_a_permission(cast, country):
    tell(holders_of="administration.webhooks")
    assert readers() == {cast.admin.id}
    RoleGrant.objects.create(user=cast.stranger, role=system_role("ROLE_ADMIN"))
    RoleGrant.objects.create(user=cast.vbg, role=system_role("ROLE_ADMIN"), until=timezone.now() - timedelta(seconds=1))
    tell(holders_of="administration.webhooks")
    assert readers() == {cast.admin.id, cast.stranger.id}


def test_holders_who_see_a_region(cast, country):
    tell(holders_of="registre.importer", region_ids=[country.west.id])
    assert readers() == {cast.agent_west.id, cast.supervisor_west.id, cast.admin.id}


def test_what_did_not_happen_is_not_told(cast):
    with pytest.raises(ZeroDivisionError), transaction.atomic():
        tell(to=[cast.admin])
        raise ZeroDivisionError
    assert not Notification.objects.exists()


def test_read_in_the_readers_language(api, cast):
    tell(to=[cast.admin])
    notify(to=[cast.admin], title="Utilisateur créé.", message="100 %", verbatim=True)
    caller = api(cast.admin)
    own, translated = caller.get("/api/notifications", headers={"Accept-Language": "en"}).json()["data"]
    assert (translated["title"], translated["message"]) == ("Notification sent.", "Notification read.")
    assert (own["title"], own["message"]) == ("Utilisateur créé.", "100 %")
    assert caller.get("/api/notifications").json()["data"][1]["title"] == "Notification envoyée."


def test_params_fill_the_message(cast, api):
    notify(to=[cast.admin], title=lazy("%(n)d notifications lues."), message="x", params={"n": 3})
    assert api(cast.admin).get("/api/notifications").json()["data"][0]["title"] == "3 notifications lues."


def test_the_end_of_a_job_is_told_once(cast, monkeypatch):
    add_to(monkeypatch, job_kinds, essai=JobKind(lambda job, progress: {}), rate=JobKind(lambda job, progress: 1 / 0))
    for kind in ("essai", "rate"):
        notice = JobNotice("import", lazy("Importer"), lazy("Enrôler"), "/import")
        add_to(monkeypatch, job_notices, **{kind: notice})
    for kind, type_, title in (("essai", "success", "Importer"), ("rate", "error", "Enrôler")):
        job = jobs.start_job(kind, {}, cast.agent_west)
        execute_job(job.id)
        execute_job(job.id)
        told = Notification.objects.get(type=type_)
        assert (told.user_id, told.title, told.category) == (cast.agent_west.id, title, "import")
        assert told.data["jobId"] == str(job.id)


def test_a_job_that_died_too_often_is_told(cast, monkeypatch):
    add_to(monkeypatch, job_kinds, essai=JobKind(lambda job, progress: {}))
    add_to(monkeypatch, job_notices, essai=JobNotice("import", "Fini", "Raté"))
    job = jobs.start_job("essai", {}, cast.admin)
    Job.objects.filter(id=job.id).update(
        statut="en_cours", worker=uuid7(), essais=3, lease_until=timezone.now() - timedelta(seconds=1)
    )
    assert jobs.recover_dead_jobs() == 1
    assert jobs.recover_dead_jobs() == 0
    assert Notification.objects.get().title == "Raté"


def test_who_asked_for_a_mail_is_told_that_it_waits(cast, settings, monkeypatch):
    settings.EMAIL_BACKEND = "django.core.mail.backends.smtp.EmailBackend"
    settings.EMAIL_HOST, settings.EMAIL_PORT, settings.EMAIL_TIMEOUT = "127.0.0.1", 1, 0.2
    row = mails.queue_mail(kind="password_set", user=cast.agent_west, asked_by=cast.admin)
    attempt_delivery(row.id)
    told = Notification.objects.get()
    assert (told.user_id, told.type, told.data["userId"]) == (cast.admin.id, "warning", str(cast.agent_west.id))
    assert OutgoingMail.objects.get().statut == "en_attente"


def test_what_is_old_goes(cast):
    tell(to=[cast.admin])
    tell(everyone=True)
    Notification.objects.filter(user=None).update(created_at=timezone.now() - timedelta(days=400))
    assert delete_old_notifications() == 1
    assert readers() == {cast.admin.id}
