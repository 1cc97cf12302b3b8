"""Parse and validate the template of an operator's files, and define the usual one."""

import re
from collections.abc import Mapping
from dataclasses import fields
from typing import Any, Final, get_args

from transfers.execution.bank_messages.credit_transfer import Alphabet, Version
from transfers.execution.templates.types import (
    AccountRules,
    AmountFormat,
    DateFormat,
    Encoding,
    InstructionField,
    PaymentTemplate,
    PhoneFormat,
    ResultField,
    ResultStatus,
    TemplateColumn,
    TransferRules,
)

SEPARATORS: Final = (";", ",", "\t", "|")
MAX_COLUMNS: Final = 40
MAX_TITLE: Final = 60
BIC: Final = re.compile(r"[A-Z]{6}[A-Z2-9][A-NP-Z0-9](?:[A-Z0-9]{3})?")
USUAL_TEMPLATE: Final = PaymentTemplate(
    colonnes=tuple(
        TemplateColumn(each.value, each)
        for each in (
            InstructionField.REFERENCE,
            InstructionField.NOM,
            InstructionField.COMPTE,
            InstructionField.MONTANT,
            InstructionField.MOTIF,
        )
    )
)
# Titles and statuses that every result file may use; titles are compared without case, accents and punctuation.
USUAL_TITLES: Final[Mapping[ResultField, tuple[str, ...]]] = {
    ResultField.REFERENCE: ("reference", "ref", "reference paiement", "referencia"),
    ResultField.STATUT: ("statut", "status", "estado", "resultat"),
    ResultField.MOTIF: ("motifEchec", "motif", "raison", "reason", "motivo"),
    ResultField.DATE: ("dateExecution", "date", "data"),
    ResultField.MONTANT: ("montant", "amount", "valor", "montant paye"),
    ResultField.REFERENCE_OPERATEUR: ("referenceOperateur", "transaction", "transaction id", "reference operateur"),
}
USUAL_STATUSES: Final[Mapping[str, ResultStatus]] = {
    "reussi": ResultStatus.REUSSI,
    "reussie": ResultStatus.REUSSI,
    "succes": ResultStatus.REUSSI,
    "success": ResultStatus.REUSSI,
    "paye": ResultStatus.REUSSI,
    "partiel": ResultStatus.PARTIEL,
    "partial": ResultStatus.PARTIEL,
    "echoue": ResultStatus.ECHOUE,
    "echouee": ResultStatus.ECHOUE,
    "echec": ResultStatus.ECHOUE,
    "failed": ResultStatus.ECHOUE,
    "rejete": ResultStatus.ECHOUE,
    "retourne": ResultStatus.RETOURNE,
    "retournee": ResultStatus.RETOURNE,
    "returned": ResultStatus.RETOURNE,
    "devolvido": ResultStatus.RETOURNE,
    "en attente": ResultStatus.EN_ATTENTE,
    "en cours": ResultStatus.EN_ATTENTE,
    "pending": ResultStatus.EN_ATTENTE,
}


class TemplateError(ValueError):
    """Report what is wrong with a template: the path of the value, and what is expected there."""


def parse_template(stored: Any) -> PaymentTemplate:
    """Return the template that an operator's `modele_paiement` describes; the usual one for None.

    Raises TemplateError.
    """
    if stored is None:
        return USUAL_TEMPLATE
    values = _require_object(stored, "", {each.name for each in fields(PaymentTemplate)})
    defaults = USUAL_TEMPLATE
    return PaymentTemplate(
        colonnes=_parse_columns(values["colonnes"]) if "colonnes" in values else defaults.colonnes,
        separateur=_require_choice(values, "separateur", SEPARATORS, defaults.separateur),
        encodage=_require_choice(values, "encodage", get_args(Encoding), defaults.encodage),
        telephone=_require_choice(values, "telephone", get_args(PhoneFormat), defaults.telephone),
        montant=_require_choice(values, "montant", get_args(AmountFormat), defaults.montant),
        date=_require_choice(values, "date", get_args(DateFormat), defaults.date),
        comptes=_parse_account_rules(values.get("comptes", {})),
        titres=_parse_titles(values.get("titres", {})),
        statuts=_parse_statuses(values.get("statuts", {})),
        virement=_parse_transfer_rules(values["virement"]) if "virement" in values else None,
    )


