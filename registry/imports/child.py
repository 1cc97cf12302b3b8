"""The child process that reads one file of households: `python -m registry.imports.child` (see geo.tables.child).

On standard output one line of JSON (columns, about how many rows, signs, and of a workbook its sheet), then every row in
the text format of COPY: line, fault of the row as a whole, cells; a cell that is empty, or says so (`NA`), is null.
"""

import json
import sys
from collections.abc import Iterable, Iterator
from itertools import islice
from pathlib import Path
from typing import Any

from geo.tables.blanks import LONGEST, is_blank
from geo.tables.child import copied, serve
from geo.tables.reading import read_table
from geo.tables.text import Record

BATCH = 1000


def lines(records: Iterable[Record]) -> Iterator[str]:
    """Records as lines of COPY."""
    for number, cells, fault in records:
        # The length tells most cells apart without a call.
        cells = ["" if len(cell) <= LONGEST and is_blank(cell) else cell for cell in cells]
        row = "\t".join(cells)
        if "\\" in row or "\n" in row or "\r" in row or row.count("\t") >= len(cells):
            row = "\t".join(copied(cell) for cell in cells)
        yield f"{number}\t{fault or ''}\t{row}\n"


def read(request: dict[str, Any]) -> None:
    table = read_table(Path(request["fichier"]), request["options"], text=request["texte"])
    out = sys.stdout.buffer
    facts = table.facts
    head = {
        "colonnes": table.header,
        "lignes": table.expected,
        "signes": facts["signes"],
        "feuille": facts.get("feuille"),
    }
    out.write(json.dumps(head).encode() + b"\n")
    found = lines(table.records)
    while batch := "".join(islice(found, BATCH)):
        out.write(batch.encode("utf-8", "replace"))
    out.flush()


if __name__ == "__main__":
    sys.exit(serve(read))
