"""Run the child process that reads a geographic file, and hold its result. Runs in the parent."""

import json
import subprocess
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Final

from django.conf import settings

from geo.import_engine.reader import build_reader_error
from geo.tables.formats import recognise_format
from geo.tables.launcher import FOLDER_PREFIX, run_reader_child
from geo.tables.sandbox import UnreadableFile

GRACE_SECONDS: Final = 5


@dataclass
class ExtractedFile:
    """Hold a file that was read: the path of its rows in COPY's text format, and facts about it."""

    rows: Path
    columns: list[str]
    count: int
    format: str = "XLSX"
    has_geometry: bool = False
    crs: str | None = None
    layer: str | None = None
    notices: list[str] = field(default_factory=list)


def _choose_child_module(path: Path) -> str:
    """Return the child module that reads `path`: GDAL is loaded only where it is needed."""
    is_table = recognise_format(path) in ("csv", "xls", "xlsx")
    return "geo.vector_files.table_child" if is_table else "geo.vector_files.layer_child"


def _read_child_result(path: Path, options: dict[str, Any], folder: Path, patient: bool) -> dict[str, Any]:
    """Return the result of the child.

    Raises UnreadableFile; for a killed child the reason is the limit that it exceeded.
    """
    options = options | {"max_vertices": settings.IMPORT_MAX_VERTICES, "failures": True}
    fields = {"sortie": str(folder / "lignes"), "duree": settings.IMPORT_CHILD_WALL_SECONDS}
    module = _choose_child_module(path)
    with run_reader_child(module, path, options, patient=patient, folder=folder, **fields) as process:
        try:
            # The child ends itself before that; this is for one that does not.
            output, reason = process.communicate(timeout=settings.IMPORT_CHILD_WALL_SECONDS + GRACE_SECONDS)
        except subprocess.TimeoutExpired as error:
            raise UnreadableFile("temps") from error
    if process.returncode:
        raise build_reader_error(reason, process.returncode)
    return json.loads(output)


@contextmanager
def extract_file(
    path: Path,
    *,
    layer: str | None,
    encoding: str | None,
    crs: str | None,
    patient: bool,
    max_rows: int | None = None,
    only_sheet: bool = False,
    parent: Path | None = None,
) -> Iterator[ExtractedFile]:
    """Read `path` and yield the result; the file of its rows exists only within the block.

    `max_rows` replaces the limit of the settings; with `only_sheet` a workbook has one sheet that is not empty, and
    nothing without a title: the rows are read to their end before. All that is written lies in a folder within `parent`.
    Raises UnreadableFile with the reason, and RATE_LIMITED for a caller who is not `patient` when too many files are being
    read.
    """
    with tempfile.TemporaryDirectory(prefix=FOLDER_PREFIX, dir=parent) as name:
        options: dict[str, Any] = {"layer": layer, "encoding": encoding, "crs": crs, "only_sheet": only_sheet}
        options |= {} if max_rows is None else {"max_rows": max_rows}
        result = _read_child_result(path, options, Path(name), patient)
        yield ExtractedFile(
            rows=Path(name) / "lignes",
            columns=result["colonnes"],
            count=result["lignes"],
            format=result["format"],
            has_geometry=result["geometrie"],
            crs=result.get("crs"),
            layer=result.get("couche"),
            notices=result["avis"],
        )
