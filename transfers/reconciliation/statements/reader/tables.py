"""Read the lines of a CSV or a workbook by the template of its operator."""

import datetime
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any, Final

from geo.tables.column_titles import build_title_key
from geo.tables.formats import OLE, is_text, read_head
from geo.tables.table import Table, read_table
from transfers.reconciliation.statements.reader.amounts import AmountError, parse_amount
from transfers.reconciliation.statements.reader.days import DayError, parse_day
from transfers.reconciliation.statements.reader.movements import (
    Line,
    LineError,
    StatementFacts,
    build_faulty_line,
    build_line,
)
from transfers.reconciliation.statements.reader.titles import has_needed_titles, match_titles
from transfers.reconciliation.statements.templates.rules import (
    USUAL_DIRECTIONS,
    USUAL_STATES,
    USUAL_TYPES,
    build_word_key,
    list_titles,
    list_words,
)
from transfers.reconciliation.statements.templates.types import (
    Direction,
    LineState,
    LineType,
    StatementField,
    StatementTemplate,
)

Field = StatementField
MAX_ACCOUNTS: Final = 10
CURRENCY_KEYS: Final = frozenset(("xof", "cfa", "fcfa", "francs", "f"))
# What brings money in, where no column tells the direction.
RETURNING: Final = (LineType.EXTOURNE, LineType.DEPOT)
# Words at the start of the label of a line that names nobody: the operator's own charges.
FEE_WORDS: Final = ("frais", "commission", "fee", "taxa", "comiss", "agios", "charge")
RETURN_WORDS: Final = ("extourne", "annulation", "retour", "rembours", "revers", "refund", "estorno", "devoluc")


def read_table_lines(
    path: Path, options: Mapping[str, Any], template: StatementTemplate, last: datetime.date, facts: StatementFacts
) -> Iterator[Line]:
    """Yield the lines of a table, and fill `facts`. Raises UnreadableFile for another table."""
    titles = list_titles(template)
    text = is_text(path)
    wanted = {
        "is_title": lambda name: build_title_key(name) in titles,
        "is_header": lambda cells: has_needed_titles(cells, titles, template),
        "layer": template.feuille,
        "failures": True,
    }
    if text and template.encodage:
        wanted["encoding"] = template.encodage
    table = read_table(path, {**options, **wanted}, text=text)
    places = match_titles(table.header, titles, template)
    facts.format = "csv" if text else "xls" if read_head(path, 8).startswith(OLE) else "xlsx"
    facts.feuille = None if text else table.facts["couche"]
    facts.titres = [title for place, title in enumerate(table.header) if place not in places.values() and title]
    reader = TableReader(template, places, last, facts)
    yield from reader.read_lines(table)


