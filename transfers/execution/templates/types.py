"""Define the template of an operator's files: instructions out, results in."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from typing import Literal

from transfers.execution.bank_messages.credit_transfer import Alphabet, Version

PhoneFormat = Literal["e164", "e164_sans_plus", "national"]
AmountFormat = Literal["entier", "decimal_point", "decimal_virgule"]
DateFormat = Literal["AAAA-MM-JJ", "JJ/MM/AAAA", "AAAAMMJJ"]
Encoding = Literal["utf-8", "utf-8-bom", "windows-1252"]


class InstructionField(StrEnum):
    """List what a column of an instruction file can hold."""

    REFERENCE = "reference"
    NOM = "nom"
    COMPTE = "compte"
    TELEPHONE = "telephone"
    MONTANT = "montant"
    MOTIF = "motif"
    DATE = "date"
    CODE_MENAGE = "codeMenage"
    CYCLE = "cycle"
    PROGRAMME = "programme"
    CONSTANTE = "constante"


class ResultField(StrEnum):
    """List what is read of a line of a result file."""

    REFERENCE = "reference"
    STATUT = "statut"
    MOTIF = "motifEchec"
    DATE = "dateExecution"
    MONTANT = "montant"
    REFERENCE_OPERATEUR = "referenceOperateur"


class ResultStatus(StrEnum):
    REUSSI = "reussi"
    # Less than the whole amount arrived: the line says how much.
    PARTIEL = "partiel"
    ECHOUE = "echoue"
    # It was paid, and the money came back: to a closed or wrong account.
    RETOURNE = "retourne"
    # The operator has the order, and has not decided: it stays as it is.
    EN_ATTENTE = "en_attente"


@dataclass(frozen=True, slots=True)
class TemplateColumn:
    """Hold a column of an instruction file. `valeur` is the text of a `constante`."""

    titre: str
    champ: InstructionField
    valeur: str = ""


@dataclass(frozen=True, slots=True)
class AccountRules:
    """Hold what accounts an operator accepts.

    `prefixes` begin the national number of a mobile account (none: all are accepted), `longueur` is its number of
    digits (None: any possible number). `nom_max` is the length of the longest accepted name.
    """

    prefixes: tuple[str, ...] = ()
    longueur: int | None = None
    nom_max: int | None = None
    montant_min: int | None = None
    montant_max: int | None = None


@dataclass(frozen=True, slots=True)
class TransferRules:
    """Hold how a bank takes credit transfers: its BIC, the version of the message, and how many transfers one may hold."""

    bic: str
    version: Version = "pain.001.001.03"
    alphabet: Alphabet = "swift"
    par_message: int = 100_000


@dataclass(frozen=True, slots=True)
class PaymentTemplate:
    """Hold the layout of an operator's files.

    `titres` are further titles of the columns of a result file, and `statuts` what its statuses mean; both are added to
    the usual ones. `virement` is set for a bank.
    """

    colonnes: tuple[TemplateColumn, ...]
    separateur: str = ";"
    encodage: Encoding = "utf-8-bom"
    telephone: PhoneFormat = "e164"
    montant: AmountFormat = "entier"
    date: DateFormat = "AAAA-MM-JJ"
    comptes: AccountRules = field(default_factory=AccountRules)
    titres: Mapping[ResultField, tuple[str, ...]] = field(default_factory=dict)
    statuts: Mapping[str, ResultStatus] = field(default_factory=dict)
    virement: TransferRules | None = None
