"""Parse and validate the template of an operator's statements, and define the usual one.

The child process that reads statements uses these rules too: they know neither Django nor the database.
"""

import json
from collections.abc import Mapping, Sequence
from dataclasses import asdict, fields
from functools import lru_cache
from typing import Any, Final, TypeVar, get_args

from geo.tables.character_sets import is_character_set
from geo.tables.column_titles import build_title_key
from transfers.reconciliation.statements.templates.types import (
    DateFormat,
    DecimalSign,
    Direction,
    LineState,
    LineType,
    SignRule,
    StatementField,
    StatementTemplate,
    TemplateColumn,
)

MAX_COLUMNS: Final = 40
MAX_WORDS: Final = 100
MAX_TEXT: Final = 60
# A column of types or statuses has few words, in all its lines.
CACHED_WORDS: Final = 1_000
# Titles stand in files for spreadsheets.
FORMULA_SIGNS: Final = ("=", "+", "-", "@")
Word = TypeVar("Word", Direction, LineType, LineState)
Field = StatementField
# Titles in French, Portuguese and English; they are compared without case, accents and punctuation.
USUAL_TITLES: Final[Mapping[StatementField, tuple[str, ...]]] = {
    Field.REFERENCE: (
        *("reference", "ref", "reference paiement", "reference du paiement", "reference client", "reference externe"),
        *("referencia", "referencia do pagamento", "payment reference", "external reference", "reference number"),
    ),
    Field.TRANSACTION: (
        *("transaction", "id transaction", "transaction id", "numero transaction", "no transaction", "receipt no"),
        *("reference operateur", "reference transaction", "id transacao", "transacao", "numero da transacao"),
    ),
    Field.TELEPHONE: (
        *("telephone", "tel", "numero telephone", "numero", "msisdn", "compte mobile", "compte beneficiaire", "compte"),
        *("telefone", "numero de telefone", "telemovel", "phone", "phone number", "mobile", "conta"),
        *("recipient id", "recipient msisdn", "receiver msisdn"),
    ),
    Field.MONTANT: ("montant", "amount", "valor", "montante", "montant XOF", "montant FCFA", "montant transaction"),
    Field.NET: ("montant net", "net", "net amount", "valor liquido"),
    Field.BRUT: ("montant brut", "brut", "gross amount", "gross", "valor bruto"),
    Field.FRAIS: ("frais", "commission", "commissions", "fee", "fees", "taxa", "comissao", "encargos"),
    Field.DEBIT: ("debit", "sortie", "withdrawn", "paid out", "money out", "debito", "saida"),
    Field.CREDIT: ("credit", "entree", "paid in", "money in", "credito", "entrada"),
    Field.SENS: ("sens", "direction", "debit credit", "dc", "D/C", "sentido"),
    Field.TYPE: (
        *("type", "type operation", "type transaction", "nature", "operation", "tipo", "tipo de operacao"),
        *("transaction type", "txn type"),
    ),
    Field.STATUT: ("statut", "status", "etat", "estado", "transaction status"),
    Field.DATE: (
        *("date", "date operation", "date transaction", "date execution", "date heure", "date paiement", "data"),
        *("data da operacao", "data hora", "transaction date", "operation date", "completion time", "datetime"),
        *("timestamp", "date et heure"),
    ),
    Field.HEURE: ("heure", "hora", "time"),
    Field.LIBELLE: ("libelle", "description", "motif", "details", "descricao", "descritivo", "narration"),
    Field.DEVISE: ("devise", "currency", "moeda"),
    Field.COMPTE: (
        "compte operateur",
        "numero compte operateur",
        "compte emetteur",
        "compte debiteur",
        "debit account",
    ),
}
USUAL_TEMPLATE: Final = StatementTemplate(
    colonnes=(
        TemplateColumn("reference", Field.REFERENCE),
        TemplateColumn("telephone", Field.TELEPHONE),
        TemplateColumn("montant", Field.MONTANT, obligatoire=True),
        TemplateColumn("date", Field.DATE, obligatoire=True),
        TemplateColumn("transaction", Field.TRANSACTION),
        TemplateColumn("frais", Field.FRAIS),
        TemplateColumn("type", Field.TYPE),
        TemplateColumn("libelle", Field.LIBELLE),
    )
)
USUAL_DIRECTIONS: Final = {
    Direction.SORTIE: ("d", "db", "dr", "debit", "debito", "sortie", "saida", "out", "-"),
    Direction.ENTREE: ("c", "cr", "credit", "credito", "entree", "entrada", "in", "+"),
}
USUAL_TYPES: Final = {
    LineType.PAIEMENT: (
        *("paiement", "payment", "pagamento", "transfert", "transfer", "transferencia", "virement", "decaissement"),
        *("disbursement", "B2C", "cash in", "paiement de masse", "bulk payment", "envoi", "P2P"),
    ),
    LineType.EXTOURNE: (
        *("extourne", "annulation", "retour", "remboursement", "rejet", "reversal", "refund", "return", "reverse"),
        *("estorno", "devolucao", "reembolso", "anulacao", "contrepassation"),
    ),
    LineType.FRAIS: ("frais", "commission", "fee", "fees", "charge", "charges", "taxa", "comissao", "agios", "taxe"),
    LineType.DEPOT: (
        *("depot", "approvisionnement", "alimentation", "deposit", "deposito", "funding", "top up", "aprovisionamento"),
    ),
    LineType.AUTRE: ("autre", "other", "outro", "solde", "balance", "saldo", "ajustement", "adjustment"),
}
USUAL_STATES: Final = {
    LineState.FAIT: (
        *("reussi", "succes", "success", "successful", "completed", "complete", "paye", "paid", "execute", "effectue"),
        *("fait", "done", "ok", "concluido", "pago", "sucesso", "confirme", "settled"),
    ),
    LineState.ECHOUE: (
        *("echoue", "echec", "failed", "rejete", "rejected", "annule", "cancelled", "canceled", "falhou", "falhado"),
        *("rejeitado", "cancelado", "declined", "expired", "expire", "en attente", "pending", "pendente"),
    ),
}
# One field of each group is needed; the first is what a missing column is called.
NEEDED: Final = (
    (Field.MONTANT, Field.NET, Field.BRUT, Field.DEBIT, Field.CREDIT),
    (Field.DATE,),
    (Field.REFERENCE, Field.TELEPHONE, Field.TRANSACTION, Field.LIBELLE),
)

