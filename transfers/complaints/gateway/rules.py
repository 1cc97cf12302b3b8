"""Check the signature of a gateway's requests, according to the Standard Webhooks specification."""

import re
from collections.abc import Mapping
from typing import Final

from django.conf import settings
from standardwebhooks import Webhook, WebhookVerificationError

from config.errors.problems import Problem

HEADERS: Final = ("webhook-id", "webhook-timestamp", "webhook-signature")
MAX_MESSAGES: Final = 100
MAX_OBJECT: Final = 100
REFERENCE: Final = re.compile(r"\bPLT-\d{4}-\d{6,}\b", re.IGNORECASE)


def require_signature(body: bytes, headers: Mapping[str, str]) -> None:
    """Raise NOT_CONFIGURED without a secret, UNAUTHENTICATED unless it signed the body in the last five minutes."""
    if not settings.GATEWAY_SECRET:
        raise Problem("NOT_CONFIGURED")
    sent = {name: headers.get(name) or "" for name in HEADERS}
    try:
        # The library compares the text of the body: what is no text was not signed by it.
        Webhook(settings.GATEWAY_SECRET).verify(body.decode(), sent)
    except (WebhookVerificationError, ValueError) as error:
        raise Problem("UNAUTHENTICATED") from error


def find_reference(text: str) -> str | None:
    """Return the reference of a complaint that a message names."""
    found = REFERENCE.search(text)
    return found.group().upper() if found else None


def shorten_text(text: str) -> str:
    """Return the beginning of a message, as the subject of its complaint."""
    line = " ".join(text.split())
    return line if len(line) <= MAX_OBJECT else f"{line[: MAX_OBJECT - 1]}…"
