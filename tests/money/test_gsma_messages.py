"""Read what an operator's API says of an order: what is not certainly of that order decides nothing."""

import pytest

from config.ids import uuid7
from transfers.execution.providers.gsma import messages
from transfers.execution.providers.gsma.connections import GsmaConnection
from transfers.execution.types import PaymentOrder

ORDER = PaymentOrder(uuid7(), "C-1-0000001", "+245955000001", "Ana", 15_000)
CONNECTION = GsmaConnection("https://operator.example", "accountid", "2000", {})
PAID = {
    "transactionReference": "OP-1",
    "transactionStatus": "completed",
    "requestingOrganisationTransactionReference": "C-1-0000001",
    "amount": "15000.00",
    "currency": "XOF",
    "creditParty": [{"key": "msisdn", "value": "+245955000001"}],
}


@pytest.mark.parametrize(
    "changes",
    [
        {"amount": "15001"},
        {"amount": "-15000"},
        {"amount": "NaN"},
        {"amount": "15000.5"},
        {"amount": 15000},
        {"amount": "1e400"},
        {"currency": "EUR"},
        {"currency": None},
        {"transactionReference": ""},
        {"transactionReference": "x" * 121},
        {"transactionReference": ["OP-1"]},
        {"transactionStatus": "perhaps"},
        {"transactionStatus": None},
        {"requestingOrganisationTransactionReference": "C-1-0000002"},
        {"requestingOrganisationTransactionReference": {"a": 1}},
        {"creditParty": [{"key": "msisdn", "value": "+245955000002"}]},
        {"creditParty": [{"key": "msisdn", "value": v} for v in ("+245955000001", "+245955000002")]},
        {"creditParty": [{"key": "msisdn", "value": 245955000001}]},
        {"creditParty": {"msisdn": "+245955000001"}},
        {"creditParty": ["+245955000001"]},
        {"creditParty": None, "requestingOrganisationTransactionReference": None},
    ],
    ids=str,
)
def test_a_transaction_that_may_be_another_is_not_believed(changes):
    assert messages.read_transaction(ORDER, PAID | changes, CONNECTION).etat == "inconnue"


@pytest.mark.parametrize(
    "changes",
    [
        {},
        {"creditParty": [{"key": "msisdn", "value": "245955000001"}]},
        {"creditParty": None},
        {"creditParty": [{"key": "walletid", "value": "7"}]},
        {"requestingOrganisationTransactionReference": None},
    ],
    ids=str,
)
def test_a_transaction_that_is_the_order_is_paid(changes):
    outcome = messages.read_transaction(ORDER, PAID | changes, CONNECTION)
    assert (outcome.etat, outcome.reference_operateur, outcome.montant_recu) == ("confirmee", "OP-1", None)


@pytest.mark.parametrize(
    ("category", "code", "etat"),
    [
        ("BusinessRule", "MaxBalanceExceeded", "rejetee"),
        ("businessRule", "insufficientFunds", "rejetee"),
        ("Identification", "IdentifierError", "rejetee"),
        ("Validation", "FormatError", "rejetee"),
        ("BusinessRule", "DuplicateRequest", "inconnue"),
        ("BusinessRule", "RateLimitError", "inconnue"),
        ("BusinessRule", "GenericError", "inconnue"),
        ("Authorisation", "ClientAuthorisationError", "inconnue"),
        ("Internal", "GenericError", "inconnue"),
        ("Service Unavailable", "GenericError", "inconnue"),
        ("Unheard", "Of", "inconnue"),
        (None, ["x"], "inconnue"),
    ],
)
def test_only_a_definite_error_of_the_order_is_a_rejection(category, code, etat):
    assert messages.read_rejection(ORDER, {"errorCategory": category, "errorCode": code}).etat == etat
