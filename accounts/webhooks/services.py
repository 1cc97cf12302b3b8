"""Manage webhook endpoints, and publish events to other systems; the functions here are the only way to do so.

Call `publish_event` inside the transaction of the change: the event, its deliveries and their hints commit or roll back
with it. Publish one event for a mass operation; where receivers need one per row, publish them by one `publish_events`.
"""

from collections.abc import Iterable
from datetime import timedelta
from typing import Any, Final
from uuid import UUID

import orjson
from django.conf import settings
from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext as _

from accounts.jobs.models import Job
from accounts.webhooks.hooks import event_types
from accounts.webhooks.models import WebhookDelivery, WebhookEndpoint, WebhookEvent
from accounts.webhooks.rules import ALL_EVENTS, CODE, TEST_EVENT
from accounts.worker.outbox import Outbox
from config.caller import Caller
from config.errors.problems import invalid, invalid_status, not_found
from config.ids import uuid7
from config.locks import Lock, lock_row
from config.outgoing_http import OutgoingError, check_address
from config.sql import Queries

SQL = Queries(__file__, "webhooks.sql")
OUTBOX: Final = Outbox("deliver_webhook", "delivery_id", queue="webhooks")
# Of more deliveries at once none is hinted at: they are due, so the next minute's sweep queues them.
MAX_HINTS: Final = 100


@transaction.atomic
def publish_event(type: str, data: dict[str, Any], *, only: UUID | None = None) -> list[UUID]:
    """Store an event for the endpoints that subscribe to its type (or for `only` one) and queue its deliveries.

    Return the ids of the deliveries; without an endpoint, nothing is stored. Raises KeyError for a type that is not
    registered, ValueError for data that is not declared for it.
    """
    content = orjson.dumps(_serialize_event_data(type, data)).decode()
    ids = SQL.fetch_column("publish_event", {"type": type, "data": content, "only": only})
    for delivery_id in ids:
        OUTBOX.hint(delivery_id)
    return ids


@transaction.atomic
def publish_events(type: str, events: Iterable[dict[str, Any]]) -> None:
    """Store events of one type by one statement, and queue their deliveries. Raises as `publish_event` does."""
    contents = [orjson.dumps(_serialize_event_data(type, data)).decode() for data in events]
    if not contents:
        return
    ids = SQL.fetch_column("publish_events", {"type": type, "data": contents})
    if len(ids) <= MAX_HINTS:
        for delivery_id in ids:
            OUTBOX.hint(delivery_id)


def _serialize_event_data(type: str, data: dict[str, Any]) -> dict[str, Any]:
    """Return the data of an event as JSON values.

    Raises ValueError for undeclared keys, and for values that are not ids, codes, integers, booleans, null or lists of
    these: what leaves the system is decided where the type is registered. Raises KeyError for an unknown type.
    """
    known = event_types[type].fields
    if set(data) - set(known):
        raise ValueError(f"{type}: {sorted(set(data) - set(known))}")
    return {name: _serialize_value(value) for name, value in data.items()}


def _serialize_value(value: Any) -> Any:
    if isinstance(value, (list, tuple)):
        return [_serialize_value(item) for item in value]
    if value is None or isinstance(value, (bool, int)):
        return value
    if isinstance(value, UUID):
        return str(value)
    text = str(value)
    if not CODE.fullmatch(text):
        return str(UUID(text))
    return text


def publish_job_end(job: Job, statut: str) -> None:
    """Publish `tache.terminee` in the transaction that ends a job (listens to `job_end_listeners`)."""
    publish_event("tache.terminee", {"jobId": job.id, "type": job.type, "statut": statut})


def _validate_endpoint(values: dict[str, Any]) -> None:
    if "url" in values:
        try:
            check_address(values["url"], settings.WEBHOOK_ALLOW_PRIVATE)
        except OutgoingError as error:
            refused = _("Attendu : une adresse https d'un serveur public, sans nom d'utilisateur ni fragment.")
            raise invalid({"url": [refused]}) from error
    unknown = sorted(set(values.get("events", [])) - set(event_types) - {ALL_EVENTS})
    if unknown:
        raise invalid({"events": [_("Événement inconnu : %(name)s.") % {"name": name[:60]} for name in unknown[:10]]})


