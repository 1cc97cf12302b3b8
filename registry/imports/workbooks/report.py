"""Build the validation report: the rows of a file as a workbook, with marked cells and the issues in words."""

import tempfile
from collections.abc import Iterator
from pathlib import Path
from typing import IO, Any, Final

from django.conf import settings
from django.db import connection, transaction
from django.utils.translation import gettext as _
from openpyxl import Workbook
from openpyxl.cell import WriteOnlyCell
from openpyxl.styles import Font, PatternFill
from openpyxl.utils import get_column_letter

from geo.import_engine.issues import ERROR, WARNING, count_issues, count_issues_by_column, list_issues_between
from registry.households.api import tune_transaction
from registry.imports.checking.services import CHECKS, check_staged_rows, record_file_issues
from registry.imports.checking.types import RowCounts
from registry.imports.definition.column_labels import COLUMN_LABELS
from registry.imports.definition.header import Header
from registry.imports.definition.messages import TITLE_CODES, describe_issue
from registry.imports.doubts.services import record_doubts
from registry.imports.staging.services import HeaderChoices, drop_tables, keep_first_rows, stage_file
from registry.imports.types import ImportOptions
from registry.imports.workbooks.cells import MAX_TEXT, make_cell, make_comment

MAX_COMMENTS: Final = 2_000
BLOCK: Final = 2_000
COLOURS: Final = {
    ERROR: PatternFill("solid", fgColor="F4B6A6"),
    WARNING: PatternFill("solid", fgColor="FBE7A1"),
}
HEAD: Final = PatternFill("solid", fgColor="1F5F4A")
WHITE: Final = Font(bold=True, color="FFFFFF")
RowIssues = dict[str | None, tuple[str, str]]


def _group_issues_by_cell(box: dict[str, Any], first: int, last: int) -> dict[int, RowIssues]:
    """Return line -> column -> (severity, messages). The worse severity colours the cell."""
    found: dict[int, RowIssues] = {}
    for issue in list_issues_between(first, last):
        cells = found.setdefault(issue.line or first, {})
        severity, before = cells.get(issue.column, (issue.severity, ""))
        severity = ERROR if ERROR in (severity, issue.severity) else severity
        cells[issue.column] = (severity, f"{before}{describe_issue(issue, box)} ")
    return found


def _iterate_rows(header: Header) -> Iterator[tuple]:
    with connection.cursor() as cursor:
        cursor.execute(
            f"DECLARE report CURSOR FOR SELECT ligne, {', '.join(header.staged_columns)} FROM import_raw ORDER BY ligne"
        )
        while True:
            cursor.execute(f"FETCH {BLOCK} FROM report")
            rows = cursor.fetchall()
            if not rows:
                break
            yield from rows
        cursor.execute("CLOSE report")


def _stage_first_rows(path: Path, text: bool, options: ImportOptions) -> tuple[Header, int | None]:
    """Stage at most SYNCHRONOUS_MAX_ROWS rows; return the header, and that limit if the file has more rows."""
    max_rows = settings.SYNCHRONOUS_MAX_ROWS
    choices = HeaderChoices(
        options.mapping, options.user, settings.UPLOAD_MAX_COLUMNS, needs_codes=not options.assigns_codes
    )
    header = stage_file(path, text=text, choices=choices, sheet=options.sheet, first=max_rows + 1)
    header.require_answers()
    return header, max_rows if keep_first_rows(max_rows) else None


class _RowSheet:
    """Write the sheet of rows: all, or with `wanted` those that have an issue of this severity."""

    def __init__(self, book: Workbook, header: Header, wanted: str | None = None) -> None:
        self.sheet = book.create_sheet(_("lignes"))
        self.header = header
        self.wanted = wanted
        self.names = dict(zip(header.staged_columns, header.read_titles, strict=True))
        self.comments = self.rows = 0
        for place in range(1, len(header.read_titles) + 2):
            self.sheet.column_dimensions[get_column_letter(place)].width = 18
        self.sheet.column_dimensions[get_column_letter(len(header.read_titles) + 2)].width = 90
        self.sheet.freeze_panes = "B2"
        titles = [make_cell(self.sheet, name) for name in (_("ligne"), *header.read_titles, _("problèmes"))]
        for title in titles:
            title.fill, title.font = HEAD, WHITE
        self.sheet.append(titles)

    def _build_cell(self, value: str | None, marked: bool) -> Any:
        """Return the content of a cell: a cell object only where it is needed, since those are slow."""
        plain = value is None or (value.isprintable() and not value.startswith("=") and len(value) < MAX_TEXT)
        return value if plain and not marked else make_cell(self.sheet, value)

    def append_row(self, line: int, values: tuple, problems: RowIssues) -> None:
        if self.wanted and self.wanted not in {severity for severity, _text in problems.values()}:
            return
        cells: list[Any] = [
            self._build_cell(value, column in problems)
            for value, column in zip(values, self.header.staged_columns, strict=True)
        ]
        for cell, column in zip(cells, self.header.staged_columns, strict=True):
            if column in problems:
                severity, text = problems[column]
                cell.fill = COLOURS[severity]
                self.comments += 1
                if self.comments <= MAX_COMMENTS:
                    cell.comment = make_comment(text.strip(), height=90, width=280)
        order = [None, *self.header.staged_columns]
        named = sorted(problems.items(), key=lambda item: order.index(item[0]) if item[0] in order else len(order))
        summary = "\n".join(f"{self._name(column)} : {text.strip()}" for column, (_severity, text) in named)
        number = WriteOnlyCell(self.sheet, line)
        if problems:
            severities = {severity for severity, _text in problems.values()}
            number.fill = COLOURS[ERROR if ERROR in severities else WARNING]
        self.sheet.append([number, *cells, make_cell(self.sheet, summary)])
        self.rows += 1

    def _name(self, column: str | None) -> str:
        """Return the title of a column as the file writes it, or the label of one that it lacks."""
        if column is None:
            return _("ligne")
        return self.names.get(column) or str(COLUMN_LABELS.get(column, column))

    def add_filter(self) -> None:
        """Let the reader choose the rows with problems: their column is the last."""
        last = get_column_letter(len(self.header.read_titles) + 2)
        self.sheet.auto_filter.ref = f"A1:{last}{self.rows + 1}"

    def append_note(self, text: str) -> None:
        """Append a last line that is not a row of the file."""
        self.sheet.append([_make_note(self.sheet, text)])


