"""Define the template of an operator's statements. Names are those of its JSON."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from typing import Literal

DateFormat = Literal["AAAA-MM-JJ", "JJ/MM/AAAA", "JJ/MM/AA", "MM/JJ/AAAA", "AAAAMMJJ"]
DecimalSign = Literal["auto", ",", "."]
SignRule = Literal["auto", "plus_paye", "moins_paye"]


class StatementField(StrEnum):
    """List what is read of a line of a statement."""

    REFERENCE = "reference"
    TRANSACTION = "transaction"
    TELEPHONE = "telephone"
    MONTANT = "montant"
    NET = "montantNet"
    BRUT = "montantBrut"
    FRAIS = "frais"
    DEBIT = "debit"
    CREDIT = "credit"
    SENS = "sens"
    TYPE = "type"
    STATUT = "statut"
    DATE = "date"
    HEURE = "heure"
    LIBELLE = "libelle"
    DEVISE = "devise"
    COMPTE = "compte"


class Direction(StrEnum):
    """List which way money of a line went, seen from the account."""

    SORTIE = "sortie"
    ENTREE = "entree"


class LineType(StrEnum):
    """List what the column of types can say; the values are those of `LineNature`."""

    PAIEMENT = "paiement"
    EXTOURNE = "extourne"
    FRAIS = "frais"
    DEPOT = "depot"
    AUTRE = "autre"


class LineState(StrEnum):
    """List what the column of statuses can say. Nothing has moved by a line that failed: it is left out."""

    FAIT = "fait"
    ECHOUE = "echoue"


@dataclass(frozen=True, slots=True)
class TemplateColumn:
    """Hold a column: its title in the downloaded file, and other titles that mean the same."""

    titre: str
    champ: StatementField
    alias: tuple[str, ...] = ()
    obligatoire: bool = False


@dataclass(frozen=True, slots=True)
class StatementTemplate:
    """Hold the layout of an operator's statements.

    A field without a column here may have any of its usual titles; `sens`, `types` and `statuts` are added to the usual
    words. `signe` tells what the sign of `montant` means where no column says it: `plus_paye`, a positive amount was paid
    out; `moins_paye`, a negative one; `auto`, the sign that most of these lines have was paid out, and plus when they are
    as many. `decimales` is the sign before decimals; XOF has none, so `auto` takes a sign before three digits as a
    separator of thousands. `feuille` is the sheet of a workbook, None for the one whose titles are known.
    """

    colonnes: tuple[TemplateColumn, ...]
    dates: tuple[DateFormat, ...] = ("AAAA-MM-JJ", "JJ/MM/AAAA", "AAAAMMJJ")
    decimales: DecimalSign = "auto"
    signe: SignRule = "auto"
    sens: Mapping[str, Direction] = field(default_factory=dict)
    types: Mapping[str, LineType] = field(default_factory=dict)
    statuts: Mapping[str, LineState] = field(default_factory=dict)
    encodage: str | None = None
    feuille: str | None = None
