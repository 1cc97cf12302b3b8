"""Copy a file to the staging table: a child process reads it, and COPY takes its output as it arrives."""

import json
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from itertools import chain
from pathlib import Path
from typing import Any, Final, NamedTuple
from uuid import UUID

from django.conf import settings
from django.db import connection

from config.sql import Queries
from geo.import_engine import staging
from geo.import_engine.deposits import TooManyRows
from geo.import_engine.progress import ReportProgress, ignore_progress
from geo.import_engine.reader import convert_unreadable_file, iterate_output, read_head
from geo.tables.blank_cells import is_blank
from geo.tables.column_titles import build_title_key
from geo.tables.csv_text import has_more_lines
from geo.tables.launcher import run_reader_child, send_message
from registry.imports.definition.columns import BY_KEY, COLUMNS
from registry.imports.definition.header import (
    INSTRUCTIONS_SHEET,
    LISTS_SHEET,
    ColumnChoices,
    Header,
    Worksheet,
    match_header,
)
from registry.imports.definition.messages import FILE_MESSAGES
from registry.imports.mappings.queries import find_column_mapping, list_mapped_titles

SQL: Final = Queries(__file__, "staging.sql")
TABLES: Final = (
    "import_lieu",
    "import_tel",
    "import_connu",
    "import_hors",
    "import_touche",
    "import_secteur",
    "import_ancien",
    "import_morceau",
    "import_pays",
    "import_prefixe",
    "import_change",
)


@dataclass(frozen=True)
class HeaderChoices:
    """Hold the user's choices for the columns of a file.

    `mapping` are those for this file; `user` is the one whose earlier choices apply. Columns without a field are read
    too, up to `max_columns` in total. `needs_codes`: a file without a column of codes is asked about.
    """

    mapping: ColumnChoices = field(default_factory=dict)
    user: UUID | None = None
    max_columns: int = 0
    needs_codes: bool = True

    def match_header(self, head: dict[str, Any]) -> Header:
        """Match the header that the child process read. Raises VALIDATION_ERROR."""
        names = head["colonnes"]
        remembered = find_column_mapping(self.user, names)
        header = match_header(
            names,
            head["signes"],
            manual=self.mapping,
            remembered=remembered,
            examples=head["exemples"],
            needs_codes=self.needs_codes,
        )
        return header.with_unmapped_columns(self.max_columns)

    def list_titles(self) -> list[str]:
        """List the keys of titles that identify a sheet of households: the catalogue's, and those chosen by hand."""
        chosen = (title for title, name in self.mapping.items() if name)
        # The key of a title without letters and digits would equal that of every empty cell.
        return [*BY_KEY, *filter(None, map(build_title_key, chain(chosen, list_mapped_titles(self.user))))]


NO_CHOICES: Final = HeaderChoices()


class OpenedFile(NamedTuple):
    """Hold a file that is being read: its header, and its rows as blocks in COPY's text format."""

    header: Header
    blocks: Iterator[bytes]


def _build_worksheet(head: dict[str, Any]) -> Worksheet:
    return Worksheet(
        head["name"],
        tuple(head["unread"]),
        # Titles of the choices are those of columns, too.
        tuple(name for name in head["alike"] if name not in (LISTS_SHEET, INSTRUCTIONS_SHEET)),
        head["is_expected"],
        tuple(head["hidden"]),
        tuple((code, line, place, value, other) for code, line, place, value, other in head["notes"]),
    )


@contextmanager
def open_household_file(
    path: Path,
    *,
    text: bool,
    choices: HeaderChoices = NO_CHOICES,
    sheet: str | None = None,
    report: ReportProgress = ignore_progress,
    awaited_rows: int | None = None,
    first: int | None = None,
) -> Iterator[OpenedFile]:
    """Read the file at `path`: a CSV when `text`, else the named sheet of a workbook, or the first one with households.

    With `first` only that many rows are read. If the header has questions, the rows must not be used. `report` is
    called with the progress in rows. Raises VALIDATION_ERROR when the file cannot be read, and TooManyRows when it has
    more than `awaited_rows` rows, either at once or while the blocks are read. With `awaited_rows` or `first` a caller
    waits for the result: RATE_LIMITED is raised when too many files are already being read.
    """
    if text and awaited_rows is not None and has_more_lines(path, awaited_rows):
        raise TooManyRows
    options: dict[str, Any] = {
        "awaited_rows": awaited_rows,
        "first": first,
        "failures": True,
        "max_columns": settings.UPLOAD_MAX_TITLES,
        "layer": None if text else sheet,
        "titles": [] if text else choices.list_titles(),
    }
    patient = awaited_rows is None and first is None
    module = "registry.imports.definition.table_child"
    with (
        convert_unreadable_file(FILE_MESSAGES),
        run_reader_child(module, path, options, patient=patient, texte=text) as process,
    ):
        head: dict[str, Any] = json.loads(read_head(process))
        header = choices.match_header(head)
        if head["feuille"]:
            header = replace(header, sheet=_build_worksheet(head["feuille"]))
        send_message(process, header.read)
        yield OpenedFile(header, iterate_output(process, head["lignes"], report))


def _create_tables(header: Header) -> list[str]:
    """Create the staging tables and return the columns of `import_raw` for the cells that are read.

    It has every column of the catalogue, and the columns without a field that are read.
    """
    names = dict.fromkeys([*(column.name for column in COLUMNS), *header.staged_columns])
    staging.create_tables(dict.fromkeys(names, "text"), TABLES)
    SQL.execute("create_tables")
    return header.staged_columns


def drop_tables() -> None:
    """Drop the tables of an import before its transaction ends."""
    staging.drop_tables(TABLES)


def stage_rows(names: Sequence[str], batches: Iterable[Iterable[Sequence[Any]]]) -> Header:
    """Copy rows that do not come from a file to `import_raw`: (line, fault or None, the cells of `names`).

    Blank cells become null. Call it inside a transaction.
    """
    header = match_header(names)
    columns = _create_tables(header)
    for batch in batches:
        rows = ((line, fault, *(None if is_blank(cell) else cell for cell in cells)) for line, fault, *cells in batch)
        staging.copy_records(columns, rows)
    with connection.cursor() as cursor:
        cursor.execute("ANALYZE import_raw")
    return header


def stage_blocks(header: Header, blocks: Iterable[bytes]) -> None:
    """Copy the blocks of a sheet, or of a part of one, to `import_raw`. Call it inside a transaction."""
    staging.copy_blocks(_create_tables(header), blocks)
    with connection.cursor() as cursor:
        cursor.execute("ANALYZE import_raw (ligne, code_menage, region, secteur, tabanca)")


def stage_file(path: Path, *, text: bool, **how: Any) -> Header:
    """Copy a whole file to `import_raw`, read as by `open_household_file`; return its header.

    Call it inside a transaction. If the header has questions, no row is staged.
    """
    with open_household_file(path, text=text, **how) as sheet:
        if not sheet.header.questions:
            stage_blocks(sheet.header, sheet.blocks)
        return sheet.header


def keep_first_rows(count: int) -> bool:
    """Delete all but the first staged rows; return whether there were more."""
    return SQL.execute("keep_first_rows", {"most": count}) > 0
