"""Run the child process that reads a table as it is written: `python -m geo.import_engine.table_child`.

It writes one line of JSON to standard output: the titles and the approximate number of rows. Then it waits for a line of
JSON with the columns to read, and writes every row in the text format of COPY: line, fault of the whole row, and the
cells of these columns as they are written (`NaN` stays: it is a wrong amount, not an empty one).
"""

import json
import sys
from collections.abc import Iterable, Iterator, Sequence
from itertools import islice
from pathlib import Path
from typing import Any

from geo.tables.child_process import escape_copy_text, run_reader
from geo.tables.column_titles import build_title_key
from geo.tables.csv_text import Record
from geo.tables.formats import is_text
from geo.tables.table import read_table

BATCH = 1000


def format_copy_lines(records: Iterable[Record], places: Sequence[int]) -> Iterator[str]:
    """Yield records as lines of COPY, with the cells at `places`."""
    for number, all_cells, fault in records:
        cells = [all_cells[place] for place in places]
        text = "".join(cells)
        # Most rows need no escaping: tabs, line breaks and control characters are not printable.
        plain = text.isprintable() and "\\" not in text
        row = "\t".join(cells if plain else map(escape_copy_text, cells))
        yield f"{number}\t{fault or ''}\t{row}\n"


def read_table_file(request: dict[str, Any]) -> None:
    titles = frozenset(request["options"]["titles"])
    options = request["options"] | {"is_title": lambda name: build_title_key(name) in titles}
    path = Path(request["fichier"])
    table = read_table(path, options, text=is_text(path))
    out = sys.stdout.buffer
    out.write(json.dumps({"colonnes": table.header, "lignes": table.expected}).encode() + b"\n")
    out.flush()
    if not (answer := sys.stdin.readline()):
        return  # the parent does not read the rows
    found = format_copy_lines(table.records, json.loads(answer))
    while batch := "".join(islice(found, BATCH)):
        out.write(batch.encode("utf-8", "replace"))
    out.flush()


if __name__ == "__main__":
    sys.exit(run_reader(read_table_file))
