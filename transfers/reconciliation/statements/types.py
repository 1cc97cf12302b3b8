"""Define what is reported of a statement."""

from dataclasses import dataclass
from datetime import date
from decimal import Decimal


@dataclass(frozen=True, slots=True)
class LineFault:
    """Report a line that was not read. `ligne` counts from 1, titles among them; `feuille` is None outside workbooks."""

    ligne: int
    feuille: str | None
    colonne: str | None
    valeur: str | None
    code: str
    message: str


@dataclass(frozen=True, slots=True)
class LineSums:
    """Hold the sums of the lines that were read. `mouvement` is what they add to the balance, `total` all together (XOF)."""

    lignes: int
    fautes: int
    debut: date | None
    fin: date | None
    mouvement: Decimal
    total: Decimal
