"""Define what every reader yields for a line: a movement of the account, or what is wrong with the line."""

from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Final

from geo.tables.child_process import escape_copy_text

# The columns of `import_raw`. `inverse` is the nature of a line whose amount only has a sign, if a minus was paid out.
COLUMNS: Final = {
    "reference": "text",
    "transaction": "text",
    "telephone": "text",
    "nature": "text",
    "inverse": "text",
    "credit": "boolean",
    "montant": "bigint",
    "frais": "bigint",
    "brut": "boolean",
    "date_operation": "date",
    "moment": "timestamptz",
    "libelle": "text",
    "colonne": "text",
    "valeur": "text",
}
MAX_REFERENCE: Final = 120
MAX_ACCOUNT: Final = 64
MAX_LABEL: Final = 500
MAX_VALUE: Final = 80
CURRENCY: Final = "XOF"
# The file, in the folder of the request, by which the child process reports `StatementFacts`.
FACTS_NAME: Final = "faits.json"
# Line, code of its fault or an empty text, and its cells in the order of COLUMNS.
Line = tuple[int, str, tuple[str, ...]]


class LineError(ValueError):
    """Report what is wrong with a line: a code of `messages.LINE_MESSAGES`, the field, and what stands there."""

    def __init__(self, code: str, field: str, value: str) -> None:
        super().__init__(code)
        self.code, self.field, self.value = code, field, value


@dataclass(slots=True)
class Balance:
    """Hold the balance of an account on a day. Amounts: XOF, as a signed number; `jour` is an ISO date."""

    jour: str
    montant: int


@dataclass(slots=True)
class StatementFacts:
    """Hold what a file says beside its lines. `titres` are the titles of columns that were not read.

    `debut` and `fin` are the days that the file says it is about (ISO).
    """

    format: str
    feuille: str | None = None
    comptes: list[str] = field(default_factory=list)
    ouverture: Balance | None = None
    cloture: Balance | None = None
    titres: list[str] = field(default_factory=list)
    debut: str | None = None
    fin: str | None = None

    def add_balance(self, balance: Balance, *, is_opening: bool) -> None:
        """Keep the first opening balance and the last closing one by day; a file may hold several statements in a row."""
        if is_opening:
            if self.ouverture is None or balance.jour < self.ouverture.jour:
                self.ouverture = balance
        elif self.cloture is None or balance.jour >= self.cloture.jour:
            self.cloture = balance

    def add_days(self, first: str | None, last: str | None) -> None:
        """Add the days that a statement of the file names: the file is about all from the first to the last of them."""
        self.debut = min(filter(None, (self.debut, first)), default=None)
        self.fin = max(filter(None, (self.fin, last)), default=None)


def build_line(
    number: int,
    *,
    amount: int,
    day: str,
    nature: str,
    inverse: str = "",
    is_credit: bool = False,
    fees: int | None = None,
    is_gross: bool = False,
    reference: str = "",
    transaction: str = "",
    telephone: str = "",
    moment: str = "",
    label: str = "",
) -> Line:
    """Return the line of a movement. Texts that are longer than their column are a fault, but for the label."""
    if len(reference) > MAX_REFERENCE:
        raise LineError("texte_long", "reference", reference)
    if len(transaction) > MAX_REFERENCE:
        raise LineError("texte_long", "transaction", transaction)
    if len(telephone) > MAX_ACCOUNT:
        raise LineError("texte_long", "telephone", telephone)
    return (
        number,
        "",
        (
            *(reference, transaction, telephone, nature, inverse, "t" if is_credit else "f", str(amount)),
            *("" if fees is None else str(fees), "t" if is_gross else "f", day, moment, label[:MAX_LABEL], "", ""),
        ),
    )


def build_faulty_line(number: int, code: str, field: str = "", value: str = "") -> Line:
    """Return a line that is refused."""
    return number, code, (*("",) * 12, field, value[:MAX_VALUE])


def format_copy_lines(lines: Iterator[Line]) -> Iterator[str]:
    """Yield lines in the text format of COPY."""
    for number, fault, cells in lines:
        text = "".join(cells)
        # Most lines need no escaping: tabs, line breaks and control characters are not printable.
        plain = text.isprintable() and "\\" not in text
        row = "\t".join(cells if plain else map(escape_copy_text, cells))
        yield f"{number}\t{fault}\t{row}\n"
