"""The parent's side of reading: starts the child process, waits, and holds its answer."""

import json
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from django.conf import settings

from config.api.problems import Problem
from geo.imports.child import kind_of
from geo.imports.messages import file_error
from geo.imports.options import Options
from geo.imports.sandbox import Unreadable

# A proxy that nobody listens to: a file that names an address (a CRS by link) reaches nothing.
NOWHERE = "http://127.0.0.1:9"
MAX_VERTICES = 1_000_000


@dataclass
class Extract:
    """A file that was read: where its rows lie in COPY's text format, and what is known of it."""

    rows: Path
    columns: list[str]
    count: int
    format: str
    located: bool
    crs: str | None
    layer: str | None
    notices: list[str]


def _environment() -> dict[str, str]:
    """Only what the child needs: no address of the database, no secret."""
    return {
        "PYTHONPATH": str(settings.BASE_DIR),
        "PYTHONDONTWRITEBYTECODE": "1",
        "LANG": "C.UTF-8",
        "OPENBLAS_NUM_THREADS": "1",
        "OMP_NUM_THREADS": "1",
        "GDAL_HTTP_PROXY": NOWHERE,
        "GDAL_HTTP_MAX_RETRY": "0",
        "PROJ_NETWORK": "OFF",
        "http_proxy": NOWHERE,
        "https_proxy": NOWHERE,
    }


def _request(path: Path, folder: Path, options: Options) -> dict[str, Any]:
    return {
        "fichier": str(path.resolve()),
        "dossier": str(folder),
        "sortie": str(folder / "lignes"),
        "memoire": settings.IMPORT_CHILD_MAX_BYTES,
        "secondes": settings.IMPORT_CHILD_SECONDS,
        "max_sortie": 4 * settings.SHEET_MAX_INFLATED_BYTES,
        "options": {
            "layer": options.layer,
            "encoding": options.encoding,
            "crs": options.crs,
            "max_columns": settings.UPLOAD_MAX_COLUMNS,
            "max_rows": settings.UPLOAD_MAX_ROWS,
            "max_inflated": settings.SHEET_MAX_INFLATED_BYTES,
            "max_vertices": MAX_VERTICES,
        },
    }


def _answer(request: dict[str, Any]) -> dict[str, Any]:
    """What the child says. A child that was killed by its limits, or died, says why through its end."""
    try:
        table = kind_of(Path(request["fichier"])) in ("csv", "xls", "xlsx")
    except Unreadable as error:
        return {"erreur": error.code, "details": error.details}
    module = "geo.imports.table_child" if table else "geo.imports.layer_child"
    try:
        done = subprocess.run(  # noqa: S603 - our own module; the file is named in the request, not the command
            [sys.executable, "-m", module],
            input=json.dumps(request).encode(),
            capture_output=True,
            cwd=request["dossier"],
            env=_environment(),
            timeout=2 * request["secondes"],
            check=False,
        )
    except subprocess.TimeoutExpired:
        return {"erreur": "temps", "details": {}}
    try:
        return json.loads(done.stdout.splitlines()[-1])
    except (IndexError, ValueError):
        return {"erreur": "memoire", "details": {}}


@contextmanager
def extracted(path: Path, options: Options) -> Iterator[Extract]:
    """Read `path`; its rows are there as long as the block runs. Raises VALIDATION_ERROR with the reason."""
    with tempfile.TemporaryDirectory(prefix="import-") as name:
        request = _request(path, Path(name), options)
        answer = _answer(request)
        if "erreur" in answer:
            raise _refused(answer)
        yield Extract(
            rows=Path(request["sortie"]),
            columns=answer["colonnes"],
            count=answer["lignes"],
            format=answer["format"],
            located=answer["geometrie"],
            crs=answer.get("crs"),
            layer=answer.get("couche"),
            notices=answer["avis"],
        )


def _refused(answer: dict[str, Any]) -> Problem:
    sentence = file_error(answer["erreur"], answer["details"])
    return Problem("VALIDATION_ERROR", sentence, {"file": [sentence]})
