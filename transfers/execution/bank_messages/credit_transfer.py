"""Write credit transfers for a bank: the message pain.001 of ISO 20022, piece by piece, so that it may be of any length."""

import re
from dataclasses import dataclass
from datetime import date, datetime
from typing import Final, Literal
from xml.sax.saxutils import escape

from anyascii import anyascii

from config.controls import BREAK, CONTROL
from transfers.execution.bank_messages.accounts import AccountKind, BankAccount

Version = Literal["pain.001.001.03", "pain.001.001.09"]
Alphabet = Literal["swift", "utf-8"]
CURRENCY: Final = "XOF"
# The standard allows names of 140 characters, banks take 70.
MAX_NAME: Final = 70
MAX_TEXT: Final = 140
# All characters that every bank takes (the character set X of SWIFT).
OUTSIDE_SWIFT: Final = re.compile(r"[^A-Za-z0-9/\-?:().,'+ ]+")
SPACES: Final = re.compile(" {2,}")
SLASHES: Final = re.compile("/{2,}")
IDENTIFIER: Final = re.compile(r"(?!/)(?!.*//)[A-Za-z0-9/\-?:().,'+ ]{1,35}(?<![/ ])")


@dataclass(frozen=True, slots=True)
class TransferMessage:
    """Hold what is said once in a message: who pays, from which account of which bank (`bic`), when, how much in all.

    The total is whole XOF.
    """

    id: str
    version: Version
    alphabet: Alphabet
    created_at: datetime
    day: date
    count: int
    total: int
    debtor: str
    account: BankAccount
    bic: str


@dataclass(frozen=True, slots=True)
class CreditTransfer:
    """Hold one transfer: the bank reports by its two identifiers. The amount is whole XOF."""

    instruction_id: str
    end_to_end_id: str
    name: str
    account: BankAccount
    amount: int
    text: str


def convert_text(text: str, alphabet: Alphabet, length: int) -> str:
    """Return `text` in the alphabet of a bank, at most `length` characters long: in letters that it knows, or as it is."""
    if alphabet == "swift":
        text = SLASHES.sub("/", OUTSIDE_SWIFT.sub(" ", anyascii(text))).strip(" /")
    else:
        text = CONTROL.sub("", BREAK.sub(" ", text))
    return SPACES.sub(" ", text)[:length].strip(" /" if alphabet == "swift" else None)


def build_end_to_end_id(reference: str, fallback: str) -> str:
    """Return the reference as an identifier of the message, or `fallback` when it is too long or has other characters."""
    return reference if IDENTIFIER.fullmatch(reference) else fallback


def compose_head(message: TransferMessage) -> str:
    """Return the message up to its first transfer: one group with one payment information."""
    name = _write("Nm", convert_text(message.debtor, message.alphabet, MAX_NAME) or message.id)
    sums = _write("NbOfTxs", str(message.count)) + _write("CtrlSum", str(message.total))
    identifier = _write("MsgId", message.id) + _write("CreDtTm", message.created_at.isoformat(timespec="seconds"))
    is_old = message.version == "pain.001.001.03"
    day = message.day.isoformat() if is_old else _write("Dt", message.day.isoformat())
    agent = _write("BIC" if is_old else "BICFI", message.bic)
    return (
        '<?xml version="1.0" encoding="UTF-8"?>\n'
        f'<Document xmlns="urn:iso:std:iso:20022:tech:xsd:{message.version}"><CstmrCdtTrfInitn>'
        f"<GrpHdr>{identifier}{sums}<InitgPty>{name}</InitgPty></GrpHdr>\n"
        # Each transfer is booked on its own: the statement of the bank pairs with the movements of the account.
        f"<PmtInf>{_write('PmtInfId', message.id)}<PmtMtd>TRF</PmtMtd><BtchBookg>false</BtchBookg>{sums}"
        f"<ReqdExctnDt>{day}</ReqdExctnDt><Dbtr>{name}</Dbtr>"
        f"<DbtrAcct>{_compose_account(message.account)}{_write('Ccy', CURRENCY)}</DbtrAcct>"
        # The debtor bears all charges: the beneficiary receives the whole amount.
        f"<DbtrAgt><FinInstnId>{agent}</FinInstnId></DbtrAgt><ChrgBr>DEBT</ChrgBr>\n"
    )


def compose_transfer(transfer: CreditTransfer, alphabet: Alphabet) -> str:
    """Return one transfer of a message."""
    # A name or text of which nothing is left would not be valid.
    name = convert_text(transfer.name, alphabet, MAX_NAME) or transfer.end_to_end_id
    text = convert_text(transfer.text, alphabet, MAX_TEXT) or transfer.end_to_end_id
    return (
        f"<CdtTrfTxInf><PmtId>{_write('InstrId', transfer.instruction_id)}"
        f"{_write('EndToEndId', transfer.end_to_end_id)}</PmtId>"
        f'<Amt><InstdAmt Ccy="{CURRENCY}">{transfer.amount}</InstdAmt></Amt>'
        f"{_compose_agent(transfer.account)}<Cdtr>{_write('Nm', name)}</Cdtr>"
        f"<CdtrAcct>{_compose_account(transfer.account)}</CdtrAcct>"
        f"<RmtInf>{_write('Ustrd', text)}</RmtInf></CdtTrfTxInf>\n"
    )


def compose_tail() -> str:
    """Return the end of a message."""
    return "</PmtInf></CstmrCdtTrfInitn></Document>\n"


def _write(name: str, text: str) -> str:
    return f"<{name}>{escape(text)}</{name}>"


def _compose_account(account: BankAccount) -> str:
    if account.kind is AccountKind.IBAN:
        return f"<Id>{_write('IBAN', account.number)}</Id>"
    scheme = "<SchmeNm><Cd>BBAN</Cd></SchmeNm>" if account.kind is AccountKind.RIB else ""
    return f"<Id><Othr>{_write('Id', account.number)}{scheme}</Othr></Id>"


def _compose_agent(account: BankAccount) -> str:
    """Return the bank of an account by its code in the UEMOA; of another account the number says all that is known."""
    if account.bank is None:
        return ""
    return f"<CdtrAgt><FinInstnId><ClrSysMmbId>{_write('MmbId', account.bank)}</ClrSysMmbId></FinInstnId></CdtrAgt>"
