"""Sending one delivery: claimed by compare-and-set, sent outside any transaction, its outcome written under the claim.

A run that is killed is followed by another when its lease is over, with the same `webhook-id`: who receives may get an
event twice and tells it by that. Two runs never send one delivery at once: a lease outlasts the longest answer.
"""

import logging
import random
import time
from datetime import datetime, timedelta
from typing import Any
from urllib.parse import urlsplit
from uuid import UUID

import orjson
from django.conf import settings
from django.db import transaction
from django.db.models import F
from django.utils import timezone
from django.utils.translation import gettext_lazy as lazy

from accounts.notifications.services import notify
from accounts.webhooks.models import WebhookDelivery, WebhookEndpoint, WebhookEvent
from accounts.webhooks.services import SQL
from accounts.webhooks.signing import headers
from config.ids import uuid7
from config.outgoing import Limits, Outgoing, OutgoingError

logger = logging.getLogger("tabanca.webhooks")
# Pauses in seconds after the first, second … failure; the last one repeats. In all about three days.
PAUSES = (30, 300, 1_800, 7_200, 18_000, 36_000, 50_400, 72_000, 86_400)
# Looking up a name may take this long before the clock of the answer starts.
LEASE_MARGIN = 60
GONE = 410


def body_of(event: WebhookEvent) -> bytes:
    """The same bytes at every attempt."""
    timestamp = event.created_at.isoformat(timespec="milliseconds")
    return orjson.dumps({"type": event.type, "timestamp": timestamp, "data": event.data})


def deliver(delivery_id: UUID) -> None:
    """Send one delivery if it may be sent now. Never raises for a fault of the other side: that is its outcome."""
    worker = uuid7()
    lease = settings.WEBHOOK_SECONDS + LEASE_MARGIN
    if not SQL.run("claim", {"id": delivery_id, "worker": worker, "lease": lease}):
        return
    delivery = WebhookDelivery.objects.select_related("event", "endpoint").get(id=delivery_id)
    began = time.monotonic()
    status, fault = _send(delivery)
    seen = {
        "status_code": status or None, "error": fault, "worker": None, "lease_until": None,
        "milliseconds": int((time.monotonic() - began) * 1000),
    }  # fmt: skip
    if not fault:
        _succeeded(delivery, worker, seen)
    else:
        logger.warning("webhook %s: attempt %d failed: %s %d", delivery.id, delivery.attempts, fault, status)
        _failed(delivery, worker, seen)


def _send(delivery: WebhookDelivery) -> tuple[int, str]:
    """The status of the answer (0 without one), and what is wrong with it ("" when nothing is)."""
    endpoint, body = delivery.endpoint, body_of(delivery.event)
    parts = urlsplit(endpoint.url)
    target = (parts.path or "/") + (f"?{parts.query}" if parts.query else "")
    signed = headers(endpoint, delivery.event_id, body, timezone.now())
    try:
        system = Outgoing(
            f"{parts.scheme}://{parts.netloc}",
            Limits(settings.WEBHOOK_SECONDS, 0, settings.WEBHOOK_ALLOW_PRIVATE),
        )
        try:
            status = system.deliver(target, body, {"Content-Type": "application/json", **signed})
        finally:
            system.close()
    except OutgoingError as error:
        return error.status, error.fault.value
    if 200 <= status < 300:
        return status, ""
    return status, "redirect" if 300 <= status < 400 else "status"


def _held(delivery: WebhookDelivery, worker: UUID) -> Any:
    return WebhookDelivery.objects.filter(id=delivery.id, worker=worker, statut=WebhookDelivery.Statut.EN_COURS)


@transaction.atomic
def _succeeded(delivery: WebhookDelivery, worker: UUID, seen: dict[str, Any]) -> None:
    if _held(delivery, worker).update(statut=WebhookDelivery.Statut.LIVRE, ended_at=timezone.now(), **seen):
        failing = WebhookEndpoint.objects.filter(id=delivery.endpoint_id, failing_since__isnull=False)
        failing.update(failures=0, failing_since=None, pause_until=None)


def _pause(failures: int) -> timedelta:
    """How long to wait after so many failures in a row; not to the second, so that a crowd does not come at once."""
    seconds = PAUSES[min(failures, len(PAUSES)) - 1]
    return timedelta(seconds=seconds * random.uniform(1, 1.2))  # noqa: S311 - nobody gains by guessing it


@transaction.atomic
def _failed(delivery: WebhookDelivery, worker: UUID, seen: dict[str, Any]) -> None:
    """Try again later, or give up; let the endpoint rest, or switch it off."""
    now = timezone.now()
    last = delivery.attempts >= settings.WEBHOOK_MAX_ATTEMPTS
    outcome: dict[str, Any] = {"statut": WebhookDelivery.Statut.EN_ATTENTE, "next_at": now + _pause(delivery.attempts)}
    if last:
        outcome = {"statut": WebhookDelivery.Statut.ABANDONNE, "ended_at": now}
    if not _held(delivery, worker).update(**outcome, **seen):
        return
    endpoint = WebhookEndpoint.objects.select_for_update(of=("self",), no_key=True).get(id=delivery.endpoint_id)
    since = endpoint.failing_since or now
    WebhookEndpoint.objects.filter(id=endpoint.id).update(
        failures=F("failures") + 1, failing_since=since, pause_until=now + _pause(endpoint.failures + 1)
    )
    too_long = now - since >= timedelta(hours=settings.WEBHOOK_DISABLE_HOURS)
    if endpoint.is_active and (too_long or seen["status_code"] == GONE):
        _switch_off(endpoint, now)


def _switch_off(endpoint: WebhookEndpoint, now: datetime) -> None:
    """Nothing more is sent there until an administrator switches it on; what waits is kept until then."""
    WebhookEndpoint.objects.filter(id=endpoint.id).update(is_active=False, disabled_at=now, updated_at=now)
    notify(
        holders_of="administration.webhooks", category="system", type="alert", link="/webhooks",
        title=lazy("Un webhook a été désactivé"),
        message=lazy("Son adresse ne répond plus. Ce qui attend sera envoyé quand il sera réactivé."),
        data={"webhookId": str(endpoint.id)},
    )  # fmt: skip


def forget_old() -> int:
    """Remove events, and with them their deliveries, that are older than WEBHOOK_KEEP_DAYS."""
    limit = timezone.now() - timedelta(days=settings.WEBHOOK_KEEP_DAYS)
    return WebhookEvent.objects.filter(created_at__lt=limit).delete()[0]
