"""One mail for all that is unread; none twice, whatever the mail server does."""

import email
import time
from datetime import UTC, datetime, timedelta
from email.header import decode_header, make_header

import pytest
from django.utils import timezone
from django.utils.translation import gettext_lazy as lazy

from accounts.mails import jobs as mails
from accounts.mails.models import OutgoingMail
from accounts.notifications import jobs as digests
from accounts.notifications.models import Notification, NotificationMark, NotificationPreference
from accounts.notifications.services import compute_next_mail_time, mark_notification_read, notify
from tests.accounts.mails.smtp import running
from tests.threads import together


@pytest.fixture
def server(settings):
    with running(settings) as server:
        yield server


def tell(title="Nouvelle", **more):
    return notify(**{"title": title, "message": "Texte", "verbatim": True} | more)[0]


def ask(api, user, courriel="horaire", **more):
    assert api(user).put("/api/notifications/preferences", {"courriel": courriel}, **more).status_code == 200


def pass_an_hour():
    """Digests come due again, and so do mails that wait."""
    past = timezone.now() - timedelta(seconds=1)
    NotificationPreference.objects.exclude(courriel="jamais").update(next_at=past)
    OutgoingMail.objects.update(next_at=past)


def send():
    """What the worker does."""
    planned = digests.plan_due_digests()
    for identity in OutgoingMail.objects.filter(statut="en_attente").values_list("id", flat=True):
        mails.attempt_delivery(identity)
    return planned


def titles(text):
    message = email.message_from_bytes(text)
    body = message.get_payload(decode=True).decode()
    return str(make_header(decode_header(message["Subject"]))), [
        line.split(" : ", 1)[1] for line in body.splitlines() if line.startswith("- ")
    ]


def test_one_mail_for_several(api, cast, server):
    tell("Avant", to=[cast.agent_west])
    ask(api, cast.agent_west)
    tell("Une", to=[cast.agent_west])
    tell("Deux", to=[cast.agent_west, cast.agent_east])
    tell("Pour tous", everyone=True)
    read = tell("Lue", to=[cast.agent_west])
    mark_notification_read(notification_id=read.id, user=cast.agent_west)
    assert send() == 0  # not due yet
    pass_an_hour()
    assert send() == 1
    assert [titles(text) for text in server.taken] == [
        ("Tabanca : 3 notifications non lues", ["Pour tous", "Deux", "Une"])
    ]
    assert b"Texte" not in server.taken[0]
    pass_an_hour()
    assert send() == 0  # nothing new
    tell("Encore", to=[cast.agent_west])
    pass_an_hour()
    assert send() == 1
    assert titles(server.taken[1]) == ("Tabanca : 1 notification non lue", ["Encore"])
    assert Notification.objects.filter(user=cast.agent_west, read_at=None).count() == 4  # still to be read


def test_in_the_language_in_which_it_was_asked_for(api, cast, server):
    ask(api, cast.agent_west, headers={"Accept-Language": "en"})
    notify(to=[cast.agent_west], title=lazy("Notification envoyée."), message="x")
    pass_an_hour()
    send()
    assert titles(server.taken[0]) == ("Tabanca: 1 unread notification", ["Notification sent."])


def test_nobody_is_mailed_who_did_not_ask(api, cast, server):
    ask(api, cast.agent_west)
    ask(api, cast.agent_west, "jamais")
    ask(api, cast.agent_east)
    tell(to=[cast.agent_west, cast.agent_east, cast.admin])
    cast.agent_east.is_active = False
    cast.agent_east.save()
    pass_an_hour()
    assert (send(), server.taken) == (0, [])
    assert api(cast.agent_west).get("/api/notifications/preferences").json()["data"] == {"courriel": "jamais"}
    assert api(cast.admin).put("/api/notifications/preferences", {"courriel": "souvent"}).status_code == 400


