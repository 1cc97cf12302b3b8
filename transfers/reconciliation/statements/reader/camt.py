"""Read a bank's statement (camt.053) or notification (camt.054) of ISO 20022, in any version, by the names of elements.

The message is parsed as it is read: nothing but the entry in hand is held.
"""

import datetime
import re
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any, Final
from xml.sax import SAXException
from xml.sax.handler import ContentHandler, feature_namespaces

from defusedxml.common import DefusedXmlException
from defusedxml.sax import make_parser

from geo.tables.csv_text import refuse_too_many_rows
from geo.tables.sandbox import CHUNK, UnreadableFile
from transfers.reconciliation.statements.reader.amounts import AmountError, parse_amount
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

NAMESPACE: Final = re.compile(r"urn:iso:std:iso:20022:tech:xsd:camt\.(053|054)\.\d{3}\.\d{2}")
# A notification has the elements of a statement, under other names.
ALIASES: Final = {"BkToCstmrDbtCdtNtfctn": "BkToCstmrStmt", "Ntfctn": "Stmt"}
MAX_DEPTH: Final = 40
MAX_LENGTH: Final = 500
MAX_ACCOUNTS: Final = 10
ROOT: Final = ("Document", "BkToCstmrStmt")
STATEMENT: Final = (*ROOT, "Stmt")
BALANCE: Final = (*STATEMENT, "Bal")
ENTRY: Final = (*STATEMENT, "Ntry")
DETAIL: Final = (*ENTRY, "NtryDtls", "TxDtls")
CODES: Final = {
    ("BkTxCd", "Domn", "Fmly", "SubFmlyCd"): "code",
    ("BkTxCd", "Prtry", "Cd"): "own_code",
}
# The elements that are read, by the element to which they belong, and the names of their values here.
ELEMENTS: Final[dict[tuple[str, ...], Mapping[tuple[str, ...], str]]] = {
    STATEMENT: {
        ("Acct", "Id", "IBAN"): "account",
        ("Acct", "Id", "Othr", "Id"): "account",
        ("Acct", "Ccy"): "currency",
        ("FrToDt", "FrDtTm"): "first",
        ("FrToDt", "ToDtTm"): "last",
    },
    BALANCE: {
        ("Tp", "CdOrPrtry", "Cd"): "kind",
        ("Amt",): "amount",
        ("CdtDbtInd",): "direction",
        ("Dt", "Dt"): "day",
        ("Dt", "DtTm"): "day",
    },
    ENTRY: {
        ("Amt",): "amount",
        ("CdtDbtInd",): "direction",
        ("RvslInd",): "reversal",
        ("Sts",): "status",
        ("Sts", "Cd"): "status",
        ("BookgDt", "Dt"): "day",
        ("BookgDt", "DtTm"): "day",
        ("ValDt", "Dt"): "value_day",
        ("ValDt", "DtTm"): "value_day",
        ("AcctSvcrRef",): "bank_reference",
        ("NtryRef",): "entry_reference",
        ("NtryDtls", "Btch", "PmtInfId"): "batch",
        ("AddtlNtryInf",): "label",
        **CODES,
    },
    DETAIL: {
        ("Refs", "EndToEndId"): "end_to_end",
        ("Refs", "InstrId"): "instruction",
        ("Refs", "AcctSvcrRef"): "bank_reference",
        ("Amt",): "amount",
        ("AmtDtls", "TxAmt", "Amt"): "detail_amount",
        ("CdtDbtInd",): "direction",
        ("RltdPties", "CdtrAcct", "Id", "IBAN"): "creditor",
        ("RltdPties", "CdtrAcct", "Id", "Othr", "Id"): "creditor",
        ("RltdPties", "DbtrAcct", "Id", "IBAN"): "debtor",
        ("RltdPties", "DbtrAcct", "Id", "Othr", "Id"): "debtor",
        ("Chrgs", "TtlChrgsAndTaxAmt"): "fees",
        ("RtrInf", "Rsn", "Cd"): "returned",
        ("RtrInf", "Rsn", "Prtry"): "returned",
        ("RtrInf", "OrgnlBkTxCd", "Prtry", "Cd"): "returned",
        ("RmtInf", "Ustrd"): "label",
        ("AddtlTxInf",): "information",
        **CODES,
    },
}
NAMES: Final = {(*scope, *path): (scope, name) for scope, paths in ELEMENTS.items() for path, name in paths.items()}
SCOPES: Final = frozenset(ELEMENTS)
AMOUNTS: Final = frozenset(("amount", "detail_amount", "fees"))
BOOKED: Final = "BOOK"
OPENING: Final = ("OPBD", "PRCD")
CLOSING: Final = "CLBD"
CREDIT: Final = "CRDT"
DEBIT: Final = "DBIT"
# A period that ends with the first moment of a day does not include that day. Times are UTC.
MIDNIGHT: Final = "T00:00:00+00:00"
TRUE: Final = ("true", "1")
# What banks give for a reference that nobody gave.
NO_REFERENCES: Final = frozenset(("NOTPROVIDED", "NONREF", "NOREF"))
# Sub-families of bank transaction codes for charges, and for payments that came back.
CHARGES: Final = frozenset(("CHRG", "COMM", "FEES", "COME", "COMI", "COMT"))
RETURNS: Final = frozenset(("RRTN", "RPCR"))

