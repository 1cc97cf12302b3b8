"""Ask an operator, before money moves, whether accounts are open and whose they are."""

import re
import unicodedata
from collections.abc import Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from typing import Any, Final
from urllib.parse import quote
from uuid import UUID

from config.outgoing_http import OutgoingClient, OutgoingError
from transfers.execution.providers.gsma.connections import GsmaConnection
from transfers.execution.providers.gsma.messages import find_party_key

WORKERS: Final = 8
# Accounts that one worker asks for in turn; after so many in a row without an answer it asks for no more of them.
STRIPE: Final = 25
MAX_FAULTS: Final = 3
# What an account's status means for a payment.
STATUS_FAULTS: Final = {"available": None, "unavailable": "compte indisponible", "unregistered": "compte non_inscrit"}
UNKNOWN_ACCOUNT: Final = "compte inconnu"
OTHER_NAME: Final = "nom autre"


@dataclass(frozen=True, slots=True)
class AccountQuestion:
    """Hold an account to ask for, and the name of the person who is to be paid on it."""

    id: UUID
    reference: str
    compte: str
    nom_complet: str


@dataclass(frozen=True, slots=True)
class AccountAnswer:
    """Hold what an operator says of an account: faults as `<field> <code>`, none when all is well."""

    question: AccountQuestion
    faults: list[str]


def ask_accounts(connection: GsmaConnection, questions: Sequence[AccountQuestion]) -> Iterator[list[AccountAnswer]]:
    """Yield answers as they come, in parts. What the operator does not answer is in none of them."""
    stripes = [questions[start : start + STRIPE] for start in range(0, len(questions), STRIPE)]
    with ThreadPoolExecutor(WORKERS) as pool:
        try:
            yield from pool.map(lambda stripe: _ask_stripe(connection, stripe), stripes)
        finally:
            pool.shutdown(cancel_futures=True)


def _ask_stripe(connection: GsmaConnection, questions: Sequence[AccountQuestion]) -> list[AccountAnswer]:
    """Return the answers for some accounts, asked one after the other."""
    client = connection.open_client()
    answers: list[AccountAnswer] = []
    unanswered = 0
    try:
        for question in questions:
            faults = _ask_account(client, connection, question)
            unanswered = unanswered + 1 if faults is None else 0
            if faults is not None:
                answers.append(AccountAnswer(question, faults))
            elif unanswered >= MAX_FAULTS:
                break
    finally:
        client.close()
    return answers


def _ask_account(client: OutgoingClient, connection: GsmaConnection, question: AccountQuestion) -> list[str] | None:
    """Return the faults of an account; None when the operator does not say whether it can be paid."""
    path = f"/accounts/{find_party_key(question.compte)}/{quote(question.compte, safe='')}"
    headers = {"Accept-Charset": "utf-8", **connection.headers}
    try:
        status = client.exchange("GET", f"{path}/status", None, headers)
        if status.status == 404:
            return [UNKNOWN_ACCOUNT] if is_unknown_account(status.content) else None
        state = status.content.get("accountStatus") if isinstance(status.content, dict) else None
        if status.status != 200 or not isinstance(state, str) or state not in STATUS_FAULTS:
            return None
        name = client.exchange("GET", f"{path}/accountname", None, headers)
    except OutgoingError:
        return None
    fault = STATUS_FAULTS[state]
    faults = [fault] if fault else []
    held = read_holder_name(name.content) if name.status == 200 else ""
    return faults if not held or are_same_name(held, question.nom_complet) else [*faults, OTHER_NAME]


def is_unknown_account(content: Any) -> bool:
    """Return whether a 404 is the API's own about the account, not that of a missing address."""
    return isinstance(content, dict) and str(content.get("errorCode", "")).lower() == "identifiererror"


def read_holder_name(content: Any) -> str:
    """Return the name of an account's holder; empty when the operator gives none."""
    name = content.get("name") if isinstance(content, dict) else None
    if not isinstance(name, dict):
        return ""
    parts = [name.get("fullName")] if name.get("fullName") else [name.get("firstName"), name.get("lastName")]
    return " ".join(part for part in parts if isinstance(part, str))[:256]


def are_same_name(one: str, other: str) -> bool:
    """Return whether two names may be of one person: all words of the shorter are in the longer.

    Accents, case, order and single letters do not count. Two names with one common word only are not the same.
    """
    words, others = _list_words(one), _list_words(other)
    shared = len(words & others)
    return shared == min(len(words), len(others)) and shared >= min(2, max(len(words), len(others)))


def _list_words(name: str) -> set[str]:
    plain = "".join(sign for sign in unicodedata.normalize("NFKD", name.casefold()) if not unicodedata.combining(sign))
    return {word for word in re.findall(r"\w+", plain) if len(word) > 1}
