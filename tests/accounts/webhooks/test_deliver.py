"""Events reach their endpoints once or again, signed, with the same id; a bad endpoint costs little."""

import socket
import time
from datetime import timedelta

import orjson
import pytest
from django.db import transaction
from django.utils import timezone
from procrastinate.contrib.django.models import ProcrastinateJob

from accounts.jobs import services as jobs
from accounts.jobs.hooks import JobKind, job_kinds
from accounts.jobs.jobs import execute_job
from accounts.notifications.models import Notification
from accounts.webhooks import jobs as delivery_jobs
from accounts.webhooks.jobs import hint_due_deliveries, send_delivery
from accounts.webhooks.models import WebhookDelivery, WebhookEndpoint, WebhookEvent
from accounts.webhooks.services import delete_old_events, publish_event
from config.ids import uuid7
from tests.accounts.webhooks.conftest import run_all, time_passes
from tests.accounts.webhooks.receiver import verified
from tests.hooks import add_to
from tests.threads import together


def outcome():
    row = WebhookDelivery.objects.get()
    return row.statut, row.attempts, row.status_code, row.error


def test_signed_and_told_once(hook, receiver):
    made = hook()
    user = uuid7()
    publish_event("utilisateur.cree", {"userId": user})
    run_all()
    run_all()
    (got,) = receiver.got
    event = WebhookEvent.objects.get()
    assert got.path == "/hook?key=1"
    assert orjson.loads(got.body) == {
        "type": "utilisateur.cree",
        "data": {"userId": str(user)},
        "timestamp": event.created_at.isoformat(timespec="milliseconds"),
    }
    assert verified(made["secret"], got) and not verified("whsec_" + "A" * 43 + "=", got)
    assert got.headers["webhook-id"] == str(event.id)
    assert abs(int(got.headers["webhook-timestamp"]) - time.time()) < 30
    assert got.headers["content-type"] == "application/json"
    assert outcome() == ("livre", 1, 204, "")


def test_only_who_listens_and_is_on(hook, api, cast):
    hook(events=["utilisateur.supprime"])
    off = hook()
    api(cast.admin).put(f"/api/webhooks/{off['id']}", {"isActive": False})
    assert publish_event("utilisateur.cree", {"userId": uuid7()}) == []
    assert not WebhookEvent.objects.exists()
    both = hook(events=["utilisateur.cree", "utilisateur.modifie"])
    publish_event("utilisateur.cree", {"userId": uuid7()})
    assert [str(row.endpoint_id) for row in WebhookDelivery.objects.all()] == [both["id"]]


def test_event_delivery_and_hint_commit_together(hook):
    hook()
    with pytest.raises(ZeroDivisionError), transaction.atomic():
        publish_event("utilisateur.cree", {"userId": uuid7()})
        raise ZeroDivisionError
    assert (
        not WebhookEvent.objects.exists() and not ProcrastinateJob.objects.filter(task_name="deliver_webhook").exists()
    )
    (identity,) = publish_event("utilisateur.cree", {"userId": uuid7()})
    hinted = ProcrastinateJob.objects.filter(task_name="deliver_webhook")
    assert [job.args for job in hinted] == [{"delivery_id": str(identity)}]


@pytest.mark.parametrize(
    "data",
    [
        {"userId": "Fatu Sané"},
        {"userId": "+245955000000"},
        {"userId": "a@b.example"},
        {"nom": uuid7()},
        {"userId": {"id": 1}},
        {"userId": 1.5},
    ],
)
def test_nothing_but_ids_leaves(db, data):
    with pytest.raises(ValueError):
        publish_event("utilisateur.cree", data)


