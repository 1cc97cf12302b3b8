"""Read what a bank says of transfers: the message pain.002 of ISO 20022, as the lines of a result file.

Runs in the child process, without Django. The message is parsed as it is read: nothing but the transfer in hand is held.
"""

import re
from collections.abc import Iterator, Mapping
from datetime import UTC, datetime
from pathlib import Path
from typing import Any, Final
from xml.sax import SAXException
from xml.sax.handler import ContentHandler, feature_namespaces

from defusedxml.common import DefusedXmlException
from defusedxml.sax import make_parser

from geo.tables.csv_text import Record, refuse_too_many_rows
from geo.tables.sandbox import CHUNK, UnreadableFile

NAMESPACE: Final = re.compile(r"urn:iso:std:iso:20022:tech:xsd:pain\.002\.\d{3}\.\d{2}")
CURRENCY: Final = "XOF"
MAX_DEPTH: Final = 40
# Longer texts are no identifiers, amounts or reasons.
MAX_LENGTH: Final = 500
ROOT: Final = ("Document", "CstmrPmtStsRpt")
GROUP: Final = (*ROOT, "OrgnlGrpInfAndSts")
PAYMENT: Final = (*ROOT, "OrgnlPmtInfAndSts")
TRANSFER: Final = (*PAYMENT, "TxInfAndSts")
REASONS: Final = {
    ("StsRsnInf", "Rsn", "Cd"): "code",
    ("StsRsnInf", "Rsn", "Prtry"): "code",
    ("StsRsnInf", "AddtlInf"): "information",
}
# The elements that are read, by the element to which they belong, and the names of their values here.
ELEMENTS: Final[dict[tuple[str, ...], Mapping[tuple[str, ...], str]]] = {
    GROUP: {("OrgnlMsgId",): "message", ("GrpSts",): "status", **REASONS},
    PAYMENT: {("PmtInfSts",): "status", **REASONS},
    TRANSFER: {
        ("TxSts",): "status",
        **REASONS,
        ("OrgnlEndToEndId",): "end_to_end",
        ("OrgnlInstrId",): "instruction",
        ("AcctSvcrRef",): "bank_reference",
        ("AccptncDtTm",): "accepted",
        ("FctvIntrBkSttlmDt", "Dt"): "settled",
        ("FctvIntrBkSttlmDt", "DtTm"): "settled",
        ("OrgnlTxRef", "Amt", "InstdAmt"): "amount",
    },
}
NAMES: Final = {(*scope, *path): name for scope, paths in ELEMENTS.items() for path, name in paths.items()}
# What a status says of a transfer (ExternalPaymentTransactionStatus1Code). A transfer that was accepted, or that is
# blocked, has not arrived and may arrive: that is no outcome.
PAID: Final = frozenset(("ACSC", "ACCC", "CPUC"))
FAILED: Final = frozenset(("RJCT", "CANC"))
PENDING: Final = frozenset(
    ("ACCP", "ACFC", "ACFW", "ACIS", "ACPD", "ACSP", "ACTC", "ACWC", "ACWP", "BLCK", "PART", "PATC", "PDNG", "PRES")
    + ("RCVC", "RCVD", "RVCM", "RVMC", "RVNA", "RVNC", "RVNM")
)
# Who is refused since the bank knows the transfer or the message already: it may be paying the first one.
DUPLICATE: Final = frozenset(("AM05", "DU01", "DU02", "DU03", "DU04", "DU05", "DUPL", "DS15", "RF01"))
NOT_PROVIDED: Final = "NOTPROVIDED"
COLUMNS: Final = ("reference", "statut", "motif", "date_execution", "montant", "reference_operateur", "message")

Values = dict[str, str]