def _make_note(sheet: Any, text: str) -> Any:
    cell = make_cell(sheet, text)
    cell.font, cell.fill = Font(bold=True), COLOURS[WARNING]
    return cell


def describe_cut(max_rows: int) -> str:
    """Describe that the report ends before the file does."""
    return _(
        "Le fichier a plus de %(max)d lignes : seules les %(max)d premières sont vérifiées ici. Pour toutes, "
        "vérifiez-le dans la page d'import, ou découpez-le."
    ) % {"max": max_rows}


def _write_summary(book: Workbook, header: Header, cut_at: int | None, box: dict[str, Any]) -> None:
    sheet = book.create_sheet(_("résumé"))
    sheet.column_dimensions["A"].width = 60
    rows, issues = CHECKS.fetch_object(RowCounts, "count_rows"), count_issues()
    title = make_cell(sheet, _("Rapport de validation"))
    title.font = Font(bold=True, size=14)
    sheet.append([title])
    for name, value in (
        (_("Lignes"), rows.total),
        (_("Ménages différents"), rows.households),
        (_("Lignes en erreur (elles ne seront pas importées)"), rows.error_rows),
        (_("Erreurs"), issues.errors),
        (_("Avertissements"), issues.warnings),
    ):
        sheet.append([name, value])
    if header.sheet:
        sheet.append([_("Feuille lue"), make_cell(sheet, header.sheet.name)])
        sheet.append([_("Feuilles non lues"), make_cell(sheet, ", ".join(header.sheet.unread))])
        if header.sheet.hidden:
            sheet.append([_("Feuilles masquées, non lues"), make_cell(sheet, ", ".join(header.sheet.hidden))])
    # Issues of the whole file are at the line of the titles.
    for issue in list_issues_between(1, 1):
        if issue.code not in TITLE_CODES:
            sheet.append([make_cell(sheet, describe_issue(issue, box))])
    if header.unknown_titles:
        sheet.append([_("Colonnes inconnues, laissées de côté"), make_cell(sheet, ", ".join(header.unknown_titles))])
    for name, taken in header.duplicate_titles:
        text = _("« %(name)s », qui dit la même chose que « %(taken)s »") % {"name": name, "taken": taken}
        sheet.append([_("Colonne laissée de côté"), make_cell(sheet, text)])
    if cut_at:
        sheet.append([describe_cut(cut_at)])
    sheet.append([])
    sheet.append([_("Problèmes par colonne"), _("Nombre")])
    for column, count in count_issues_by_column():
        sheet.append([make_cell(sheet, column or _("ligne")), count])


@transaction.atomic
def build_validation_report(
    path: Path, *, text: bool, options: ImportOptions, is_correction: bool = False
) -> IO[bytes]:
    """Return the validation report on the first SYNCHRONOUS_MAX_ROWS rows of a file, as an open file.

    It tells when the file has more rows. A correction has only the rows with errors, else those with warnings, and
    tells it on a second sheet: it can be put right and imported as it is. Nothing is written to the registry. Raises
    VALIDATION_ERROR when the file cannot be read.
    """
    tune_transaction()
    header, cut_at = _stage_first_rows(path, text, options)
    box, doubts = check_staged_rows(header, options, lambda share: None)
    record_file_issues(header)
    record_doubts(doubts, options)
    book = Workbook(write_only=True)
    wanted = (ERROR if CHECKS.fetch_object(RowCounts, "count_rows").error_rows else WARNING) if is_correction else None
    sheet = _RowSheet(book, header, wanted)
    waiting: list[tuple] = []
    for row in _iterate_rows(header):
        waiting.append(row)
        if len(waiting) == BLOCK:
            _write_waiting_rows(sheet, waiting, box)
    _write_waiting_rows(sheet, waiting, box)
    sheet.add_filter()
    if not is_correction:
        if cut_at:
            sheet.append_note(describe_cut(cut_at))
        _write_summary(book, header, cut_at, box)
    elif cut_at:
        # On a sheet of its own, which an import leaves unread: on that of the rows it would be imported as one.
        note = book.create_sheet(_("résumé"))
        note.append([_make_note(note, describe_cut(cut_at))])
    drop_tables()
    out = tempfile.TemporaryFile()  # noqa: SIM115 - the response closes it
    book.save(out)
    out.seek(0)
    return out


def _write_waiting_rows(sheet: _RowSheet, waiting: list[tuple], box: dict[str, Any]) -> None:
    if waiting:
        found = _group_issues_by_cell(box, waiting[0][0], waiting[-1][0])
        for line, *values in waiting:
            sheet.append_row(line, tuple(values), found.get(line, {}))
        waiting.clear()
