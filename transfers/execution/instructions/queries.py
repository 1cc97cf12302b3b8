"""Write the instruction file of an operator: what it is to pay, as CSV directly from COPY, or row by row for a workbook."""

from collections.abc import Generator, Iterator
from contextlib import closing
from typing import Any, Final
from uuid import UUID

from django.db import connection, transaction

from geo.layers.api import build_csv_cell_sql, stream_copy
from transfers.cycles.models import Cycle
from transfers.execution.instructions.rules import (
    ENCODINGS,
    OUTSIDE_LATIN,
    build_field_sql,
    is_number,
)
from transfers.execution.models import Attempt, AttemptState
from transfers.execution.queries import BY_FILE
from transfers.execution.templates.types import InstructionField, PaymentTemplate

# What was given to the operator and has no outcome. A prepared attempt is not sent yet: nobody may pay it.
SENT_STATES: Final = (AttemptState.ENVOYEE, AttemptState.INCONNUE)
CHUNK: Final = 5_000
# The cycle is named for its index of payments: without it all payments of the country are read for the file of one.
SELECT: Final = """
SELECT {cells} FROM transfers_tentative AS t JOIN transfers_paiement AS p ON p.id = t.paiement_id
CROSS JOIN (SELECT c.id, c.nom, c.code, c.programme_id FROM transfers_cycle AS c WHERE c.id = %s) AS c
JOIN transfers_programme AS g ON g.id = c.programme_id
WHERE p.cycle_id = c.id AND t.execution_id = ANY(%s) AND t.etat IN ('envoyee', 'inconnue') ORDER BY p.reference, t.id
"""


def list_open_runs(cycle: Cycle) -> dict[str, list[UUID]]:
    """Return the runs of a cycle by file that wait for results, by operator or bank."""
    rows = cycle.executions.filter(fournisseur__in=BY_FILE)
    waiting = Attempt.objects.filter(execution__in=rows, etat__in=SENT_STATES).order_by()
    found: dict[str, list[UUID]] = {}
    for operator, run in waiting.values_list("operateur_id", "execution_id").distinct():
        found.setdefault(operator, []).append(run)
    return found


def _compose_select(cycle: Cycle, runs: list[UUID], template: PaymentTemplate) -> tuple[str, tuple[Any, ...]]:
    """Return the SELECT of the file, with columns c0, c1 and so on, and its parameters."""
    cells = [f"{build_field_sql(column.champ, template)} AS c{place}" for place, column in enumerate(template.colonnes)]
    texts = [column.valeur for column in template.colonnes if column.champ is InstructionField.CONSTANTE]
    return SELECT.format(cells=", ".join(cells)), (*texts, cycle.id, runs)


def _build_cell_sql(name: str, column: Any, template: PaymentTemplate) -> str:
    if is_number(column.champ, template):
        return name
    cell = build_csv_cell_sql(name, "text")
    if template.encodage == "windows-1252":
        return f"regexp_replace({cell}, {OUTSIDE_LATIN}, '?', 'g')"
    return cell


def stream_csv(cycle: Cycle, runs: list[UUID], template: PaymentTemplate) -> Generator[bytes, None, None]:
    """Yield the file as CSV in the encoding of the template. Texts that look like formulas are made harmless."""
    statement, params = _compose_select(cycle, runs, template)
    encoding, _mime, first_bytes = ENCODINGS[template.encodage]
    cells = [_build_cell_sql(f"c{place}", column, template) for place, column in enumerate(template.colonnes)]
    delimiter = r"E'\t'" if template.separateur == "\t" else f"'{template.separateur}'"
    options = f"(FORMAT csv, DELIMITER {delimiter}, ENCODING '{encoding}')"
    yield first_bytes + _compose_titles(template)
    with closing(
        stream_copy(f"COPY (SELECT {', '.join(cells)} FROM ({statement}) AS rows) TO STDOUT {options}", params)
    ) as blocks:
        yield from blocks


def _compose_titles(template: PaymentTemplate) -> bytes:
    quoted = ['"' + column.titre.replace('"', '""') + '"' for column in template.colonnes]
    encoding = ENCODINGS[template.encodage][1]
    return (template.separateur.join(quoted) + "\n").encode(encoding, "replace")


def iterate_rows(cycle: Cycle, runs: list[UUID], template: PaymentTemplate) -> Iterator[tuple[Any, ...]]:
    """Yield the cells of each row for a workbook: amounts as numbers, all else as texts. Rows are read as needed."""
    statement, params = _compose_select(cycle, runs, template)
    with transaction.atomic(), connection.chunked_cursor() as cursor:
        cursor.execute(statement, params)
        while rows := cursor.fetchmany(CHUNK):
            yield from rows