Values = dict[str, str]


class BankMessage(ContentHandler):
    """Collect the lines of a message while it is parsed; `take_lines` returns those that are complete."""

    def __init__(self, last: datetime.date, facts: StatementFacts) -> None:
        super().__init__()
        self.last, self.facts = last, facts
        self.path: tuple[str, ...] = ()
        self.values: dict[tuple[str, ...], Values] = {scope: {} for scope in SCOPES}
        self.lines: list[Line] = []
        self.count = 0
        self.text: list[str] = []
        self.length = 0
        self.currency = CURRENCY
        # Of the entry in hand: how many details, the sum of their amounts, and the first without an amount.
        self.details = self.sum = 0
        self.waiting: list[Values] = []

    def take_lines(self) -> list[Line]:
        """Return the complete lines, once each."""
        lines, self.lines = self.lines, []
        return lines

    def startElementNS(self, name: tuple[str | None, str], qname: str | None, attrs: Any) -> None:
        uri, local = name
        depth = len(self.path)
        if depth == MAX_DEPTH:
            raise UnreadableFile("pas_camt", nom=local[:40])
        plain = ALIASES.get(local, local) if 1 <= depth <= 2 else local
        if depth < len(ROOT):
            self._check_root(uri or "", plain, depth)
        self.path = (*self.path, plain)
        if self.path in SCOPES:
            self.values[self.path] = {}
            if self.path == ENTRY:
                self.details = self.sum = 0
                self.waiting = []
        self.text, self.length = [], 0
        if self.path in NAMES:
            self.currency = attrs.get((None, "Ccy"), CURRENCY)

    def characters(self, content: str) -> None:
        if self.length < MAX_LENGTH and self.path in NAMES:
            self.text.append(content[:MAX_LENGTH])
            self.length += len(content)

    def endElementNS(self, name: tuple[str | None, str], qname: str | None) -> None:
        if found := NAMES.get(self.path):
            self._store(*found, "".join(self.text).strip())
        self.text, self.length = [], 0
        if self.path == DETAIL:
            self._add_detail()
        elif self.path == ENTRY:
            self._end_entry()
        elif self.path == BALANCE:
            self._add_balance(self.values[BALANCE])
        elif self.path == STATEMENT:
            values = self.values[STATEMENT]
            self.facts.add_days(*read_period(values.get("first", ""), values.get("last", ""), self.last))
        self.path = self.path[:-1]

    def _check_root(self, uri: str, local: str, depth: int) -> None:
        found = NAMESPACE.fullmatch(uri)
        if found is None or local != ROOT[depth]:
            raise UnreadableFile("pas_camt", nom=local[:40])
        self.facts.format = f"camt{found[1]}"

    def _store(self, scope: tuple[str, ...], field: str, text: str) -> None:
        if not text:
            return
        if field in AMOUNTS and self.currency != CURRENCY:
            text = f"{text} {self.currency}"
        values = self.values[scope]
        if field == "label" and field in values:
            text = f"{values[field]} {text}"[:MAX_LENGTH]
        values[field] = text[:MAX_LENGTH]
        if scope == STATEMENT:
            self._check_account(field, text)

    def _check_account(self, field: str, text: str) -> None:
        if field == "currency" and text != CURRENCY:
            raise UnreadableFile("devise", devise=text[:10])
        known = self.facts.comptes
        if field == "account" and text not in known and len(known) < MAX_ACCOUNTS:
            known.append(text)

    def _add_balance(self, values: Values) -> None:
        kind = values.get("kind")
        if kind not in OPENING and kind != CLOSING:
            return
        try:
            amount = parse_amount(values.get("amount", ""), ".")
            day, _moment = parse_day(values.get("day", "")[:10], ("AAAA-MM-JJ",), self.last)
        except (AmountError, DayError) as error:
            raise UnreadableFile("solde", valeur=values.get("amount", "")[:40]) from error
        self.facts.add_balance(
            Balance(day, amount if values.get("direction") == CREDIT else -amount), is_opening=kind in OPENING
        )

    def _add_line(self, detail: Values, amount: str) -> None:
        self.count += 1
        try:
            line = self._build_line(detail, amount)
        except LineError as error:
            line = build_faulty_line(self.count, error.code, error.field, error.value)
        self.lines.append(line)

    def _add_detail(self) -> None:
        entry, detail = self.values[ENTRY], self.values[DETAIL]
        if entry.get("status", BOOKED) != BOOKED:
            return
        self.details += 1
        amount = detail.get("amount") or detail.get("detail_amount")
        if amount is None:
            self.waiting.append(detail)
        else:
            self._add_line(detail, amount)

    def _end_entry(self) -> None:
        """Add the line of an entry without details, and compare the amounts of a batch with the entry's."""
        entry = self.values[ENTRY]
        if entry.get("status", BOOKED) != BOOKED:
            return
        amount = entry.get("amount", "")
        if not self.details:
            self._add_line({}, amount)
        elif self.details == len(self.waiting) == 1:
            self._add_line(self.waiting[0], amount)
        else:
            for _detail in self.waiting:
                self.count += 1
                self.lines.append(build_faulty_line(self.count, "lot_montant", "montant", ""))
            self._compare_batch(amount)

    def _compare_batch(self, written: str) -> None:
        try:
            total = parse_amount(written, ".")
        except AmountError:
            total = -1
        if total != self.sum:
            self.count += 1
            self.lines.append(build_faulty_line(self.count, "lot_ecart", "montant", f"{written} / {self.sum}"))

    def _build_line(self, detail: Values, written: str) -> Line:
        entry = self.values[ENTRY]
        direction = detail.get("direction") or entry.get("direction", "")
        if direction not in (CREDIT, DEBIT):
            raise LineError("sens", "sens", direction)
        amount = read_amount(written, "montant")
        # Details of the other direction are taken off the batch.
        self.sum += amount if direction == entry.get("direction") else -amount
        if amount == 0:
            raise LineError("montant_nul", "montant", written)
        day, moment = self._read_day(entry)
        fees = detail.get("fees")
        named = (detail.get("end_to_end"), detail.get("instruction"), entry.get("batch"))
        label = detail.get("label") or detail.get("information") or entry.get("label", "")
        return build_line(
            self.count,
            amount=amount,
            day=day,
            moment=moment,
            nature=determine_nature(entry, detail, direction),
            is_credit=direction == CREDIT,
            fees=read_amount(fees, "frais") if fees else None,
            reference=next((each for each in named if each and each.upper() not in NO_REFERENCES), ""),
            transaction=detail.get("bank_reference") or entry.get("bank_reference") or entry.get("entry_reference", ""),
            telephone=detail.get("creditor" if direction == DEBIT else "debtor", ""),
            label=label,
        )

    def _read_day(self, entry: Values) -> tuple[str, str]:
        written = entry.get("day") or entry.get("value_day", "")
        if not written:
            raise LineError("date_vide", "date", "")
        # A day may have a zone, which says nothing.
        text = written if "T" in written else written[:10]
        try:
            return parse_day(text, ("AAAA-MM-JJ",), self.last)
        except DayError as error:
            raise LineError(str(error), "date", written) from error