@pytest.mark.parametrize(
    ("fault", "status", "seen"),
    [
        ("", 500, (500, "status")),
        ("", 404, (404, "status")),
        ("redirect", 0, (302, "redirect")),
        ("hang", 0, (None, "timeout")),
        ("drip", 0, (None, "timeout")),
    ],
)
def test_what_fails_is_tried_again_with_the_same_id(hook, receiver, fault, status, seen):
    made = hook()
    receiver.fault, receiver.status = fault, status or 204
    publish_event("utilisateur.cree", {"userId": uuid7()})
    began = time.monotonic()
    run_all()
    assert time.monotonic() - began < 3
    assert outcome() == ("en_attente", 1, *seen)
    assert WebhookDelivery.objects.get().next_at > timezone.now() + timedelta(seconds=20)
    run_all()  # not due yet
    assert len(receiver.got) == 1
    receiver.fault, receiver.status = "", 200
    time_passes()
    run_all()
    assert outcome() == ("livre", 2, 200, "")
    first, second = receiver.got
    assert first.headers["webhook-id"] == second.headers["webhook-id"] and first.body == second.body
    assert verified(made["secret"], second)
    endpoint = WebhookEndpoint.objects.get()
    assert (endpoint.failures, endpoint.failing_since, endpoint.pause_until) == (0, None, None)


def test_an_answer_without_end_is_not_read(hook, receiver):
    hook()
    receiver.fault = "flood"
    publish_event("utilisateur.cree", {"userId": uuid7()})
    began = time.monotonic()
    run_all()
    assert time.monotonic() - began < 0.9
    assert outcome() == ("livre", 1, 204, "")


def test_pauses_grow_and_it_is_given_up(hook, receiver, settings):
    settings.WEBHOOK_MAX_ATTEMPTS = 3
    hook()
    receiver.status = 503
    publish_event("utilisateur.cree", {"userId": uuid7()})
    pauses = []
    for _ in range(5):
        run_all()
        pauses.append((WebhookDelivery.objects.get().next_at - timezone.now()).total_seconds())
        time_passes()
    assert outcome() == ("abandonne", 3, 503, "status")
    assert len(receiver.got) == 3
    assert 25 < pauses[0] < 40 < 295 < pauses[1] < 365


def test_a_silent_endpoint_does_not_keep_the_worker(hook, receiver):
    """Of twenty events one waits for the answer that does not come; the others wait for the pause to end."""
    hook()
    receiver.fault = "hang"
    for _ in range(20):
        publish_event("utilisateur.cree", {"userId": uuid7()})
    began = time.monotonic()
    run_all()
    assert time.monotonic() - began < 3
    assert len(receiver.got) == 1
    time_passes()
    assert hint_due_deliveries() == 1  # one, to see whether it is back
    receiver.fault = ""
    time_passes()
    run_all()
    assert WebhookDelivery.objects.filter(statut="livre").count() == 20


def test_disabled_after_long_failure_and_told_once(hook, receiver, cast, api):
    made = hook()
    receiver.status = 500
    publish_event("utilisateur.cree", {"userId": uuid7()})
    run_all()
    assert not Notification.objects.exists()
    WebhookEndpoint.objects.update(failing_since=timezone.now() - timedelta(hours=73))
    for _ in range(2):
        time_passes()
        run_all()
    endpoint = WebhookEndpoint.objects.get()
    assert not endpoint.is_active and endpoint.disabled_at
    told = Notification.objects.get()
    assert (told.user_id, told.type, told.data) == (cast.admin.id, "alert", {"webhookId": made["id"]})
    assert len(receiver.got) == 2
    # Switched on again, what waited is sent.
    receiver.status = 200
    assert api(cast.admin).put(f"/api/webhooks/{made['id']}", {"isActive": True}).status_code == 200
    WebhookDelivery.objects.update(next_at=timezone.now())
    run_all()
    assert outcome() == ("livre", 3, 200, "")


def test_gone_is_gone(hook, receiver):
    hook()
    receiver.status = 410
    publish_event("utilisateur.cree", {"userId": uuid7()})
    run_all()
    assert not WebhookEndpoint.objects.get().is_active


