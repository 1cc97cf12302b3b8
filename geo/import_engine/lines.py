"""Read the lines of a short file into memory, as a confined child process reads them: answers, attendance, users."""

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import Any, Final

from django.conf import settings
from django.utils.translation import gettext_lazy as lazy

from geo.import_engine import staging
from geo.import_engine.deposits import TooManyRows
from geo.import_engine.progress import ReportProgress, ignore_progress
from geo.import_engine.reader import (
    Messages,
    build_file_problem,
    convert_unreadable_file,
    iterate_output,
    read_head,
)
from geo.tables import messages as tables
from geo.tables.column_titles import build_title_key
from geo.tables.launcher import run_reader_child, send_message

# Reads titles and cells as they are written, whatever they mean.
CHILD: Final = "geo.import_engine.table_child"
# What a file of lines adds is why it is empty (`sans_ligne`).
LINE_FILE_ERRORS: Final = tables.FILE_ERRORS | {
    "titres": lazy("Le fichier n'a pas de colonne « %(colonnes)s ». Colonnes lues : %(titres)s."),
    "titre_double": lazy("Plusieurs colonnes du fichier sont « %(colonne)s » : %(titres)s. Gardez-en une."),
}


@dataclass(frozen=True)
class LineFile:
    """Describe a file of lines: the titles under which each column is known, those required, and why it is refused."""

    titles: Mapping[str, Sequence[str]]
    required: Sequence[str]
    max_lines: int
    messages: Messages

    @cached_property
    def columns(self) -> dict[str, str]:
        """Return the column that each title means, by the key of the title."""
        return {build_title_key(title): column for column, titles in self.titles.items() for title in titles}

    def match_titles(self, titles: Sequence[str]) -> dict[str, int]:
        """Return the place of each column among the titles of a file; others are left.

        Raises VALIDATION_ERROR when a required one is missing, or two are the same.
        """
        places: dict[str, int] = {}
        for place, title in enumerate(titles):
            column = self.columns.get(build_title_key(title))
            if column is None:
                continue
            if column in places:
                both = ", ".join((titles[places[column]], title))
                raise build_file_problem(self.messages, "titre_double", {"colonne": column, "titres": both})
            places[column] = place
        if missing := [column for column in self.required if column not in places]:
            found = {"colonnes": ", ".join(missing), "titres": ", ".join(titles)[:300]}
            raise build_file_problem(self.messages, "titres", found)
        return places


def read_lines(
    path: Path,
    file: LineFile,
    *,
    report: ReportProgress = ignore_progress,
    awaited_rows: int | None = None,
    patient: bool = False,
) -> list[dict[str, Any]]:
    """Return the lines by column, with `ligne` and `faute`. Must be called within a transaction.

    Raises VALIDATION_ERROR for a file that cannot be read or is too long, and TooManyRows when it has more than
    `awaited_rows`, if these are fewer than it may have.
    """
    options = {
        "awaited_rows": min(file.max_lines, awaited_rows or file.max_lines),
        "failures": True,
        "max_columns": settings.UPLOAD_MAX_TITLES,
        "titles": list(file.columns),
    }
    try:
        with (
            convert_unreadable_file(file.messages),
            run_reader_child(CHILD, path, options, patient=patient) as process,
        ):
            head: dict[str, Any] = json.loads(read_head(process))
            places = file.match_titles(head["colonnes"])
            send_message(process, list(places.values()))
            staging.create_tables({f'"{column}"': "text" for column in file.titles})
            staging.copy_blocks([f'"{column}"' for column in places], iterate_output(process, head["lignes"], report))
    except TooManyRows as error:
        if awaited_rows is not None and awaited_rows < file.max_lines:
            raise
        raise build_file_problem(file.messages, "lignes", {"max": file.max_lines}) from error
    lines = staging.fetch_lines([f'"{column}"' for column in file.titles])
    staging.drop_tables()
    return lines