EXAMPLE_DAYS: Final[Mapping[DateFormat, str]] = {
    "AAAA-MM-JJ": "2025-02-03",
    "JJ/MM/AAAA": "03/02/2025",
    "JJ/MM/AA": "03/02/25",
    "MM/JJ/AAAA": "02/03/2025",
    "AAAAMMJJ": "20250203",
}
# A credit beside a debit would be a second amount.
EXAMPLE_CELLS: Final[Mapping[StatementField, str]] = {
    Field.REFERENCE: "C-2025-02-0000001",
    Field.TRANSACTION: "MP250203.1130.A00001",
    Field.TELEPHONE: "245955000001",
    Field.MONTANT: "15000",
    Field.NET: "15000",
    Field.BRUT: "15250",
    Field.FRAIS: "250",
    Field.DEBIT: "15000",
    Field.CREDIT: "",
    Field.SENS: "debit",
    Field.TYPE: "paiement",
    Field.STATUT: "reussi",
    Field.HEURE: "11:30",
    Field.LIBELLE: "Cycle 2025-02",
    Field.DEVISE: "XOF",
    Field.COMPTE: "245001",
}


class TemplateError(ValueError):
    """Report what is wrong with a template: the path of the value, a code of `MESSAGES`, and the details of its message."""

    def __init__(self, path: str, code: str, **details: Any) -> None:
        super().__init__(f"{path or 'modele'}: {code} {details or ''}".strip())
        self.path, self.code, self.details = path or "modele", code, details


