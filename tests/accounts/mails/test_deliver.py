"""Mail after the work: a server that does not answer costs the request nothing."""

import smtplib
import socket
from datetime import timedelta

import pytest
from django.core import mail
from django.db import transaction
from django.utils import timezone
from procrastinate.contrib.django.models import ProcrastinateJob

from accounts.mails import services
from accounts.mails.hooks import mail_failure_listeners
from accounts.mails.jobs import attempt_delivery, hint_due_mails
from accounts.mails.models import OutgoingMail
from accounts.users.models import User
from tests.conftest import make_user


@pytest.fixture
def told():
    """Who was told of a failure, and whether it was the last."""
    calls = []
    with mail_failure_listeners.override(test=lambda sent, last: calls.append((sent.asked_by, last))):
        yield calls


@pytest.fixture
def silent_server(settings):
    """A mail server that takes connections and never answers."""
    with socket.create_server(("127.0.0.1", 0)) as server:
        settings.EMAIL_BACKEND = "django.core.mail.backends.smtp.EmailBackend"
        settings.EMAIL_HOST, settings.EMAIL_PORT = server.getsockname()
        settings.EMAIL_TIMEOUT, settings.EMAIL_USE_TLS = 0.2, False
        yield


def due(row):
    OutgoingMail.objects.filter(id=row.id).update(next_at=timezone.now() - timedelta(seconds=1))


def test_a_reset_with_a_dead_mail_server(api, cast, silent_server, told, settings):
    boss = make_user("ROLE_SUPER_ADMIN")
    assert api(boss).post(f"/api/users/{cast.agent_west.id}/reset-password").status_code == 200
    row = OutgoingMail.objects.get()
    attempt_delivery(row.id)
    attempt_delivery(row.id)  # not due yet: the second call does nothing
    row.refresh_from_db()
    assert (row.statut, row.essais, row.erreur) == ("en_attente", 1, "SMTPServerDisconnected")
    assert row.next_at > timezone.now() + timedelta(seconds=20)
    assert told == [(boss, False)]
    # The server is back.
    settings.EMAIL_BACKEND = "django.core.mail.backends.locmem.EmailBackend"
    due(row)
    attempt_delivery(row.id)
    row.refresh_from_db()
    assert (row.statut, len(mail.outbox)) == ("envoye", 1)


def test_given_up_in_the_end(cast, told, settings, monkeypatch):
    settings.MAIL_MAX_ATTEMPTS = 2
    monkeypatch.setattr(mail.EmailMessage, "send", lambda self: (_ for _ in ()).throw(smtplib.SMTPServerDisconnected()))
    row = services.queue_mail(kind="password_set", user=cast.agent_west, asked_by=cast.admin)
    for _ in range(3):
        due(row)
        attempt_delivery(row.id)
    row.refresh_from_db()
    assert (row.statut, row.essais) == ("abandonne", 2)
    assert told == [(cast.admin, False), (cast.admin, True)]


def test_an_address_that_cannot_be_written_is_given_up_at_once(cast, told):
    """No server would ever take it (a label of a domain has 63 signs)."""
    User.objects.filter(id=cast.agent_west.id).update(email=f"a@{'é' * 60}.example")
    row = services.queue_mail(kind="password_set", user=cast.agent_west, asked_by=cast.admin)
    attempt_delivery(row.id)
    row.refresh_from_db()
    assert (row.statut, row.essais, row.erreur) == ("abandonne", 1, "UnicodeError")
    assert told == [(cast.admin, True)]


def test_hint_and_row_commit_together_and_name_nobody(cast):
    with pytest.raises(ZeroDivisionError), transaction.atomic():
        services.queue_mail(kind="password_set", user=cast.agent_west)
        raise ZeroDivisionError
    assert not ProcrastinateJob.objects.filter(task_name="deliver_mail").exists()
    row = services.queue_mail(kind="password_set", user=cast.agent_west)
    assert ProcrastinateJob.objects.get(task_name="deliver_mail").args == {"mail_id": str(row.id)}


def test_the_upkeep_hints_at_what_is_due(cast):
    row = services.queue_mail(kind="password_set", user=cast.agent_west)
    assert hint_due_mails() == 1
    attempt_delivery(row.id)
    assert hint_due_mails() == 0
    OutgoingMail.objects.update(created_at=timezone.now() - timedelta(days=8))
    assert services.delete_old_mails() == 1


def test_mails_speak_the_language_of_the_request(api, cast):
    sent = {"email": cast.agent_west.email}
    api().post("/api/auth/password/forgot", sent, headers={"Accept-Language": "pt"})
    attempt_delivery(OutgoingMail.objects.get().id)
    assert mail.outbox[0].subject == "Tabanca: nova palavra-passe"
