"""Secrets and signatures of the Standard Webhooks specification (`whsec_`, `v1,`)."""

import base64
import hashlib
import hmac
from datetime import datetime
from uuid import UUID

from django.utils.crypto import salted_hmac

from accounts.webhooks.models import WebhookEndpoint

PREFIX = "whsec_"
SALT = "accounts.webhooks"


def _raw(endpoint_id: UUID, key: UUID) -> bytes:
    """32 bytes that only this installation can make: nothing to steal from the database or from a backup."""
    return salted_hmac(SALT, f"{endpoint_id}:{key}", algorithm="sha256").digest()


def secret(endpoint: WebhookEndpoint) -> str:
    """The secret as it is shown, once."""
    return PREFIX + base64.b64encode(_raw(endpoint.id, endpoint.key)).decode()


def headers(endpoint: WebhookEndpoint, event_id: UUID, body: bytes, now: datetime) -> dict[str, str]:
    """The three headers of an attempt; while two secrets hold there are two signatures."""
    stamp = str(int(now.timestamp()))
    keys = [endpoint.key]
    if endpoint.previous_key and endpoint.previous_until and endpoint.previous_until > now:
        keys.append(endpoint.previous_key)
    signed = f"{event_id}.{stamp}.".encode() + body
    signatures = [hmac.new(_raw(endpoint.id, key), signed, hashlib.sha256).digest() for key in keys]
    return {
        "webhook-id": str(event_id),
        "webhook-timestamp": stamp,
        "webhook-signature": " ".join(f"v1,{base64.b64encode(one).decode()}" for one in signatures),
    }
