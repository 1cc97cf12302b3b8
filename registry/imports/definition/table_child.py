"""Run the child process that reads one file of households: `python -m registry.imports.definition.table_child`.

It writes one line of JSON to standard output: columns with their first values, the approximate number of rows, signs,
and the sheet of a workbook. Then it waits for a line of JSON with the columns to read, and writes every row in the text
format of COPY: line, fault of the whole row, and the cells of these columns. A cell that is empty, or says so (`NA`),
is null.
"""

import json
import sys
from collections.abc import Iterable, Iterator, Sequence
from itertools import chain, islice
from pathlib import Path
from typing import Any

from geo.tables.blank_cells import MAX_BLANK_LENGTH, is_blank
from geo.tables.child_process import escape_copy_text, run_reader
from geo.tables.column_titles import build_title_key
from geo.tables.csv_text import Record
from geo.tables.table import read_table
from registry.imports.definition.title_labels import find_label

BATCH = 1000
# Examples of a column: the first distinct values among this many rows, cut to this length.
SAMPLED_ROWS = 50
MAX_EXAMPLES = 3
MAX_EXAMPLE = 60


def find_examples(records: Sequence[Record], width: int) -> list[list[str]]:
    """Return the first distinct values of each column."""
    found: list[dict[str, None]] = [{} for _place in range(width)]
    for _number, cells, _fault in records:
        for values, cell in zip(found, cells, strict=True):
            if cell and len(values) < MAX_EXAMPLES:
                values[cell[:MAX_EXAMPLE]] = None
    return [list(values) for values in found]


def format_copy_lines(records: Iterable[Record], places: Sequence[int] | None) -> Iterator[str]:
    """Yield records as lines of COPY, with the cells at `places`, or all cells if None."""
    for number, all_cells, fault in records:
        chosen = all_cells if places is None else [all_cells[place] for place in places]
        # The length excludes most cells without a function call.
        cells = ["" if len(cell) <= MAX_BLANK_LENGTH and is_blank(cell) else cell for cell in chosen]
        text = "".join(cells)
        # Most rows need no escaping: tabs, line breaks and control characters are not printable.
        plain = text.isprintable() and "\\" not in text
        row = "\t".join(cells if plain else map(escape_copy_text, cells))
        yield f"{number}\t{fault or ''}\t{row}\n"


def read_household_file(request: dict[str, Any]) -> None:
    titles = frozenset(request["options"]["titles"])
    options = request["options"] | {
        "is_title": lambda name: build_title_key(name) in titles or find_label(name) is not None
    }
    table = read_table(Path(request["fichier"]), options, text=request["texte"])
    out = sys.stdout.buffer
    first = list(islice(table.records, SAMPLED_ROWS))
    facts = table.facts
    head = {
        "colonnes": table.header,
        "lignes": table.expected,
        "signes": facts["signes"],
        "exemples": find_examples(first, len(table.header)),
        "feuille": facts.get("feuille"),
    }
    out.write(json.dumps(head).encode() + b"\n")
    out.flush()
    if not (answer := sys.stdin.readline()):
        return  # the parent does not read the rows
    places = json.loads(answer)
    found = format_copy_lines(chain(first, table.records), None if len(places) == len(table.header) else places)
    while batch := "".join(islice(found, BATCH)):
        out.write(batch.encode("utf-8", "replace"))
    out.flush()


if __name__ == "__main__":
    sys.exit(run_reader(read_household_file))