def _require_object(value: Any, path: str, known: set[str]) -> dict[str, Any]:
    if not isinstance(value, dict):
        raise TemplateError(f"{path or 'modele_paiement'}: an object is expected")
    if unknown := sorted(set(map(str, value)) - known):
        raise TemplateError(f"{path or 'modele_paiement'}: unknown {', '.join(unknown)}")
    return value


def _require_choice(values: dict[str, Any], name: str, choices: tuple[str, ...], default: Any) -> Any:
    value = values.get(name, default)
    if value not in choices:
        raise TemplateError(f"{name}: one of {', '.join(map(repr, choices))} is expected")
    return value


def _require_text(value: Any, path: str) -> str:
    if not isinstance(value, str) or not value.strip() or len(value) > MAX_TITLE or not value.isprintable():
        raise TemplateError(f"{path}: a text of 1 to {MAX_TITLE} printable characters is expected")
    return value


def _require_texts(value: Any, path: str) -> tuple[str, ...]:
    if not isinstance(value, list):
        raise TemplateError(f"{path}: a list is expected")
    return tuple(_require_text(each, f"{path}.{place}") for place, each in enumerate(value))


def _parse_columns(value: Any) -> tuple[TemplateColumn, ...]:
    if not isinstance(value, list) or not 1 <= len(value) <= MAX_COLUMNS:
        raise TemplateError(f"colonnes: a list of 1 to {MAX_COLUMNS} columns is expected")
    columns = tuple(_parse_column(each, f"colonnes.{place}") for place, each in enumerate(value))
    if len({column.titre for column in columns}) < len(columns):
        raise TemplateError("colonnes: two columns have the same title")
    if InstructionField.REFERENCE not in {column.champ for column in columns}:
        raise TemplateError("colonnes: a column with the reference is expected, for results name it")
    return columns


def _parse_column(value: Any, path: str) -> TemplateColumn:
    values = _require_object(value, path, {each.name for each in fields(TemplateColumn)})
    if values.get("champ") not in list(InstructionField):
        raise TemplateError(f"{path}.champ: one of {', '.join(InstructionField)} is expected")
    champ = InstructionField(values["champ"])
    text = _require_text(values.get("valeur"), f"{path}.valeur") if champ is InstructionField.CONSTANTE else ""
    return TemplateColumn(_require_text(values.get("titre"), f"{path}.titre"), champ, text)


def _parse_account_rules(value: Any) -> AccountRules:
    values = _require_object(value, "comptes", {each.name for each in fields(AccountRules)})
    prefixes = _require_texts(values.get("prefixes", []), "comptes.prefixes")
    if not all(each.isascii() and each.isdecimal() for each in prefixes):
        raise TemplateError("comptes.prefixes: digits are expected")
    numbers = {name: values.get(name) for name in ("longueur", "nom_max", "montant_min", "montant_max")}
    for name, number in numbers.items():
        if number is not None:
            _require_count(number, f"comptes.{name}")
    return AccountRules(prefixes=prefixes, **numbers)


def _require_count(value: Any, path: str) -> int:
    if isinstance(value, bool) or not isinstance(value, int) or value < 1:
        raise TemplateError(f"{path}: a whole number above zero is expected")
    return value


def _parse_transfer_rules(value: Any) -> TransferRules:
    values = _require_object(value, "virement", {each.name for each in fields(TransferRules)})
    bic = values.get("bic")
    if not isinstance(bic, str) or not BIC.fullmatch(bic):
        raise TemplateError("virement.bic: the 8 or 11 characters of a BIC are expected")
    usual = TransferRules(bic)
    return TransferRules(
        bic=bic,
        version=_require_choice(values, "version", get_args(Version), usual.version),
        alphabet=_require_choice(values, "alphabet", get_args(Alphabet), usual.alphabet),
        par_message=_require_count(values.get("par_message", usual.par_message), "virement.par_message"),
    )


def _parse_titles(value: Any) -> dict[ResultField, tuple[str, ...]]:
    values = _require_object(value, "titres", set(ResultField))
    return {ResultField(name): _require_texts(titles, f"titres.{name}") for name, titles in values.items()}


def _parse_statuses(value: Any) -> dict[str, ResultStatus]:
    if not isinstance(value, dict):
        raise TemplateError("statuts: an object is expected")
    for name, meaning in value.items():
        if meaning not in list(ResultStatus):
            raise TemplateError(f"statuts.{name}: one of {', '.join(ResultStatus)} is expected")
    return {name: ResultStatus(meaning) for name, meaning in value.items()}
