"""Read amounts of XOF as people and spreadsheets write them: spaces, separators, a minus behind, brackets, a currency."""

import re
from typing import Final

# Far above all that a line can move, and far below what a column holds.
MAX_DIGITS: Final = 13
SPACES: Final = str.maketrans("", "", " \t\u00a0\u2007\u2009\u202f'\u2019")
MINUS_SIGNS: Final = str.maketrans({"\u2212": "-", "\u2013": "-", "\u2012": "-", "\ufe63": "-", "\uff0d": "-"})
CURRENCY: Final = re.compile(r"^(?:XOF|F?\.?CFA|FRANCS?|F)\.?|(?:XOF|F?\.?CFA|FRANCS?|F)\.?$", re.IGNORECASE)
OTHER_CURRENCY: Final = re.compile(r"^[A-Z]{3}(?=[-(\d])|(?<=[\d)-])[A-Z]{3}$|[$\u20ac\u00a3]")
THOUSANDS: Final = {
    "auto": re.compile(r"([1-9]\d{0,2})((?:[.,]\d{3})+)"),
    ",": re.compile(r"([1-9]\d{0,2})((?:\.\d{3})+)"),
    ".": re.compile(r"([1-9]\d{0,2})((?:,\d{3})+)"),
}
DECIMALS: Final = {
    "auto": re.compile(r"(.*\d)[.,](\d+)"),
    ",": re.compile(r"(.*\d),(\d+)"),
    ".": re.compile(r"(.*\d)\.(\d+)"),
}
EXPONENT: Final = re.compile(r"(\d)(?:[.,](\d+))?[eE]\+?(\d{1,2})")


class AmountError(ValueError):
    """Report why a text is no amount: a code of `messages.LINE_MESSAGES`."""


def parse_amount(text: str, decimal: str = "auto") -> int:
    """Return the whole francs of a text, below zero with a minus before or behind it, or in brackets.

    `decimal` is the sign before decimals, `,` or `.`; `auto` takes the last separator for it unless three digits follow.
    Raises AmountError: `montant` for what is no number, `centimes` for a part of a franc, `devise` for another currency,
    `montant_grand`.
    """
    if text.isascii() and text.isdecimal() and len(text) <= MAX_DIGITS:
        return int(text)
    plain = text.translate(SPACES).translate(MINUS_SIGNS)
    plain = CURRENCY.sub("", CURRENCY.sub("", plain))
    if OTHER_CURRENCY.search(plain):
        raise AmountError("devise")
    plain, is_negative = _split_sign(plain)
    number = _parse_number(plain, decimal)
    return -number if is_negative else number


def _split_sign(plain: str) -> tuple[str, bool]:
    if plain.startswith("(") and plain.endswith(")"):
        return plain[1:-1], True
    if plain[:1] in ("-", "+"):
        return plain[1:], plain[0] == "-"
    if plain[-1:] in ("-", "+"):
        return plain[:-1], plain[-1] == "-"
    return plain, False


def _parse_number(plain: str, decimal: str) -> int:
    if not plain.isascii():
        raise AmountError("montant")
    if found := EXPONENT.fullmatch(plain):
        plain = _expand_exponent(*found.groups())
    if not (found := THOUSANDS[decimal].fullmatch(plain)) and (parts := DECIMALS[decimal].fullmatch(plain)):
        plain = parts[1]
        found = THOUSANDS[decimal].fullmatch(plain)
        if parts[2].strip("0"):
            raise AmountError("centimes" if found or plain.isdecimal() else "montant")
    if found:
        if "." in found[2] and "," in found[2]:
            raise AmountError("montant")
        plain = found[1] + found[2].replace(",", "").replace(".", "")
    if not plain.isdecimal():
        raise AmountError("montant")
    digits = plain.lstrip("0")
    if len(digits) > MAX_DIGITS:
        raise AmountError("montant_grand")
    return int(digits or "0")


def _expand_exponent(first: str, rest: str | None, exponent: str) -> str:
    """Write `1.5E+4`, as a spreadsheet shows long numbers, with all its digits."""
    digits, places = rest or "", int(exponent)
    whole = first + digits[:places].ljust(places, "0")
    return f"{whole}.{digits[places:]}" if digits[places:] else whole
