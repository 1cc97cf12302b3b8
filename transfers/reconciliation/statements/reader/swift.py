"""Read statements of banks in the format MT940, by the library `mt-940`."""

import datetime
import logging
import re
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any, Final

import mt940

from geo.tables.csv_text import refuse_too_many_rows
from geo.tables.formats import UTF_16
from geo.tables.sandbox import UnreadableFile
from transfers.reconciliation.statements.reader.amounts import MAX_DIGITS
from transfers.reconciliation.statements.reader.days import DayError, parse_day
from transfers.reconciliation.statements.reader.movements import (
    CURRENCY,
    Balance,
    Line,
    LineError,
    StatementFacts,
    build_faulty_line,
    build_line,
)
from transfers.reconciliation.statements.templates.types import LineType

# A statement begins with its reference, a movement with `:61:`. The library parses one block at a time, so that what is
# held of a long file are its text and one statement.
BLOCK: Final = re.compile(r"(?m)^(?=:20:)")
MOVEMENT: Final = re.compile(r"(?m)^:61:")
OPENINGS: Final = ("final_opening_balance", "intermediate_opening_balance", "opening_balance")
CLOSINGS: Final = ("final_closing_balance", "intermediate_closing_balance", "closing_balance")
# What the mark of a movement means: money out, money in, and each taken back.
NATURES: Final = {
    "D": (LineType.PAIEMENT, False),
    "C": (LineType.DEPOT, True),
    "RD": (LineType.EXTOURNE, True),
    "RC": (LineType.AUTRE, False),
}
# Types of movements (after the first letter): charges, and payments that came back.
CHARGES: Final = frozenset(("CHG", "COM"))
RETURNS: Final = frozenset(("RTI", "REV"))
NO_REFERENCES: Final = frozenset(("NONREF", "NOTPROVIDED", "NOREF"))
END_TO_END: Final = re.compile(r"(?:/EREF/|EREF\+|/ROC/)([^/+?\s]{1,35})")
# A movement whose reference is longer than the 16 characters that the format has for it, as banks write them all the same:
# the library would take the first 16, and lose the bank's own number behind it.
LONG_REFERENCE: Final = re.compile(
    r"^(:61:\d{6}(?:\d{4})?[A-Z]{1,3}[\d.,]+[A-Z][A-Z0-9]{3})((?:(?!//)\S){17,35})(?=//|$)", re.MULTILINE
)
MAX_ACCOUNTS: Final = 10
# The library logs what it cannot read with its content. On standard error that would fill the pipe, which nobody reads
# before the end of the file.
LIBRARY_LOGGER: Final = "mt940"


def read_swift_lines(
    path: Path, options: Mapping[str, Any], last: datetime.date, facts: StatementFacts
) -> Iterator[Line]:
    """Yield the movements of a file, numbered from 1, and fill `facts`. Raises UnreadableFile."""
    facts.format = "mt940"
    logging.getLogger(LIBRARY_LOGGER).addHandler(logging.NullHandler())
    logging.getLogger(LIBRARY_LOGGER).propagate = False
    text = _decode(path)
    total = len(MOVEMENT.findall(text))
    refuse_too_many_rows(total, dict(options))
    if total > options["max_rows"]:
        raise UnreadableFile("lignes", max=options["max_rows"])
    number = 0
    for block in BLOCK.split(text):
        if not block.startswith(":20:"):
            continue
        statement = _parse_block(LONG_REFERENCE.sub(r"\1NONREF", block))
        _collect_facts(statement, facts, last)
        for movement, written in zip(statement, MOVEMENT.split(block)[1:], strict=True):
            number += 1
            long = LONG_REFERENCE.match(f":61:{written}")
            try:
                yield _build_line(number, movement.data, last, long[2] if long else "")
            except LineError as error:
                yield build_faulty_line(number, error.code, error.field, error.value)


def _decode(path: Path) -> str:
    content = path.read_bytes()
    try:
        text = content.decode("utf-16" if content.startswith(UTF_16) else "utf-8-sig")
    except UnicodeDecodeError:
        text = content.decode("cp1252", "replace")
    return text.replace("\r\n", "\n").replace("\r", "\n")