class StatusReport(ContentHandler):
    """Collect the lines of a message while it is parsed; `take_lines` returns those that are complete.

    A transfer without a status of its own has that of its payment information, else that of the group. A group or payment
    information that names no transfer is a line with a fault: nothing is concluded for transfers that are not named.
    """

    def __init__(self) -> None:
        super().__init__()
        self.path: tuple[str, ...] = ()
        self.values: dict[tuple[str, ...], Values] = {GROUP: {}, PAYMENT: {}, TRANSFER: {}}
        self.lines: list[Record] = []
        self.count = 0
        self.named = 0
        self.text: list[str] = []
        self.currency = CURRENCY

    def take_lines(self) -> list[Record]:
        """Return the complete lines, once each."""
        lines, self.lines = self.lines, []
        return lines

    def startElementNS(self, name: tuple[str | None, str], qname: str | None, attrs: Any) -> None:
        uri, local = name
        depth = len(self.path)
        if depth < len(ROOT) and (local != ROOT[depth] or not NAMESPACE.fullmatch(uri or "")):
            raise UnreadableFile("pas_rapport", nom=local[:40])
        if depth == MAX_DEPTH:
            raise UnreadableFile("pas_rapport", nom=local[:40])
        self.path = (*self.path, local)
        if self.path in (PAYMENT, TRANSFER):
            self.values[self.path] = {}
        if self.path == PAYMENT:
            self.named = 0
        self.text = []
        if self.path in NAMES:
            self.currency = attrs.get((None, "Ccy"), CURRENCY)

    def characters(self, content: str) -> None:
        if self.path in NAMES and sum(map(len, self.text)) < MAX_LENGTH:
            self.text.append(content[:MAX_LENGTH])

    def endElementNS(self, name: tuple[str | None, str], qname: str | None) -> None:
        if field := NAMES.get(self.path):
            self._store(field, "".join(self.text).strip())
        if self.path == TRANSFER:
            self._add_transfer()
        elif self.path == PAYMENT and not self.named:
            self._add_group(self.values[PAYMENT])
        elif self.path == ROOT and not self.count:
            self._add_group(self.values[GROUP])
        self.path = self.path[:-1]

    def _store(self, field: str, text: str) -> None:
        scope = next(each for each in (TRANSFER, PAYMENT, GROUP) if self.path[: len(each)] == each)
        values = self.values[scope]
        if field == "amount" and self.currency != CURRENCY:
            text = f"{text} {self.currency}"
        # A transfer has one status and one amount: with two of them it is not understood. Reasons may be several.
        known = values.get(field, "")
        values[field] = f"{known} {text}".strip()[:MAX_LENGTH] if text not in known.split() else known

    def _add(self, cells: Values, fault: str | None) -> None:
        self.count += 1
        self.lines.append((self.count, [cells.get(column, "") for column in COLUMNS], fault))

    def _add_transfer(self) -> None:
        self.named += 1
        own, payment, group = self.values[TRANSFER], self.values[PAYMENT], self.values[GROUP]
        status = next(filter(None, (each.get("status") for each in (own, payment, group))), "")
        reasons = [own, *(each for each in (payment, group) if each.get("status") == status)]
        codes = {code for each in reasons for code in each.get("code", "").split()}
        instruction, end_to_end = own.get("instruction", ""), own.get("end_to_end", "")
        has_name = end_to_end and end_to_end != NOT_PROVIDED
        cells = {
            "reference": end_to_end if has_name else instruction,
            "statut": classify_status(status),
            "motif": next(filter(None, map(compose_reason, reasons)), ""),
            "date_execution": convert_moment(own.get("settled") or own.get("accepted", "")),
            "montant": own.get("amount", ""),
            "reference_operateur": own.get("bank_reference", ""),
            "message": group.get("message", ""),
        }
        self._add(cells, "doublon" if status in FAILED and codes & DUPLICATE else None)

    def _add_group(self, values: Values) -> None:
        status = values.get("status", "")
        if not status:
            return
        fault = "lot_refuse" if status in FAILED else "lot_execute" if status in PAID else "lot_recu"
        self._add({"statut": status, "motif": compose_reason(values) or status}, fault)


def classify_status(status: str) -> str:
    """Return the status as a result file writes it; an unknown code stays as it is."""
    if status in PAID:
        return "reussi"
    if status in FAILED:
        return "echoue"
    return "en_attente" if status in PENDING else status


def compose_reason(values: Values) -> str:
    """Return the code of a reason and what is added to it, as `AC04: text`."""
    return ": ".join(filter(None, (values.get("code"), values.get("information"))))


def convert_moment(text: str) -> str:
    """Return an ISO date or time as UTC, which is the time of the country; what cannot be read stays as it is."""
    try:
        moment = datetime.fromisoformat(text)
        civil = moment.astimezone(UTC) if moment.tzinfo else moment
    except (ValueError, OverflowError):
        return text
    return f"{civil:%Y-%m-%d}" if len(text) <= len("2025-01-01") else f"{civil:%Y-%m-%d %H:%M:%S}"


def read_status_report(path: Path, options: Mapping[str, Any]) -> Iterator[Record]:
    """Yield the lines of a message, numbered from 1, with the cells of `COLUMNS`.

    Raises UnreadableFile for what is not such a message, and for any declaration of a document type or an entity.
    """
    report = StatusReport()
    parser = make_parser()
    parser.forbid_dtd = True
    parser.setFeature(feature_namespaces, True)
    parser.setContentHandler(report)
    try:
        with path.open("rb") as file:
            while chunk := file.read(CHUNK):
                parser.feed(chunk)
                yield from _limit_lines(report, options)
        parser.close()
    except DefusedXmlException as error:
        raise UnreadableFile("entites_xml") from error
    except (SAXException, LookupError, ValueError) as error:
        # Not well formed, or in an encoding that does not exist or cannot be read.
        raise UnreadableFile("xml") from error
    yield from _limit_lines(report, options)


def _limit_lines(report: StatusReport, options: Mapping[str, Any]) -> list[Record]:
    refuse_too_many_rows(report.count, dict(options))
    if report.count > options["max_rows"]:
        raise UnreadableFile("lignes", max=options["max_rows"])
    return report.take_lines()
