"""Run the child process that reads a file, and hold its result. Runs in the parent."""

import json
import subprocess
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

from django.conf import settings

from geo.imports.messages import build_file_problem
from geo.imports.options import ImportOptions
from geo.tables.formats import recognise_format
from geo.tables.launcher import FOLDER_PREFIX, explain_exit, run_reader_child
from geo.tables.sandbox import UnreadableFile

LATER_SECONDS: Final = 5


@dataclass
class ExtractedFile:
    """Hold a file that was read: the path of its rows in COPY's text format, and facts about it."""

    rows: Path
    columns: list[str]
    count: int
    format: str
    located: bool
    crs: str | None
    layer: str | None
    notices: list[str]


def _choose_child_module(path: Path) -> str:
    """Return the child module that reads `path`: GDAL is loaded only where it is needed."""
    table = recognise_format(path) in ("csv", "xls", "xlsx")
    return "geo.imports.table_child" if table else "geo.imports.layer_child"


def _read_child_result(path: Path, options: ImportOptions, folder: Path, patient: bool) -> dict[str, Any]:
    """Return the result of the child.

    Raises UnreadableFile; for a killed child the reason is the limit that it exceeded.
    """
    asked = {
        "layer": options.layer, "encoding": options.encoding, "crs": options.crs,
        "max_vertices": settings.IMPORT_MAX_VERTICES, "failures": True,
    }  # fmt: skip
    places = {"sortie": str(folder / "lignes"), "duree": settings.IMPORT_CHILD_WALL_SECONDS}
    with run_reader_child(_choose_child_module(path), path, asked, patient=patient, folder=folder, **places) as process:
        try:
            # The child ends itself before that; this is for one that does not.
            said, reason = process.communicate(timeout=settings.IMPORT_CHILD_WALL_SECONDS + LATER_SECONDS)
        except subprocess.TimeoutExpired as error:
            raise UnreadableFile("temps") from error
    if process.returncode:
        code, details = explain_exit(reason, process.returncode)
        raise UnreadableFile(code, **details)
    return json.loads(said)


def _find_refused_field(code: str, options: ImportOptions) -> str:
    """Return the option that the caller gave and a refusal concerns, else `file`."""
    if code.startswith("crs") and options.crs:
        return "crs"
    return "encoding" if code.startswith("encodage") and options.encoding else "file"


@contextmanager
def extract_file(path: Path, options: ImportOptions, *, patient: bool = True) -> Iterator[ExtractedFile]:
    """Read `path` and yield the result; the file of its rows exists only within the block.

    Raises VALIDATION_ERROR with the reason, and RATE_LIMITED for a caller who is not `patient` when too many files are
    being read.
    """
    with tempfile.TemporaryDirectory(prefix=FOLDER_PREFIX) as name:
        try:
            answer = _read_child_result(path, options, Path(name), patient)
        except UnreadableFile as error:
            raise build_file_problem(error.code, error.details, _find_refused_field(error.code, options)) from error
        yield ExtractedFile(
            rows=Path(name) / "lignes",
            columns=answer["colonnes"],
            count=answer["lignes"],
            format=answer["format"],
            located=answer["geometrie"],
            crs=answer.get("crs"),
            layer=answer.get("couche"),
            notices=answer["avis"],
        )