def test_read_or_deactivated_meanwhile(api, cast, server):
    for user in (cast.agent_west, cast.agent_east):
        ask(api, user)
    row = tell(to=[cast.agent_west])
    tell(to=[cast.agent_east])
    pass_an_hour()
    assert digests.plan_due_digests() == 2
    mark_notification_read(notification_id=row.id, user=cast.agent_west)
    cast.agent_east.is_active = False
    cast.agent_east.save()
    send()
    assert server.taken == []
    assert set(OutgoingMail.objects.values_list("statut", flat=True)) == {"sans_objet"}


@pytest.mark.parametrize("fault", ["dead", "refuse"])
def test_a_server_that_takes_nothing_is_asked_again(api, cast, server, fault):
    ask(api, cast.agent_west)
    tell("Une", to=[cast.agent_west])
    server.fault = fault
    pass_an_hour()
    began = time.monotonic()
    send()
    assert time.monotonic() - began < 3
    assert OutgoingMail.objects.get().statut == "en_attente"
    tell("Deux", to=[cast.agent_west])
    server.fault = ""
    pass_an_hour()
    send()
    assert sorted(title for text in server.taken for title in titles(text)[1]) == ["Deux", "Une"]


def test_a_server_that_falls_silent_after_the_text_is_not_asked_again(api, cast, server):
    """It has the mail; we cannot know. The notification is in the application in any case."""
    ask(api, cast.agent_west)
    tell("Une", to=[cast.agent_west])
    server.fault = "silent"
    pass_an_hour()
    send()
    server.fault = ""
    for _ in range(3):
        pass_an_hour()
        mails.hint_due_mails()
        send()
    assert [titles(text)[1] for text in server.taken] == [["Une"]]
    assert OutgoingMail.objects.get().statut == "en_envoi"


def test_killed_while_sending(api, cast, server, monkeypatch):
    ask(api, cast.agent_west)
    tell("Une", to=[cast.agent_west])
    pass_an_hour()
    digests.plan_due_digests()

    class Killed(BaseException):
        """What no code catches."""

    def die(self):
        server.taken.append(b"handed over")
        raise Killed

    identity = OutgoingMail.objects.get().id
    with monkeypatch.context() as patch:
        patch.setattr(mails.EmailMessage, "send", die)
        with pytest.raises(Killed):
            mails.attempt_delivery(identity)
    pass_an_hour()
    mails.attempt_delivery(identity)
    send()
    assert server.taken == [b"handed over"]


def test_given_up_and_told_by_the_next(api, cast, server, settings):
    settings.MAIL_MAX_ATTEMPTS = 1
    ask(api, cast.agent_west)
    tell("Une", to=[cast.agent_west])
    tell("Pour tous", everyone=True)
    server.fault = "refuse"
    pass_an_hour()
    send()
    assert OutgoingMail.objects.get().statut == "abandonne"
    server.fault = ""
    pass_an_hour()
    send()
    assert [titles(text)[1] for text in server.taken] == [["Pour tous", "Une"]]


@pytest.mark.django_db(transaction=True)
def test_two_workers_plan_at_once(api, cast, settings):
    settings.EMAIL_BACKEND = "django.core.mail.backends.locmem.EmailBackend"
    for user in (cast.agent_west, cast.agent_east, cast.admin):
        ask(api, user)
    tell(everyone=True)
    tell(to=[cast.agent_west])
    pass_an_hour()
    assert sum(together(4, digests.plan_due_digests)) == 3
    assert OutgoingMail.objects.count() == 3
    assert NotificationMark.objects.filter(digest__isnull=False).count() == 3


def test_when_the_next_one_is_due(settings):
    settings.NOTIFICATION_MAIL_HOUR = 6
    early, late = datetime(2026, 3, 1, 5, 59, 30, tzinfo=UTC), datetime(2026, 3, 1, 6, 0, 0, tzinfo=UTC)
    assert compute_next_mail_time("quotidien", early) == late
    assert compute_next_mail_time("quotidien", late) == late + timedelta(days=1)
    assert compute_next_mail_time("horaire", early) == late
    assert compute_next_mail_time("jamais", early) is None
