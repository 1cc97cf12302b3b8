"""Detect codes damaged by a spreadsheet or by hand, which would silently create another household or another account.

PostgreSQL evaluates the patterns: one combined pattern excludes ordinary codes, and only the few others are examined.
"""

from typing import Final, NamedTuple

CODE: Final = "code_menage"
# Columns that identify a household, its head or an account, except names.
IDENTIFIERS: Final = (CODE, "identifiant_unique", "id_source_externe", "compte_bancaire")
# 3.60E+14, or 3.60E14 as other programs write it: the last digits are lost. 3E14 may be a code.
ABBREVIATED: Final = "^[0-9](?:(?:[.,][0-9]+)?[Ee][+]|[.,][0-9]+[Ee])[0-9]{1,3}$"
PERHAPS_ABBREVIATED: Final = "^[0-9][Ee][0-9]{2}$"
# 1.0 is a whole number that a program took for a decimal one; 12.5 may be a code.
WHOLE_DECIMAL: Final = "^[0-9]+[.,]0+$"
DECIMAL: Final = "^[0-9]+[.,][0-9]+$"
# Fifteen digits and zeros: the last digits are probably lost.
ROUNDED: Final = "^[0-9]{15}00+$"
_DAY: Final = "[0-9]{1,2}"
DATE: Final = f"^[0-9]{{4}}-[0-9]{{2}}-[0-9]{{2}}(?:T.*)?$|^{_DAY}[/.-]{_DAY}[/.-][0-9]{{4}}$"
# Characters without width, unusual blanks, and control characters.
INVISIBLE: Final = "[\u0001-\u001f\u007f\u00a0\u00ad\u200b-\u200f\u202a-\u202f\u2060-\u2064\ufeff]"
# The last row of many sheets adds up the others.
TOTAL_WORDS: Final = [
    "total",
    "totaux",
    "totais",
    "somme",
    "soma",
    "sum",
    "sous total",
    "subtotal",
    "sub total",
    "total general",
    "total geral",
    "grand total",
]
NO_DIGIT: Final = "^[^0-9]*$"


class IdentifierCondition(NamedTuple):
    """Hold one possible issue of an identifier: SQL over `cell`, and its code."""

    condition: str
    code: str
    is_error: bool


def build_identifier_conditions(name: str) -> tuple[str, list[IdentifierCondition]]:
    """Return the pattern of identifiers to examine, and their possible issues, of which the first that holds counts."""
    patterns = [INVISIBLE, ABBREVIATED, PERHAPS_ABBREVIATED, DECIMAL, ROUNDED]
    found = [
        IdentifierCondition(f"cell ~ '{INVISIBLE}'", "invisible", True),
        IdentifierCondition(f"cell ~ '{ABBREVIATED}'", "nombre_abrege", True),
        IdentifierCondition(f"cell ~ '{PERHAPS_ABBREVIATED}'", "nombre_abrege_peut_etre", False),
        IdentifierCondition(f"cell ~ '{WHOLE_DECIMAL}'", "nombre_decimal", True),
        IdentifierCondition(f"cell ~ '{DECIMAL}'", "nombre_decimal_peut_etre", False),
        IdentifierCondition(f"cell ~ '{ROUNDED}'", "nombre_arrondi", False),
    ]
    if name == CODE:
        patterns += [DATE, NO_DIGIT]
        found.append(IdentifierCondition(f"cell ~ '{DATE}'", "code_date", True))
        found.append(IdentifierCondition("normalise(cell) = ANY(%(totals)s)", "total", True))
    return "|".join(patterns), found