@pytest.mark.parametrize("address", ["127.0.0.1", "10.0.0.7", "169.254.169.254", "::1", "fd00::1"])
def test_never_to_an_address_inside(hook, receiver, settings, monkeypatch, address):
    """A name that leads inside when it is asked, whatever it was when the endpoint was made."""
    hook()
    WebhookEndpoint.objects.update(url="https://hooks.example.org/x")
    settings.WEBHOOK_ALLOW_PRIVATE = False
    family = socket.AF_INET6 if ":" in address else socket.AF_INET
    monkeypatch.setattr("config.outgoing_http.socket.getaddrinfo", lambda *a, **m: [(family, 1, 6, "", (address, 443))])
    publish_event("utilisateur.cree", {"userId": uuid7()})
    run_all()
    assert outcome() == ("en_attente", 1, None, "address")
    assert receiver.got == []


def test_the_setting_for_platforms_does_not_open_webhooks(hook, receiver, settings):
    hook()
    settings.WEBHOOK_ALLOW_PRIVATE, settings.OUTGOING_ALLOW_PRIVATE = False, True
    publish_event("utilisateur.cree", {"userId": uuid7()})
    run_all()
    assert (outcome()[3], receiver.got) == ("address", [])


@pytest.mark.django_db(transaction=True)
def test_workers_never_send_one_delivery_at_once(hook, receiver):
    hook()
    receiver.fault = "slow"
    (identity,) = publish_event("utilisateur.cree", {"userId": uuid7()})
    together(8, lambda: send_delivery(identity))
    assert (len(receiver.got), receiver.most_at_once) == (1, 1)
    assert outcome()[:2] == ("livre", 1)


def test_a_killed_worker_is_followed_by_another(hook, receiver, monkeypatch):
    hook()
    (identity,) = publish_event("utilisateur.cree", {"userId": uuid7()})

    class Killed(BaseException):
        """What no code catches."""

    sending = delivery_jobs._post_event

    def die(delivery):
        sending(delivery)
        raise Killed

    with monkeypatch.context() as patch:
        patch.setattr(delivery_jobs, "_post_event", die)
        with pytest.raises(Killed):
            send_delivery(identity)
    send_delivery(identity)  # its lease still runs
    assert len(receiver.got) == 1 and hint_due_deliveries() == 0
    time_passes()
    assert hint_due_deliveries() == 1
    send_delivery(identity)
    assert receiver.got[0].headers["webhook-id"] == receiver.got[1].headers["webhook-id"]
    assert outcome() == ("livre", 2, 204, "")


def test_a_late_run_does_not_write_over_its_follower(hook, receiver, monkeypatch):
    hook()
    (identity,) = publish_event("utilisateur.cree", {"userId": uuid7()})
    sending = delivery_jobs._post_event
    receiver.status = 500

    def overtaken(delivery):
        seen = sending(delivery)
        monkeypatch.setattr(delivery_jobs, "_post_event", sending)
        time_passes()
        receiver.status = 200
        send_delivery(identity)
        return seen

    monkeypatch.setattr(delivery_jobs, "_post_event", overtaken)
    send_delivery(identity)
    assert outcome() == ("livre", 2, 200, "")


def test_the_end_of_a_job_is_told(hook, receiver, cast, monkeypatch):
    hook(events=["tache.terminee"])
    add_to(monkeypatch, job_kinds, essai=JobKind(lambda job, progress: {}))
    job = jobs.start_job("essai", {}, cast.admin)
    execute_job(job.id)
    run_all()
    assert orjson.loads(receiver.got[0].body)["data"] == {"jobId": str(job.id), "type": "essai", "statut": "termine"}


def test_what_is_old_goes(hook):
    hook()
    publish_event("utilisateur.cree", {"userId": uuid7()})
    publish_event("utilisateur.cree", {"userId": uuid7()})
    old = WebhookEvent.objects.first()
    WebhookEvent.objects.filter(id=old.id).update(created_at=timezone.now() - timedelta(days=31))
    delete_old_events()
    assert WebhookDelivery.objects.count() == WebhookEvent.objects.count() == 1
