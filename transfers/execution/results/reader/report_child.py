"""Run the child process that reads a bank's status report: `python -m transfers.execution.results.reader.report_child`.

It writes every line in the text format of COPY, as `table_child` does; the columns are those of `status_report.COLUMNS`.
"""

import sys
from itertools import islice
from pathlib import Path
from typing import Any

from geo.import_engine.table_child import BATCH, format_copy_lines
from geo.tables.child_process import run_reader
from transfers.execution.bank_messages.status_report import COLUMNS, read_status_report


def read_report(request: dict[str, Any]) -> None:
    lines = read_status_report(Path(request["fichier"]), request["options"])
    found = format_copy_lines(lines, range(len(COLUMNS)))
    out = sys.stdout.buffer
    while batch := "".join(islice(found, BATCH)):
        out.write(batch.encode("utf-8", "replace"))
    out.flush()


if __name__ == "__main__":
    sys.exit(run_reader(read_report))
