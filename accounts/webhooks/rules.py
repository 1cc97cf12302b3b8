"""Derive secrets and sign requests according to the Standard Webhooks specification (`whsec_`, `v1,`).

Also hold the constants of events.
"""

import base64
import re
from datetime import datetime
from typing import Final
from uuid import UUID

from django.utils.crypto import salted_hmac
from standardwebhooks import Webhook

from accounts.webhooks.models import WebhookEndpoint

ALL_EVENTS: Final = "*"
TEST_EVENT: Final = "webhook.essai"
# A code of this service (a state, a kind): the pattern admits no name, address or number of a person.
CODE: Final = re.compile(r"[a-z][a-z0-9_.]{0,59}")
PREFIX: Final = "whsec_"
SALT: Final = "accounts.webhooks"


def _derive_secret(endpoint_id: UUID, key: UUID) -> bytes:
    """Derive the 32 bytes of a secret from SECRET_KEY: the database and its backups do not reveal it."""
    return salted_hmac(SALT, f"{endpoint_id}:{key}", algorithm="sha256").digest()


def format_secret(endpoint: WebhookEndpoint) -> str:
    """Return the secret in the form shown to the user, once."""
    return PREFIX + base64.b64encode(_derive_secret(endpoint.id, endpoint.key)).decode()


def build_signature_headers(endpoint: WebhookEndpoint, event_id: UUID, body: bytes, now: datetime) -> dict[str, str]:
    """Return the three signature headers of an attempt, with two signatures while two secrets are valid.

    `now` must be in UTC: the library does not convert it.
    """
    keys = [endpoint.key]
    if endpoint.previous_key and endpoint.previous_until and endpoint.previous_until > now:
        keys.append(endpoint.previous_key)
    signers = [Webhook(_derive_secret(endpoint.id, key)) for key in keys]
    return {
        "webhook-id": str(event_id),
        "webhook-timestamp": str(int(now.timestamp())),
        "webhook-signature": " ".join(signer.sign(str(event_id), now, body.decode()) for signer in signers),
    }
