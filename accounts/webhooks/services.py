"""Endpoints of webhooks, and `publish`, the one way to tell other systems that something happened.

Call `publish` inside the transaction of what is told: the event, its deliveries and their hints commit with it or not
at all. One event for a mass operation, not one a row.
"""

from collections.abc import Callable
from datetime import timedelta
from typing import Any
from uuid import UUID

import orjson
from django.conf import settings
from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext as _

from accounts.webhooks.catalogue import ALL, EVENTS, TEST, payload
from accounts.webhooks.models import WebhookDelivery, WebhookEndpoint
from config.api.problems import invalid, invalid_status, not_found
from config.ids import uuid7
from config.outgoing import OutgoingError, checked
from config.sql import Queries

SQL = Queries(__file__, "webhooks.sql")
# How a hint reaches the queue; set by accounts.hooks.
_hint: list[Callable[[UUID], None]] = []


def use_queue(hint: Callable[[UUID], None]) -> None:
    """Called once, by `accounts.hooks`."""
    _hint[:] = [hint]


@transaction.atomic
def publish(type: str, data: dict[str, Any], *, only: UUID | None = None) -> list[UUID]:
    """Tell the endpoints that listen to this type (or `only` one) of an event; answers the deliveries.

    Raises KeyError for a type that is not declared, ValueError for data that is not ids (`catalogue.payload`).
    """
    content = orjson.dumps(payload(type, data)).decode()
    ids = [row["id"] for row in SQL.rows("publish", {"type": type, "data": content, "only": only})]
    for identity in ids:
        _hint[0](identity)
    return ids


def _check(values: dict[str, Any]) -> None:
    if "url" in values:
        try:
            checked(values["url"], settings.WEBHOOK_ALLOW_PRIVATE)
        except OutgoingError as error:
            refused = _("Attendu : une adresse https d'un serveur public, sans nom d'utilisateur ni fragment.")
            raise invalid({"url": [refused]}) from error
    unknown = sorted(set(values.get("events", [])) - set(EVENTS) - {ALL})
    if unknown:
        raise invalid({"events": [_("Événement inconnu : %(name)s.") % {"name": name[:60]} for name in unknown[:10]]})


def create_endpoint(*, values: dict[str, Any], caller: Any) -> WebhookEndpoint:
    """A new endpoint. Raises VALIDATION_ERROR."""
    _check(values)
    if WebhookEndpoint.objects.count() >= settings.WEBHOOK_MAX_ENDPOINTS:
        raise invalid_status(_("Le nombre de webhooks est limité."))
    return WebhookEndpoint.objects.create(**values, key=uuid7(), created_by=caller)


@transaction.atomic
def update_endpoint(*, endpoint_id: UUID, values: dict[str, Any], caller: Any) -> WebhookEndpoint:
    """Change an endpoint. One that is switched on again, or has another address, starts afresh: what waited is sent.

    Raises NOT_FOUND, VALIDATION_ERROR.
    """
    endpoint = _locked(endpoint_id, caller)
    _check(values)
    if values.get("is_active") or values.get("url", endpoint.url) != endpoint.url:
        values = values | {"failures": 0, "failing_since": None, "pause_until": None}
    if values.get("is_active"):
        values = values | {"disabled_at": None}
    for name, value in values.items():
        setattr(endpoint, name, value)
    endpoint.save(update_fields=[*values, "updated_at"])
    return endpoint


def _locked(endpoint_id: UUID, caller: Any) -> WebhookEndpoint:
    endpoint = (
        WebhookEndpoint.objects.visible_to(caller)
        .select_for_update(of=("self",), no_key=True)
        .filter(id=endpoint_id)
        .first()
    )
    if endpoint is None:
        raise not_found()
    return endpoint


def delete_endpoint(*, endpoint_id: UUID, caller: Any) -> None:
    """Remove an endpoint with its deliveries. Raises NOT_FOUND."""
    with transaction.atomic():
        _locked(endpoint_id, caller).delete()


@transaction.atomic
def rotate_secret(*, endpoint_id: UUID, caller: Any) -> WebhookEndpoint:
    """Give an endpoint another secret; the old one signs too for WEBHOOK_ROTATION_HOURS. Raises NOT_FOUND."""
    endpoint = _locked(endpoint_id, caller)
    endpoint.previous_key, endpoint.key = endpoint.key, uuid7()
    endpoint.previous_until = timezone.now() + timedelta(hours=settings.WEBHOOK_ROTATION_HOURS)
    endpoint.save(update_fields=["previous_key", "key", "previous_until", "updated_at"])
    return endpoint


@transaction.atomic
def send_test(*, endpoint_id: UUID, caller: Any) -> UUID:
    """Send an event of the type `webhook.essai` to this endpoint, at once; answers the delivery.

    Raises NOT_FOUND, INVALID_STATUS for one that is switched off.
    """
    _wake(endpoint_id, caller)
    return publish(TEST, {"webhookId": endpoint_id}, only=endpoint_id)[0]


@transaction.atomic
def redeliver(*, endpoint_id: UUID, delivery_id: UUID, caller: Any) -> None:
    """Send a delivery again, at once and with the same `webhook-id`; its attempts are counted anew.

    Raises NOT_FOUND, INVALID_STATUS for one that is on its way or of an endpoint that is switched off.
    """
    _wake(endpoint_id, caller)
    row = WebhookDelivery.objects.filter(id=delivery_id, endpoint=endpoint_id)
    if not row.exists():
        raise not_found()
    resting = row.exclude(statut=WebhookDelivery.Statut.EN_COURS)
    fresh = {"statut": WebhookDelivery.Statut.EN_ATTENTE, "attempts": 0, "next_at": timezone.now(), "ended_at": None}
    if not resting.update(**fresh):
        raise invalid_status(_("Cette livraison est en cours."))
    _hint[0](delivery_id)


def _wake(endpoint_id: UUID, caller: Any) -> None:
    """What an administrator wants sent now does not wait for a pause."""
    endpoint = _locked(endpoint_id, caller)
    if not endpoint.is_active:
        raise invalid_status(_("Ce webhook est désactivé."))
    WebhookEndpoint.objects.filter(id=endpoint.id).update(pause_until=None)


def hint_due() -> int:
    """Hint at the deliveries whose time has come, or whose run died. Answers how many."""
    ids = [row["id"] for row in SQL.rows("due", {"most": settings.WEBHOOK_BATCH})]
    for identity in ids:
        _hint[0](identity)
    return len(ids)