class TableReader:
    """Read lines of a table whose columns are known."""

    def __init__(
        self,
        template: StatementTemplate,
        places: Mapping[StatementField, int],
        last: datetime.date,
        facts: StatementFacts,
    ) -> None:
        self.places, self.last, self.facts = places, last, facts
        self.decimal, self.formats, self.sign = template.decimales, template.dates, template.signe
        self.directions = list_words(USUAL_DIRECTIONS, template.sens)
        self.types = list_words(USUAL_TYPES, template.types)
        self.states = list_words(USUAL_STATES, template.statuts)

    def read_lines(self, table: Table) -> Iterator[Line]:
        for number, cells, fault in table.records:
            if fault and fault != "courte":
                yield build_faulty_line(number, fault)
                continue
            try:
                line = self._read_line(number, cells)
            except LineError as error:
                yield build_faulty_line(number, error.code, error.field, error.value)
            else:
                if line:
                    yield line

    def _read_line(self, number: int, cells: list[str]) -> Line | None:
        """Return the line, or None where nothing has moved. Raises LineError."""
        values = {field: cells[place] for field, place in self.places.items()}
        if self._has_failed(values):
            return None
        self._check_currency(values)
        self._collect_account(values)
        kind = self._read_type(values)
        amount, direction = self._read_movement(values)
        day, moment = self._read_day(values)
        fees = self._read_amount(values, Field.FRAIS) if values.get(Field.FRAIS) else None
        if amount == 0:
            raise LineError("montant_nul", Field.MONTANT, "0")
        nature, inverse, is_credit = self._determine_nature(kind, direction, amount, values)
        return build_line(
            number,
            amount=abs(amount),
            day=day,
            moment=moment,
            nature=nature,
            inverse=inverse,
            is_credit=is_credit,
            fees=None if fees is None else abs(fees),
            # The amount is read from the first of these columns that has one.
            is_gross=bool(values.get(Field.BRUT)) and not (values.get(Field.MONTANT) or values.get(Field.NET)),
            reference=values.get(Field.REFERENCE, ""),
            transaction=values.get(Field.TRANSACTION, ""),
            telephone=values.get(Field.TELEPHONE, ""),
            label=values.get(Field.LIBELLE, ""),
        )

    def _has_failed(self, values: Mapping[StatementField, str]) -> bool:
        if not (written := values.get(Field.STATUT)):
            return False
        state = self.states.get(build_word_key(written))
        if state is None:
            raise LineError("statut", Field.STATUT, written)
        return state is LineState.ECHOUE

    def _check_currency(self, values: Mapping[StatementField, str]) -> None:
        if (written := values.get(Field.DEVISE)) and build_title_key(written) not in CURRENCY_KEYS:
            raise LineError("devise", Field.DEVISE, written)

    def _collect_account(self, values: Mapping[StatementField, str]) -> None:
        account, known = values.get(Field.COMPTE), self.facts.comptes
        if account and account not in known and len(known) < MAX_ACCOUNTS:
            known.append(account)

    def _read_type(self, values: Mapping[StatementField, str]) -> LineType | None:
        """Return the type that a column tells; an unknown one tells nothing."""
        written = values.get(Field.TYPE)
        return self.types.get(build_word_key(written)) if written else None

    def _read_amount(self, values: Mapping[StatementField, str], field: StatementField) -> int:
        written = values[field]
        try:
            return parse_amount(written, self.decimal)
        except AmountError as error:
            raise LineError(str(error), field, written) from error

    def _read_movement(self, values: Mapping[StatementField, str]) -> tuple[int, Direction | None]:
        """Return the amount, with its sign where that may mean something, and the direction that a column tells."""
        written = values.get(Field.SENS)
        direction = self.directions.get(build_word_key(written)) if written else None
        if written and direction is None:
            raise LineError("sens", Field.SENS, written)
        for field in (Field.MONTANT, Field.NET, Field.BRUT):
            if values.get(field):
                return self._read_amount(values, field), direction
        return self._read_columns(values)

    def _read_columns(self, values: Mapping[StatementField, str]) -> tuple[int, Direction | None]:
        """Return the amount of the columns of debits and credits: one of them has it."""
        debit = abs(self._read_amount(values, Field.DEBIT)) if values.get(Field.DEBIT) else 0
        credit = abs(self._read_amount(values, Field.CREDIT)) if values.get(Field.CREDIT) else 0
        if debit and credit:
            raise LineError("deux_montants", Field.DEBIT, f"{debit} / {credit}")
        if not debit and not credit:
            field = next((each for each in (Field.MONTANT, Field.DEBIT, Field.CREDIT) if each in values), Field.MONTANT)
            raise LineError("montant_vide", field, "")
        return debit or credit, Direction.SORTIE if debit else Direction.ENTREE

    def _read_day(self, values: Mapping[StatementField, str]) -> tuple[str, str]:
        written = values.get(Field.DATE, "")
        if not written:
            raise LineError("date_vide", Field.DATE, "")
        text = f"{written} {values[Field.HEURE]}" if values.get(Field.HEURE) else written
        try:
            return parse_day(text, self.formats, self.last)
        except DayError as error:
            raise LineError(str(error), Field.DATE, text) from error

    def _determine_nature(
        self, kind: LineType | None, direction: Direction | None, amount: int, values: Mapping[StatementField, str]
    ) -> tuple[str, str, bool]:
        """Return the nature, its `inverse`, and whether money came in.

        The inverse is empty unless no column tells the direction, and the template leaves it to the signs of the file:
        then the first nature holds for plus as paid out, and the inverse for minus.
        """
        if direction is None and kind is not None:
            direction = Direction.ENTREE if kind in RETURNING else Direction.SORTIE
        if direction is None and self.sign == "auto":
            is_minus = amount < 0
            plus = LineType.EXTOURNE if is_minus else guess_nature(is_credit=False, values=values)
            return plus, guess_nature(is_credit=not is_minus, values=values), is_minus
        if direction is None:
            is_paid = (amount < 0) == (self.sign == "moins_paye")
            direction = Direction.SORTIE if is_paid else Direction.ENTREE
        is_credit = direction is Direction.ENTREE
        return kind or guess_nature(is_credit=is_credit, values=values), "", is_credit


def guess_nature(*, is_credit: bool, values: Mapping[StatementField, str]) -> LineType:
    """Return what a movement is of which no column tells the type.

    Money that comes in from a telephone, or whose label says so, is a payment that came back; other money is a deposit.
    """
    if is_credit:
        has_sender = values.get(Field.TELEPHONE) or any(word in _read_label(values) for word in RETURN_WORDS)
        return LineType.EXTOURNE if has_sender else LineType.DEPOT
    if values.get(Field.REFERENCE) or values.get(Field.TELEPHONE):
        return LineType.PAIEMENT
    return LineType.FRAIS if _read_label(values).startswith(FEE_WORDS) else LineType.PAIEMENT


def _read_label(values: Mapping[StatementField, str]) -> str:
    return build_title_key(values.get(Field.LIBELLE, ""))
