"""Find how an operator's API is reached. Addresses and credentials come from the settings only."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, Final

from django.conf import settings
from django.utils.translation import gettext as _

from config.errors.problems import Problem
from config.outgoing_http import OutgoingClient, OutgoingError, OutgoingLimits

# A response of this API is a few kilobytes.
MAX_BYTES: Final = 256 * 1024


@dataclass(frozen=True)
class GsmaConnection:
    """Hold how one operator's API is reached, and which of its accounts is debited.

    `headers` are sent with each request and hold the credentials. `callback` is the public address of this service, or
    empty when the operator sends no call-backs.
    """

    url: str
    debit_key: str
    debit_value: str
    headers: Mapping[str, str] = field(repr=False)
    currency: str = "XOF"
    callback: str = ""

    def open_client(self) -> OutgoingClient:
        """Return a client of its own, for one thread. Raises OutgoingError for an address that is not allowed."""
        limits = OutgoingLimits(settings.GSMA_SECONDS, MAX_BYTES, settings.OUTGOING_ALLOW_PRIVATE)
        return OutgoingClient(self.url, limits)


def find_connection(operator: str) -> GsmaConnection:
    """Return the connection of an operator. Raises NOT_CONFIGURED when the settings hold none that can be used."""
    found = settings.GSMA_CONNECTIONS.get(operator)
    try:
        connection = _read_connection(found)
        connection.open_client().close()
    except (KeyError, TypeError, ValueError, AttributeError, OutgoingError) as error:
        message = _("Cet opérateur n'est pas relié à Tabanca : choisissez un autre mode de paiement.")
        raise Problem("NOT_CONFIGURED", message) from error
    return connection


def _read_connection(found: Any) -> GsmaConnection:
    ((key, value),) = found["debitParty"].items()
    return GsmaConnection(
        url=str(found["url"]),
        debit_key=str(key),
        debit_value=str(value),
        headers={str(name): str(text) for name, text in found.get("headers", {}).items()},
        currency=str(found.get("currency", "XOF")),
        callback=str(found.get("callback", "")).rstrip("/"),
    )