def parse_template(stored: Any) -> StatementTemplate:
    """Return the template that an operator's `modele_releve` describes; the usual one for None. Raises TemplateError."""
    if stored is None:
        return USUAL_TEMPLATE
    values = _require_object(stored, "", {each.name for each in fields(StatementTemplate)})
    usual = USUAL_TEMPLATE
    encoding = values.get("encodage")
    if encoding is not None and not (isinstance(encoding, str) and is_character_set(encoding)):
        raise TemplateError("encodage", "encodage")
    return StatementTemplate(
        colonnes=_parse_columns(values.get("colonnes")),
        dates=_parse_dates(values["dates"]) if "dates" in values else usual.dates,
        decimales=_require_choice(values, "decimales", get_args(DecimalSign), usual.decimales),
        signe=_require_choice(values, "signe", get_args(SignRule), usual.signe),
        sens=_parse_words(values, "sens", Direction),
        types=_parse_words(values, "types", LineType),
        statuts=_parse_words(values, "statuts", LineState),
        encodage=encoding,
        feuille=None if values.get("feuille") is None else _require_text(values["feuille"], "feuille"),
    )


def describe_template(template: StatementTemplate) -> dict[str, Any]:
    """Return a template as JSON, which `parse_template` reads."""
    described: dict[str, Any] = json.loads(json.dumps(asdict(template)))
    return described


def list_titles(template: StatementTemplate) -> dict[str, StatementField]:
    """Map the key of each title to its field: those of the template, and the usual ones of all other fields."""
    known: dict[str, StatementField] = {}
    for column in template.colonnes:
        for title in (column.titre, *column.alias):
            known.setdefault(build_title_key(title), column.champ)
    own = {column.champ for column in template.colonnes} if template is not USUAL_TEMPLATE else set()
    for field, titles in USUAL_TITLES.items():
        for title in titles if field not in own else ():
            known.setdefault(build_title_key(title), field)
    return known


def list_words(usual: Mapping[Word, Sequence[str]], own: Mapping[str, Word]) -> dict[str, Word]:
    """Map the key of each word to its meaning; those of a template come before the usual ones."""
    known = {build_word_key(word): meaning for word, meaning in own.items()}
    for meaning, words in usual.items():
        for word in words:
            known.setdefault(build_word_key(word), meaning)
    return known


@lru_cache(CACHED_WORDS)
def build_word_key(word: str) -> str:
    """Return how a word is compared: without case and accents, a sign as it is."""
    return build_title_key(word) or word.strip()


def list_required_titles(template: StatementTemplate) -> list[str]:
    """Return the titles of the columns that a statement must have; where one of several is needed, the first of them."""
    required = {column.champ for column in template.colonnes if column.obligatoire}
    fields_here = [column.champ for column in template.colonnes]
    for group in NEEDED:
        if not required.intersection(group):
            required.add(next(field for field in fields_here if field in group))
    return [column.titre for column in template.colonnes if column.champ in required]


def build_example_rows(template: StatementTemplate) -> tuple[list[str], list[str]]:
    """Return the titles of a file that the template reads, and the cells of one line."""
    day = EXAMPLE_DAYS[template.dates[0]]
    cells = [day if column.champ is Field.DATE else EXAMPLE_CELLS[column.champ] for column in template.colonnes]
    return [column.titre for column in template.colonnes], cells


def find_missing_fields(template: StatementTemplate, found: Mapping[StatementField, int]) -> list[str]:
    """Return the titles of columns that a statement needs and has not."""
    missing = [column.titre for column in template.colonnes if column.obligatoire and column.champ not in found]
    # Amounts in another column than the usual one are amounts too.
    if template is USUAL_TEMPLATE:
        missing = []
    own = {column.champ: column.titre for column in template.colonnes}
    for group in NEEDED:
        if not any(field in found for field in group):
            missing.append(next((own[field] for field in group if field in own), group[0].value))
    return list(dict.fromkeys(missing))


