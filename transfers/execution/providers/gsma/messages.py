"""Build orders and read answers. Nothing that an operator answers is believed unless it is about this very order.

Money is moved by what is returned here, so every doubt is `INCONNUE`: the payment stays open, and is asked for again.
"""

import re
from decimal import Decimal, InvalidOperation
from typing import Any, Final

from transfers.execution.models import AttemptState
from transfers.execution.providers.gsma.connections import GsmaConnection
from transfers.execution.types import Outcome, PaymentOrder

# Errors of these categories concern the order itself; the others (authorisation, internal, service) the service.
DEFINITE_CATEGORIES: Final = {"businessrule", "identification", "validation"}
# These codes say nothing about whether this order was paid.
VAGUE_CODES: Final = {"", "genericerror", "ratelimiterror"}
# After these no other order would be taken either.
SERVICE_CATEGORIES: Final = {"serviceunavailable"}
SERVICE_CODES: Final = {"ratelimiterror", "clientauthorisationerror", "requestingpartyauthorisationerror"}
COMPLETED: Final = "completed"
FAILED_STATUSES: Final = {"failed", "declined", "rejected"}
TRANSACTION_LINK: Final = re.compile(r"(?:^|/)transactions/([^/?#\s]+)$")
MAX_REFERENCE: Final = 120
PHONE: Final = re.compile(r"\+\d{6,15}")


def build_order(order: PaymentOrder, connection: GsmaConnection) -> dict[str, Any]:
    """Return the body of a disbursement. The amount is in whole XOF."""
    destination = order.destination or ""
    return {
        "amount": str(order.montant),
        "currency": connection.currency,
        "debitParty": [{"key": connection.debit_key, "value": connection.debit_value}],
        "creditParty": [{"key": find_party_key(destination), "value": destination}],
        "requestingOrganisationTransactionReference": order.reference,
    }


def find_party_key(destination: str) -> str:
    """Return the kind of identifier that an account is: a telephone number in E.164, or the operator's own."""
    return "msisdn" if PHONE.fullmatch(destination) else "accountid"


def leave_unknown(order: PaymentOrder, request_id: str | None = None) -> Outcome:
    return Outcome(order.id, AttemptState.INCONNUE, demande=request_id)


def read_transaction(order: PaymentOrder, content: Any, connection: GsmaConnection) -> Outcome:
    """Return the outcome that a transaction object tells.

    Reference, currency, amount and account must be those of the order; a completed smaller amount is a partial payment.
    """
    if not isinstance(content, dict) or not _is_about(order, content, connection):
        return leave_unknown(order)
    status = _read_word(content.get("transactionStatus"))
    reference = content.get("transactionReference")
    if not isinstance(reference, str) or not 0 < len(reference) <= MAX_REFERENCE:
        return leave_unknown(order)
    amount = _read_amount(content.get("amount"))
    if amount is None or amount > order.montant:
        return leave_unknown(order)
    if status == COMPLETED:
        received = amount if amount < order.montant else None
        return Outcome(order.id, AttemptState.CONFIRMEE, reference_operateur=reference, montant_recu=received)
    if status in FAILED_STATUSES:
        return Outcome(order.id, AttemptState.REJETEE, motif=_read_text(content.get("descriptionText")))
    return leave_unknown(order)


def _is_about(order: PaymentOrder, content: dict[str, Any], connection: GsmaConnection) -> bool:
    """Return whether a transaction is that of the order: nothing in it differs, and its reference or account is there."""
    reference = content.get("requestingOrganisationTransactionReference") or order.reference
    key = find_party_key(order.destination or "")
    accounts = _list_accounts(content.get("creditParty"), key)
    if accounts is None or content.get("currency") != connection.currency or reference != order.reference:
        return False
    if accounts:
        return accounts == {_normalise_account(order.destination or "")}
    return bool(content.get("requestingOrganisationTransactionReference"))


def _list_accounts(parties: Any, key: str) -> set[str] | None:
    """Return the accounts of a party that are identified by `key`; None when they cannot be read."""
    if parties is None:
        return set()
    if not isinstance(parties, list) or not all(isinstance(party, dict) for party in parties):
        return None
    values = [party.get("value") for party in parties if party.get("key") == key]
    return {_normalise_account(value) for value in values} if all(isinstance(value, str) for value in values) else None


def _normalise_account(value: str) -> str:
    """Return an account as it is compared: operators answer telephone numbers without their plus."""
    return value.strip().removeprefix("+")


def _read_amount(value: Any) -> int | None:
    """Return a positive whole amount; None for anything else. The API sends text with or without decimals."""
    try:
        amount = Decimal(value) if isinstance(value, str) else Decimal("NaN")
    except InvalidOperation:
        return None
    if not amount.is_finite() or amount != amount.to_integral_value() or not 0 < amount < 10**15:
        return None
    return int(amount)


def read_rejection(order: PaymentOrder, content: Any) -> Outcome:
    """Return the outcome of an error object: rejected when it is a definite error of the order, else unknown.

    A repeated correlation id is refused by the API although the first request may have been paid: that is no rejection.
    """
    if not isinstance(content, dict):
        return leave_unknown(order)
    category, code = _read_name(content.get("errorCategory")), _read_name(content.get("errorCode"))
    if "duplicate" in code or category not in DEFINITE_CATEGORIES or code in VAGUE_CODES:
        return leave_unknown(order)
    text = _read_text(content.get("errorDescription")) or _read_text(content.get("errorCode"))
    return Outcome(order.id, AttemptState.REJETEE, motif=text)


def is_about_service(content: Any) -> bool:
    """Return whether an error concerns the service or our access to it, so that every order would meet it."""
    if not isinstance(content, dict):
        return False
    category, code = _read_name(content.get("errorCategory")), _read_name(content.get("errorCode"))
    return category in SERVICE_CATEGORIES or code in SERVICE_CODES


def is_unavailable(content: Any) -> bool:
    """Return whether a heartbeat says that no order would be taken."""
    return isinstance(content, dict) and _read_word(content.get("serviceStatus")) == "unavailable"


def is_request_state(content: Any) -> bool:
    return isinstance(content, dict) and isinstance(content.get("serverCorrelationId"), str) and "status" in content


def read_request_id(content: dict[str, Any]) -> str | None:
    """Return the operator's id of a request, by which its state is asked for."""
    found = content.get("serverCorrelationId")
    return found if isinstance(found, str) and 0 < len(found) <= MAX_REFERENCE else None


def read_object_reference(content: dict[str, Any]) -> str | None:
    """Return the reference of the transaction that a completed request made; None while there is none."""
    found = content.get("objectReference")
    if _read_word(content.get("status")) != COMPLETED or not isinstance(found, str):
        return None
    return found.rsplit("/", 1)[-1] or None


def has_failed(content: dict[str, Any]) -> bool:
    return _read_word(content.get("status")) == "failed"


def read_link(content: Any) -> str | None:
    """Return the reference of the transaction to which an answer links; its host and the rest are not used."""
    link = content.get("link") if isinstance(content, dict) else None
    found = TRANSACTION_LINK.search(link) if isinstance(link, str) else None
    return found[1] if found else None


def _read_word(value: Any) -> str:
    return value.strip().lower() if isinstance(value, str) else ""


def _read_name(value: Any) -> str:
    """Return the letters of a name of the specification, in lower case: operators write them in many ways."""
    return "".join(sign for sign in _read_word(value) if sign.isalpha())


def _read_text(value: Any) -> str | None:
    return value.strip()[:500] or None if isinstance(value, str) else None
