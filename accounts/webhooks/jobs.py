"""Send deliveries: claim by compare-and-set, send outside any transaction, record the outcome under the claim.

When a run is killed, another follows after its lease, with the same `webhook-id`: a receiver may get an event twice
and recognises it by this id. Two runs never send one delivery at once: a lease outlasts the longest response.
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

from accounts.notifications.api import notify
from accounts.webhooks.models import WebhookDelivery, WebhookEndpoint, WebhookEvent
from accounts.webhooks.rules import build_signature_headers
from accounts.webhooks.services import OUTBOX, SQL
from config.ids import uuid7
from config.locks import Lock, lock_row
from config.outgoing_http import OutgoingClient, OutgoingError, OutgoingLimits

logger = logging.getLogger("tabanca.webhooks")
# Pauses in seconds after the first, second … failure; the last one repeats. About three days in total.
PAUSES = (30, 300, 1_800, 7_200, 18_000, 36_000, 50_400, 72_000, 86_400)
# Extra seconds of the lease: a DNS lookup may take this long before the time limit of the response starts.
LEASE_MARGIN = 60
GONE = 410


def build_event_body(event: WebhookEvent) -> bytes:
    """Return the request body of an event, byte-identical at every attempt."""
    timestamp = event.created_at.isoformat(timespec="milliseconds")
    return orjson.dumps({"type": event.type, "timestamp": timestamp, "data": event.data})


def send_delivery(delivery_id: UUID) -> None:
    """Send a delivery if it is due and can be claimed. Faults of the receiver are recorded, never raised."""
    worker = uuid7()
    lease = settings.WEBHOOK_SECONDS + LEASE_MARGIN
    if not SQL.execute("claim_delivery", {"id": delivery_id, "worker": worker, "lease": lease}):
        return
    delivery = WebhookDelivery.objects.select_related("event", "endpoint").get(id=delivery_id)
    began = time.monotonic()
    status, fault = _post_event(delivery)
    outcome = {
        "status_code": status or None,
        "error": fault,
        "worker": None,
        "lease_until": None,
        "milliseconds": int((time.monotonic() - began) * 1000),
    }
    if not fault:
        _record_success(delivery, worker, outcome)
    else:
        logger.warning("webhook %s: attempt %d failed: %s %d", delivery.id, delivery.attempts, fault, status)
        _record_failure(delivery, worker, outcome)


def _post_event(delivery: WebhookDelivery) -> tuple[int, str]:
    """Return the response's status (0 without a response) and the kind of fault ("" for none)."""
    endpoint, body = delivery.endpoint, build_event_body(delivery.event)
    parts = urlsplit(endpoint.url)
    target = (parts.path or "/") + (f"?{parts.query}" if parts.query else "")
    signed = build_signature_headers(endpoint, delivery.event_id, body, timezone.now())
    try:
        system = OutgoingClient(
            f"{parts.scheme}://{parts.netloc}",
            OutgoingLimits(settings.WEBHOOK_SECONDS, 0, settings.WEBHOOK_ALLOW_PRIVATE),
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


def _filter_claimed(delivery: WebhookDelivery, worker: UUID) -> Any:
    return WebhookDelivery.objects.filter(id=delivery.id, worker=worker, statut=WebhookDelivery.Statut.EN_COURS)


@transaction.atomic
def _record_success(delivery: WebhookDelivery, worker: UUID, outcome: dict[str, Any]) -> None:
    if _filter_claimed(delivery, worker).update(
        statut=WebhookDelivery.Statut.LIVRE, ended_at=timezone.now(), **outcome
    ):
        failing = WebhookEndpoint.objects.filter(id=delivery.endpoint_id, failing_since__isnull=False)
        failing.update(failures=0, failing_since=None, pause_until=None)


def _compute_pause(failures: int) -> timedelta:
    """Return the pause after so many consecutive failures, with up to 20% added at random to spread retries."""
    seconds = PAUSES[min(failures, len(PAUSES)) - 1]
    return timedelta(seconds=seconds * random.uniform(1, 1.2))  # noqa: S311 - nobody gains by guessing it


@transaction.atomic
def _record_failure(delivery: WebhookDelivery, worker: UUID, outcome: dict[str, Any]) -> None:
    """Schedule a retry or abandon the delivery; pause its endpoint, or disable it.

    An endpoint is disabled when it has failed for WEBHOOK_DISABLE_HOURS or returned 410. Lock the endpoint.
    """
    now = timezone.now()
    is_last = delivery.attempts >= settings.WEBHOOK_MAX_ATTEMPTS
    change: dict[str, Any] = {
        "statut": WebhookDelivery.Statut.EN_ATTENTE,
        "next_at": now + _compute_pause(delivery.attempts),
    }
    if is_last:
        change = {"statut": WebhookDelivery.Statut.ABANDONNE, "ended_at": now}
    if not _filter_claimed(delivery, worker).update(**change, **outcome):
        return
    endpoint = lock_row(Lock.WEBHOOK_ENDPOINTS, WebhookEndpoint.objects.filter(id=delivery.endpoint_id))
    since = endpoint.failing_since or now
    WebhookEndpoint.objects.filter(id=endpoint.id).update(
        failures=F("failures") + 1, failing_since=since, pause_until=now + _compute_pause(endpoint.failures + 1)
    )
    is_too_long = now - since >= timedelta(hours=settings.WEBHOOK_DISABLE_HOURS)
    if endpoint.is_active and (is_too_long or outcome["status_code"] == GONE):
        _disable_endpoint(endpoint, now)


def _disable_endpoint(endpoint: WebhookEndpoint, now: datetime) -> None:
    """Disable an endpoint and notify the webhook administrators. Waiting deliveries are kept until it is enabled."""
    WebhookEndpoint.objects.filter(id=endpoint.id).update(is_active=False, disabled_at=now, updated_at=now)
    notify(
        holders_of="administration.webhooks",
        category="system",
        type="alert",
        link="/webhooks",
        title=lazy("Le webhook vers %(host)s a été désactivé"),
        message=lazy("Son adresse ne répond plus. Ce qui attend sera envoyé quand il sera réactivé."),
        params={"host": urlsplit(endpoint.url).hostname or endpoint.url},
        data={"webhookId": str(endpoint.id)},
    )


def hint_due_deliveries() -> int:
    """Queue the deliveries that are due or whose run died. Return their number."""
    ids = SQL.fetch_column("list_due_deliveries", {"limit": settings.WEBHOOK_BATCH})
    for delivery_id in ids:
        OUTBOX.hint(delivery_id)
    return len(ids)


OUTBOX.define_tasks(send_delivery, hint_due=hint_due_deliveries, hint_task="deliver_due_webhooks")
