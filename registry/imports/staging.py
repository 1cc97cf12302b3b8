"""Copy a file to the staging table: a child process reads it, and COPY takes its output as it arrives."""

import json
import subprocess
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from itertools import chain
from pathlib import Path
from typing import Any, Final, NamedTuple
from uuid import UUID

from django.conf import settings
from django.db import connection

from config.errors.problems import Problem
from config.sql import Queries
from geo.tables.blank_cells import is_blank
from geo.tables.column_titles import build_title_key
from geo.tables.csv_text import has_more_lines
from geo.tables.launcher import explain_exit, require_pipe, run_reader_child, send_message
from registry.imports.columns import BY_KEY, COLUMNS
from registry.imports.headers import Header, Mapped, Worksheet, match_header
from registry.imports.messages import describe_file_error
from registry.imports.queries import find_column_mapping, list_mapped_titles

SQL = Queries(__file__, "imports.sql")
BLOCK = 256 * 1024
MAX_REASON = 64 * 1024


class TooManyRows(Exception):
    """Signal a file with more rows than are read while the caller waits."""


def _build_child_error(process: subprocess.Popen) -> Exception:
    """Return the exception that tells why the child process stopped."""
    said = require_pipe(process.stderr).read(MAX_REASON)
    code, details = explain_exit(said, process.wait())
    if code == "trop_long":
        return TooManyRows()
    return _build_file_problem(code, details)


def _build_file_problem(code: str, details: dict[str, Any]) -> Problem:
    sentence = describe_file_error(code, details)
    return Problem("VALIDATION_ERROR", sentence, {"file": [sentence]})


def _create_staging_tables(header: Header) -> list[str]:
    """Create the staging table and return its columns for the cells that are read.

    It has every column of the catalogue, and the columns without a field that are read.
    """
    known = [column.name for column in COLUMNS]
    staged = header.staged
    texts = ", ".join(f"{name} text" for name in (*known, *(name for name in staged if name not in known)))
    with connection.cursor() as cursor:
        cursor.execute(SQL["drop_tables"])
        cursor.execute(SQL["create_tables"])
        cursor.execute(f"CREATE TEMP TABLE import_brut (ligne integer, faute text, {texts}) ON COMMIT DROP")
    return staged


def stage_rows(names: Sequence[str], batches: Iterable[Iterable[Sequence[Any]]]) -> Header:
    """Copy rows that do not come from a file to `import_brut`: (line, fault or None, the cells of `names`).

    Blank cells become null. Call it inside a transaction.
    """
    header = match_header(names)
    copy_in = f"COPY import_brut (ligne, faute, {', '.join(_create_staging_tables(header))}) FROM STDIN"
    with connection.cursor() as cursor:
        for batch in batches:
            with cursor.copy(copy_in) as copy:
                for line, fault, *cells in batch:
                    copy.write_row((line, fault, *(None if is_blank(cell) else cell for cell in cells)))
        cursor.execute("ANALYZE import_brut")
    return header


class OpenedFile(NamedTuple):
    """Hold a file that is being read: its header, and its rows as blocks in COPY's text format."""

    header: Header
    blocks: Iterator[bytes]


def _iterate_blocks(process: subprocess.Popen, expected: int, at: Any) -> Iterator[bytes]:
    out = require_pipe(process.stdout)
    done = 0
    while block := out.read(BLOCK):
        yield block
        done += block.count(b"\n")
        if at:
            at(min(done, expected), expected)
    if process.wait() != 0:
        raise _build_child_error(process)
    if not done:
        raise _build_file_problem("sans_ligne", {})


@dataclass(frozen=True)
class HeaderChoices:
    """Hold the user's choices for the columns of a file.

    `mapping` are those for this file; `user` is the one whose earlier choices apply. Columns without a field are read
    too, up to `columns` in total.
    """

    mapping: Mapped = field(default_factory=dict)
    user: UUID | None = None
    columns: int = 0

    def match(self, head: dict[str, Any]) -> Header:
        """Match the header that the child process read. Raises VALIDATION_ERROR."""
        names = head["colonnes"]
        remembered = find_column_mapping(self.user, names)
        header = match_header(
            names, head["signes"], manual=self.mapping, remembered=remembered, examples=head["exemples"]
        )
        return header.reading(self.columns)

    def list_titles(self) -> list[str]:
        """List the keys of titles that identify a sheet of households: the catalogue's, and those chosen by hand."""
        chosen = (title for title, name in self.mapping.items() if name)
        # The key of a title without letters and digits would equal that of every empty cell.
        return [*BY_KEY, *filter(None, map(build_title_key, chain(chosen, list_mapped_titles(self.user))))]


NO_CHOICES: Final = HeaderChoices()


def _build_worksheet(told: dict[str, Any]) -> Worksheet:
    return Worksheet(
        told["name"], tuple(told["unread"]), tuple(told["alike"]), told["is_expected"],
        tuple(told["hidden"]), tuple((code, line, place, value, other) for code, line, place, value, other in told["notes"]),
    )  # fmt: skip


@contextmanager
def open_household_file(
    path: Path,
    *,
    text: bool,
    choices: HeaderChoices = NO_CHOICES,
    sheet: str | None = None,
    at: Any = None,
    most: int | None = None,
    first: int | None = None,
) -> Iterator[OpenedFile]:
    """Read the file at `path`: a CSV when `text`, else the named sheet of a workbook, or the first one with households.

    With `first` only that many rows are read. If the header has questions, the rows must not be used. `at(done, total)`
    is called with the progress in rows. Raises VALIDATION_ERROR when the file cannot be read, and TooManyRows when it has
    more than `most` rows, either at once or while the blocks are read. With `most` or `first` a caller waits for the
    result: RATE_LIMITED is raised when too many files are already being read.
    """
    if text and most is not None and has_more_lines(path, most):
        raise TooManyRows()
    asked: dict[str, Any] = {
        "awaited_rows": most, "first": first, "failures": True, "max_columns": settings.UPLOAD_MAX_TITLES,
        "layer": None if text else sheet, "titles": [] if text else choices.list_titles(),
    }  # fmt: skip
    patient = most is None and first is None
    with run_reader_child("registry.imports.child", path, asked, patient=patient, texte=text) as process:
        head = require_pipe(process.stdout).readline()
        if not head.endswith(b"\n"):
            raise _build_child_error(process)
        told: dict[str, Any] = json.loads(head)
        header = choices.match(told)
        if told["feuille"]:
            header = replace(header, sheet=_build_worksheet(told["feuille"]))
        send_message(process, header.read)
        yield OpenedFile(header, _iterate_blocks(process, told["lignes"], at))


def copy_blocks(header: Header, blocks: Iterable[bytes]) -> None:
    """Copy the blocks of a sheet, or of a part of one, to `import_brut`. Call it inside a transaction."""
    names = ", ".join(_create_staging_tables(header))
    with connection.cursor() as cursor:
        with cursor.copy(f"COPY import_brut (ligne, faute, {names}) FROM STDIN WITH (NULL '')") as copy:
            for block in blocks:
                copy.write(block)
        cursor.execute("ANALYZE import_brut (ligne, code_menage, region, secteur, tabanca)")


def stage_file(path: Path, *, text: bool, **how: Any) -> Header:
    """Copy a whole file to `import_brut`, read as by `open_household_file`; return its header. Call it inside a transaction.

    If the header has questions, no row is staged.
    """
    with open_household_file(path, text=text, **how) as sheet:
        if not sheet.header.questions:
            copy_blocks(sheet.header, sheet.blocks)
        return sheet.header