def _require_object(value: Any, path: str, known: set[str]) -> dict[str, Any]:
    if not isinstance(value, dict):
        raise TemplateError(path, "objet")
    if unknown := sorted(set(map(str, value)) - known):
        raise TemplateError(path, "inconnu", noms=", ".join(unknown)[:MAX_TEXT])
    return value


def _require_choice(values: dict[str, Any], name: str, choices: tuple[str, ...], default: Any) -> Any:
    value = values.get(name, default)
    if value not in choices:
        raise TemplateError(name, "choix", choix=", ".join(choices))
    return value


def _require_text(value: Any, path: str) -> str:
    is_text = isinstance(value, str) and value.strip() and len(value) <= MAX_TEXT and value.isprintable()
    if not is_text or value.startswith(FORMULA_SIGNS):
        raise TemplateError(path, "texte", max=MAX_TEXT)
    return str(value)


def _parse_columns(value: Any) -> tuple[TemplateColumn, ...]:
    if not isinstance(value, list) or not 1 <= len(value) <= MAX_COLUMNS:
        raise TemplateError("colonnes", "liste", max=MAX_COLUMNS)
    columns = tuple(_parse_column(each, f"colonnes.{place}") for place, each in enumerate(value))
    places = {column.champ: place for place, column in enumerate(columns)}
    if len(places) < len(columns):
        raise TemplateError("colonnes", "champ_double")
    keys = [build_title_key(title) for column in columns for title in (column.titre, *column.alias)]
    if len(set(keys)) < len(keys) or not all(keys):
        raise TemplateError("colonnes", "titre_double")
    if missing := [group[0].value for group in NEEDED if not any(field in places for field in group)]:
        raise TemplateError("colonnes", "champs", champs=", ".join(missing))
    return columns


def _parse_column(value: Any, path: str) -> TemplateColumn:
    values = _require_object(value, path, {each.name for each in fields(TemplateColumn)})
    if values.get("champ") not in list(StatementField):
        raise TemplateError(f"{path}.champ", "choix", choix=", ".join(StatementField))
    alias, required = values.get("alias", []), values.get("obligatoire", False)
    if not isinstance(alias, list) or len(alias) > MAX_WORDS:
        raise TemplateError(f"{path}.alias", "liste", max=MAX_WORDS)
    if not isinstance(required, bool):
        raise TemplateError(f"{path}.obligatoire", "choix", choix="true, false")
    return TemplateColumn(
        titre=_require_text(values.get("titre"), f"{path}.titre"),
        champ=StatementField(values["champ"]),
        alias=tuple(_require_text(each, f"{path}.alias.{place}") for place, each in enumerate(alias)),
        obligatoire=required,
    )


def _parse_dates(value: Any) -> tuple[DateFormat, ...]:
    known = get_args(DateFormat)
    if not isinstance(value, list) or not value or not all(each in known for each in value):
        raise TemplateError("dates", "dates", choix=", ".join(known))
    if "JJ/MM/AAAA" in value and "MM/JJ/AAAA" in value:
        raise TemplateError("dates", "dates_confuses")
    return tuple(value)


def _parse_words(values: dict[str, Any], name: str, meanings: type[Word]) -> dict[str, Word]:
    words = values.get(name, {})
    if not isinstance(words, dict) or len(words) > MAX_WORDS:
        raise TemplateError(name, "objet")
    for word, meaning in words.items():
        if not word.strip() or len(word) > MAX_TEXT:
            raise TemplateError(name, "texte", max=MAX_TEXT)
        if meaning not in list(meanings):
            raise TemplateError(f"{name}.{word}", "choix", choix=", ".join(meanings))
    return {word: meanings(meaning) for word, meaning in words.items()}