def create_endpoint(*, values: dict[str, Any], caller: Caller) -> WebhookEndpoint:
    """Create an endpoint. Raises VALIDATION_ERROR, or INVALID_STATUS at WEBHOOK_MAX_ENDPOINTS."""
    _validate_endpoint(values)
    if WebhookEndpoint.objects.count() >= settings.WEBHOOK_MAX_ENDPOINTS:
        raise invalid_status(_("Le nombre de webhooks est limité."))
    return WebhookEndpoint.objects.create(**values, key=uuid7(), created_by_id=caller.id)


@transaction.atomic
def update_endpoint(*, endpoint_id: UUID, values: dict[str, Any], caller: Caller) -> WebhookEndpoint:
    """Change an endpoint. Enabling it, or changing its address, clears its failures: waiting deliveries are sent.

    Raises NOT_FOUND, VALIDATION_ERROR.
    """
    endpoint = _lock_endpoint(endpoint_id, caller)
    _validate_endpoint(values)
    if values.get("is_active") or values.get("url", endpoint.url) != endpoint.url:
        values = values | {"failures": 0, "failing_since": None, "pause_until": None}
    if values.get("is_active"):
        values = values | {"disabled_at": None}
    for name, value in values.items():
        setattr(endpoint, name, value)
    endpoint.save(update_fields=[*values, "updated_at"])
    return endpoint


def _lock_endpoint(endpoint_id: UUID, caller: Caller) -> WebhookEndpoint:
    return lock_row(Lock.WEBHOOK_ENDPOINTS, WebhookEndpoint.objects.visible_to(caller).filter(id=endpoint_id))


def delete_endpoint(*, endpoint_id: UUID, caller: Caller) -> None:
    """Delete an endpoint with its deliveries. Raises NOT_FOUND."""
    with transaction.atomic():
        _lock_endpoint(endpoint_id, caller).delete()


@transaction.atomic
def rotate_secret(*, endpoint_id: UUID, caller: Caller) -> WebhookEndpoint:
    """Give an endpoint a new secret; the old one signs as well for WEBHOOK_ROTATION_HOURS. Raises NOT_FOUND."""
    endpoint = _lock_endpoint(endpoint_id, caller)
    endpoint.previous_key, endpoint.key = endpoint.key, uuid7()
    endpoint.previous_until = timezone.now() + timedelta(hours=settings.WEBHOOK_ROTATION_HOURS)
    endpoint.save(update_fields=["previous_key", "key", "previous_until", "updated_at"])
    return endpoint


@transaction.atomic
def send_test_event(*, endpoint_id: UUID, caller: Caller) -> UUID:
    """Send a `webhook.essai` event to this endpoint immediately and return the id of the delivery.

    Raises NOT_FOUND, INVALID_STATUS for a disabled endpoint.
    """
    _clear_pause(endpoint_id, caller)
    return publish_event(TEST_EVENT, {"webhookId": endpoint_id}, only=endpoint_id)[0]


@transaction.atomic
def resend_delivery(*, endpoint_id: UUID, delivery_id: UUID, caller: Caller) -> None:
    """Send a delivery again immediately, with the same `webhook-id` and its attempts reset.

    Raises NOT_FOUND, INVALID_STATUS for one being sent or of a disabled endpoint.
    """
    _clear_pause(endpoint_id, caller)
    row = WebhookDelivery.objects.filter(id=delivery_id, endpoint=endpoint_id)
    if not row.exists():
        raise not_found()
    resting = row.exclude(statut=WebhookDelivery.Statut.EN_COURS)
    fresh = {"statut": WebhookDelivery.Statut.EN_ATTENTE, "attempts": 0, "next_at": timezone.now(), "ended_at": None}
    if not resting.update(**fresh):
        raise invalid_status(_("Cette livraison est en cours."))
    OUTBOX.hint(delivery_id)


def _clear_pause(endpoint_id: UUID, caller: Caller) -> None:
    """Clear an endpoint's pause before an administrator sends to it. Raises NOT_FOUND, INVALID_STATUS when disabled."""
    endpoint = _lock_endpoint(endpoint_id, caller)
    if not endpoint.is_active:
        raise invalid_status(_("Ce webhook est désactivé."))
    WebhookEndpoint.objects.filter(id=endpoint.id).update(pause_until=None)


def delete_old_events() -> int:
    """Delete events older than WEBHOOK_KEEP_DAYS, with their deliveries. Return the number of rows deleted."""
    limit = timezone.now() - timedelta(days=settings.WEBHOOK_KEEP_DAYS)
    return WebhookEvent.objects.filter(created_at__lt=limit).delete()[0]
