"""Run the child process that reads a statement: `python -m transfers.reconciliation.statements.reader.statement_child`.

It writes every line in the text format of COPY, with the columns of `movements.COLUMNS`, and at the end `faits.json` in
the folder of the request: what the file says beside its lines.
"""

import datetime
import json
import sys
from collections.abc import Iterator
from dataclasses import asdict
from itertools import islice
from pathlib import Path
from typing import Any, Final

from geo.tables.child_process import run_reader
from transfers.reconciliation.statements.reader.camt import read_camt_lines
from transfers.reconciliation.statements.reader.formats import Kind, recognise_statement
from transfers.reconciliation.statements.reader.movements import FACTS_NAME, Line, StatementFacts, format_copy_lines
from transfers.reconciliation.statements.reader.swift import read_swift_lines
from transfers.reconciliation.statements.reader.tables import read_table_lines
from transfers.reconciliation.statements.templates.rules import parse_template

BATCH: Final = 1000


def read_lines(path: Path, options: dict[str, Any], facts: StatementFacts) -> Iterator[Line]:
    """Yield the lines of a statement of any accepted format, and fill `facts`. Raises UnreadableFile."""
    last = datetime.date.fromisoformat(options["last_day"])
    kind = recognise_statement(path)
    if kind is Kind.XML:
        yield from read_camt_lines(path, options, last, facts)
    elif kind is Kind.MT940:
        yield from read_swift_lines(path, options, last, facts)
    else:
        yield from read_table_lines(path, options, parse_template(options["template"]), last, facts)


def read_statement(request: dict[str, Any]) -> None:
    facts = StatementFacts(format="")
    found = format_copy_lines(read_lines(Path(request["fichier"]), request["options"], facts))
    out = sys.stdout.buffer
    while batch := "".join(islice(found, BATCH)):
        out.write(batch.encode("utf-8", "replace"))
    # Written before the output ends: the parent reads it when that ends.
    (Path(request["dossier"]) / FACTS_NAME).write_text(json.dumps(asdict(facts)), encoding="utf-8")
    out.flush()


if __name__ == "__main__":
    sys.exit(run_reader(read_statement))
