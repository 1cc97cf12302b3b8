"""From a file to a staging table: the child process reads, COPY takes its output as it comes."""

import json
import subprocess
import sys
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import IO, Any

from django.conf import settings
from django.db import connection

from config.api.problems import Problem
from config.sql import Queries
from registry.imports.columns import COLUMNS, Header, match
from registry.imports.messages import file_fault

SQL = Queries(__file__, "imports.sql")
BLOCK = 256 * 1024
MAX_REASON = 64 * 1024


class TooMany(Exception):
    """The file has more rows than are read while the caller waits."""


def _request(path: Path, text: bool, most: int | None) -> bytes:
    asked = {
        "fichier": str(path.resolve()),
        "texte": text,
        "memoire": settings.IMPORT_CHILD_MAX_BYTES,
        "secondes": settings.IMPORT_CHILD_SECONDS,
        "max_sortie": 4 * settings.SHEET_MAX_INFLATED_BYTES,
        "options": {
            "max_columns": settings.UPLOAD_MAX_COLUMNS,
            "max_rows": settings.UPLOAD_MAX_ROWS,
            "max_inflated": settings.SHEET_MAX_INFLATED_BYTES,
            "most": most,
        },
    }
    return json.dumps(asked).encode()


@contextmanager
def _child(path: Path, text: bool, most: int | None) -> Iterator[subprocess.Popen]:
    """The running reader; it is gone when the block ends, however that is. It sees no secret and no address."""
    process = subprocess.Popen(
        [sys.executable, "-m", "registry.imports.child"],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        cwd=settings.BASE_DIR,
        env={"PYTHONPATH": str(settings.BASE_DIR), "PYTHONDONTWRITEBYTECODE": "1", "LANG": "C.UTF-8"},
    )
    try:
        stdin = _pipe(process.stdin)
        stdin.write(_request(path, text, most))
        stdin.close()
        yield process
    finally:
        process.kill()
        process.wait()
        for pipe in (process.stdin, process.stdout, process.stderr):
            _pipe(pipe).close()


def _pipe(pipe: IO[bytes] | None) -> IO[bytes]:
    if pipe is None:
        raise TypeError("the child has no pipe")
    return pipe


def _refusal(process: subprocess.Popen) -> Exception:
    """Why the child stopped: its own words, or its limits when it died without any."""
    try:
        reason = json.loads(_pipe(process.stderr).read(MAX_REASON))
        code, details = reason["erreur"], reason["details"]
    except (ValueError, KeyError, TypeError):
        code, details = "memoire", {}
    if code == "trop_long":
        return TooMany()
    return _refused(code, details)


def _refused(code: str, details: dict[str, Any]) -> Problem:
    sentence = file_fault(code, details)
    return Problem("VALIDATION_ERROR", sentence, {"file": [sentence]})


def is_text(path: Path) -> bool:
    """Whether a file is to be read as CSV: it is neither a zip nor an OLE document."""
    with path.open("rb") as file:
        return not file.read(4).startswith((b"PK\x03\x04", b"\xd0\xcf\x11\xe0"))


def _create(header: Header) -> list[str]:
    """Make the staging table: every column of the catalogue, and the file's own unknown ones."""
    known = [column.name for column in COLUMNS]
    staged = header.staged
    texts = ", ".join(f"{name} text" for name in (*known, *(name for name in staged if name not in known)))
    with connection.cursor() as cursor:
        cursor.execute(SQL["drop_tables"])
        cursor.execute(SQL["create_tables"])
        cursor.execute(f"CREATE TEMP TABLE import_brut (ligne integer, faute text, {texts}) ON COMMIT DROP")
    return staged


def stage_rows(names: Sequence[str], batches: Iterable[Iterable[Sequence[Any]]]) -> Header:
    """Put rows that did not come as a file into `import_brut`: (line, fault or None, the cells of `names`).

    Blank cells are null. To be called inside a transaction.
    """
    header = match(names)
    copy_in = f"COPY import_brut (ligne, faute, {', '.join(_create(header))}) FROM STDIN"
    with connection.cursor() as cursor:
        for batch in batches:
            with cursor.copy(copy_in) as copy:
                for line, fault, *cells in batch:
                    copy.write_row((line, fault, *(cell or None for cell in cells)))
        cursor.execute("ANALYZE import_brut")
    return header


def stage(path: Path, *, text: bool, at: Any = None, most: int | None = None) -> Header:
    """Read the file at `path` (CSV when `text`, else a workbook) into `import_brut`; answer its header.

    `at(done, total)` hears of the progress in rows. Raises VALIDATION_ERROR when the file cannot be read, TooMany
    when it has more than `most` rows. To be called inside a transaction.
    """
    with _child(path, text, most) as process:
        out = _pipe(process.stdout)
        first = out.readline()
        if not first.endswith(b"\n"):
            raise _refusal(process)
        opened: dict[str, Any] = json.loads(first)
        header = match(opened["colonnes"])
        names = ", ".join(_create(header))
        done = 0
        with connection.cursor() as cursor:
            copy_in = f"COPY import_brut (ligne, faute, {names}) FROM STDIN WITH (NULL '')"
            with cursor.copy(copy_in) as copy:
                while block := out.read(BLOCK):
                    copy.write(block)
                    done += block.count(b"\n")
                    if at:
                        at(min(done, opened["lignes"]), opened["lignes"])
            if process.wait() != 0:
                raise _refusal(process)
            if not done:
                raise _refused("sans_ligne", {})
            cursor.execute("ANALYZE import_brut (ligne, code_menage, region, secteur, tabanca)")
    return header