def read_amount(written: str, field: str) -> int:
    """Return an amount in XOF. Raises LineError."""
    try:
        return abs(parse_amount(written, "."))
    except AmountError as error:
        raise LineError(str(error) if written else "montant_vide", field, written) from error


def read_period(first: str, last: str, latest: datetime.date) -> tuple[str | None, str | None]:
    """Return the first and the last day of a period, each None where it is not told by a date that can be."""
    begin, _time = _read_moment(first, latest)
    end, time = _read_moment(last, latest)
    if end and time.endswith(MIDNIGHT):
        end = (datetime.date.fromisoformat(end) - datetime.timedelta(days=1)).isoformat()
    return begin, end


def _read_moment(text: str, latest: datetime.date) -> tuple[str | None, str]:
    try:
        return parse_day(text, ("AAAA-MM-JJ",), latest)
    except DayError:
        return None, ""


def determine_nature(entry: Values, detail: Values, direction: str) -> LineType:
    """Return what a movement is, from its direction, the sign of reversals, and the bank's code for it."""
    is_reversal = entry.get("reversal", "").lower() in TRUE
    codes = {each.get(name) for each in (detail, entry) for name in ("code", "own_code")}
    if direction == CREDIT:
        is_return = is_reversal or "returned" in detail or codes & RETURNS
        return LineType.EXTOURNE if is_return else LineType.DEPOT
    if is_reversal:
        return LineType.AUTRE
    return LineType.FRAIS if codes & CHARGES else LineType.PAIEMENT


def read_camt_lines(
    path: Path, options: Mapping[str, Any], last: datetime.date, facts: StatementFacts
) -> Iterator[Line]:
    """Yield the lines of a message, numbered from 1, and fill `facts`.

    Entries that are not booked have moved nothing, and are left out. Raises UnreadableFile for what is not such a message,
    and for any declaration of a document type or an entity.
    """
    message = BankMessage(last, facts)
    parser = make_parser()
    parser.forbid_dtd = True
    parser.setFeature(feature_namespaces, True)
    parser.setContentHandler(message)
    try:
        with path.open("rb") as file:
            while chunk := file.read(CHUNK):
                parser.feed(chunk)
                yield from _limit_lines(message, options)
        parser.close()
    except DefusedXmlException as error:
        raise UnreadableFile("entites_xml") from error
    except (SAXException, LookupError, ValueError) as error:
        # Not well formed, or in an encoding that does not exist or cannot be read.
        raise UnreadableFile("xml") from error
    yield from _limit_lines(message, options)


def _limit_lines(message: BankMessage, options: Mapping[str, Any]) -> list[Line]:
    refuse_too_many_rows(message.count, dict(options))
    if message.count > options["max_rows"]:
        raise UnreadableFile("lignes", max=options["max_rows"])
    return message.take_lines()