def _parse_block(block: str) -> mt940.models.Transactions:
    """Return the movements of one statement. Raises UnreadableFile when any of them cannot be read."""
    statement = mt940.models.Transactions(options=mt940.Options.all())
    try:
        statement.parse(block)
    except (RuntimeError, ValueError, ArithmeticError, LookupError, TypeError, AttributeError) as error:
        raise UnreadableFile("mt940") from error
    # The library merges a movement without a type with the next one.
    if len(statement) != len(MOVEMENT.findall(block)):
        raise UnreadableFile("mt940")
    return statement


def _collect_facts(statement: mt940.models.Transactions, facts: StatementFacts, last: datetime.date) -> None:
    currency = statement.currency
    if currency is not None and currency != CURRENCY:
        raise UnreadableFile("devise", devise=currency[:10])
    account = str(statement.data.get("account_identification") or "").strip()
    if account and account not in facts.comptes and len(facts.comptes) < MAX_ACCOUNTS:
        facts.comptes.append(account)
    for names, is_opening in ((OPENINGS, True), (CLOSINGS, False)):
        found = next((statement.data[name] for name in names if name in statement.data), None)
        if found is not None:
            facts.add_balance(_read_balance(found, last), is_opening=is_opening)


def _read_balance(found: Any, last: datetime.date) -> Balance:
    try:
        day, _moment = parse_day(str(found.date), ("AAAA-MM-JJ",), last)
        amount = found.amount.amount
        if amount != int(amount) or abs(amount) >= 10**MAX_DIGITS:
            raise ValueError("amount")
    except (DayError, ValueError, AttributeError) as error:
        raise UnreadableFile("solde", valeur=str(found)[:40]) from error
    return Balance(day, int(amount))


def _build_line(number: int, data: Mapping[str, Any], last: datetime.date, long_reference: str) -> Line:
    mark = str(data.get("status") or "").upper()
    if mark not in NATURES:
        raise LineError("sens", "sens", mark)
    nature, is_credit = NATURES[mark]
    kind = str(data.get("id") or "")[1:4]
    if mark == "D" and kind in CHARGES:
        nature = LineType.FRAIS
    elif mark == "C" and kind in RETURNS:
        nature = LineType.EXTOURNE
    label = _join(data, "purpose") or _join(data, "transaction_details") or _join(data, "extra_details")
    return build_line(
        number,
        amount=_read_amount(data),
        day=_read_day(data, last),
        nature=nature,
        is_credit=is_credit,
        reference=_find_reference(data, long_reference),
        transaction=_join(data, "bank_reference"),
        telephone=_join(data, "applicant_iban"),
        label=label,
    )


def _join(data: Mapping[str, Any], name: str) -> str:
    """Return a text of a movement on one line."""
    return " ".join(str(data.get(name) or "").split())


def _find_reference(data: Mapping[str, Any], long_reference: str) -> str:
    """Return the reference of a movement: the one given end to end, else that of its line."""
    named = [_join(data, "end_to_end_reference")]
    if found := END_TO_END.search(_join(data, "transaction_details")):
        named.append(found[1])
    named += [long_reference, _join(data, "customer_reference")]
    return next((each for each in named if each and each.upper() not in NO_REFERENCES), "")


def _read_amount(data: Mapping[str, Any]) -> int:
    amount = abs(data["amount"].amount)
    if amount != int(amount):
        raise LineError("centimes", "montant", str(amount))
    if amount == 0:
        raise LineError("montant_nul", "montant", "0")
    if amount >= 10**MAX_DIGITS:
        raise LineError("montant_grand", "montant", str(amount))
    return int(amount)


def _read_day(data: Mapping[str, Any], last: datetime.date) -> str:
    """Return the day of the booking, or of the value where the bank gives no other. Raises LineError."""
    written = str(data.get("entry_date") or data.get("date") or "")
    try:
        day, _moment = parse_day(written, ("AAAA-MM-JJ",), last)
    except DayError as error:
        raise LineError(str(error), "date", written) from error
    return day
