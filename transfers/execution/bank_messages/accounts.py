"""Read the account numbers of banks, IBAN or RIB, and verify their check digits."""

import re
from dataclasses import dataclass
from enum import StrEnum
from typing import Final

# The countries of the UEMOA. A RIB has 24 characters; most codes of banks begin with the country.
UEMOA: Final = "BJ|BF|CI|GW|ML|NE|SN|TG"
# Bank (5), agency (5), account (12) and key (2). Older codes of banks are a letter and four digits, or five digits.
RIB: Final = re.compile(rf"(?:(?:{UEMOA})[0-9]{{3}}|[A-Z][0-9]{{4}}|[0-9]{{5}})[0-9]{{5}}[A-Z0-9]{{12}}[0-9]{{2}}")
IBAN: Final = re.compile(r"[A-Z]{2}[0-9]{2}[A-Z0-9]{11,30}")
UEMOA_IBAN: Final = re.compile(rf"(?:{UEMOA})[0-9]{{2}}")
UEMOA_IBAN_LENGTH: Final = 28
# Published IBANs of Guinea-Bissau are shorter, and hold no RIB.
GUINEA_BISSAU_IBAN_LENGTH: Final = 25
# The number of an account at its own bank. What begins like an IBAN is one, or is wrong.
LOCAL: Final = re.compile(r"(?![A-Z]{2}[0-9]{2})(?=[A-Z]*[0-9])[A-Z0-9]{4,34}")
BANK_CODE_LENGTH: Final = 5
SEPARATORS: Final = str.maketrans("", "", " .-/\u00a0\u202f")
# The letters of a RIB count as digits: A and J as 1, B, K and S as 2, up to I, R and Z as 9.
RIB_DIGITS: Final = str.maketrans("ABCDEFGHIJKLMNOPQRSTUVWXYZ", "12345678912345678923456789")
# Those of an IBAN count as two: A as 10, up to Z as 35.
IBAN_DIGITS: Final = {ord("A") + place: str(10 + place) for place in range(26)}


class AccountKind(StrEnum):
    IBAN = "iban"
    RIB = "rib"
    LOCAL = "local"


class AccountFault(StrEnum):
    """List what is wrong with an account number, by the codes of the check of accounts."""

    MANQUANT = "manquant"
    MAL_FORME = "mal_forme"
    # The check digits are not those of the number: a digit was copied wrongly.
    CLE = "cle"


@dataclass(frozen=True, slots=True)
class BankAccount:
    """Hold an account number without its separators. `bank` is the code of its bank in the UEMOA, or None."""

    kind: AccountKind
    number: str
    bank: str | None = None


def parse_account(written: str | None) -> BankAccount | AccountFault:
    """Return the account that a text names, or what is wrong with it. Spaces, dots and hyphens mean nothing."""
    number = (written or "").translate(SEPARATORS).upper()
    if not number:
        return AccountFault.MANQUANT
    if RIB.fullmatch(number):
        rib = BankAccount(AccountKind.RIB, number, number[:BANK_CODE_LENGTH])
        return rib if _has_rib_key(number) else AccountFault.CLE
    if IBAN.fullmatch(number):
        return _parse_iban(number)
    return BankAccount(AccountKind.LOCAL, number) if LOCAL.fullmatch(number) else AccountFault.MAL_FORME


def _parse_iban(number: str) -> BankAccount | AccountFault:
    rest = number[4:]
    is_uemoa = UEMOA_IBAN.match(number) is not None
    is_short = number.startswith("GW") and len(number) == GUINEA_BISSAU_IBAN_LENGTH
    if is_uemoa and not is_short and (len(number) != UEMOA_IBAN_LENGTH or not RIB.fullmatch(rest)):
        return AccountFault.MAL_FORME
    if not _has_iban_digits(number) or (is_uemoa and not is_short and not _has_rib_key(rest)):
        return AccountFault.CLE
    return BankAccount(AccountKind.IBAN, number, rest[:BANK_CODE_LENGTH] if is_uemoa else None)


def _has_rib_key(number: str) -> bool:
    """Return whether the key makes the whole number a multiple of 97; it goes from 01 to 97."""
    return int(number.translate(RIB_DIGITS)) % 97 == 0 and "01" <= number[-2:] <= "97"


def _has_iban_digits(number: str) -> bool:
    """Return whether the number, its first four characters last, is 1 modulo 97 (ISO 13616)."""
    return int((number[4:] + number[:4]).translate(IBAN_DIGITS)) % 97 == 1 and "02" <= number[2:4] <= "98"
