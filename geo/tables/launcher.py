"""Start the child processes that read files, within limits and few at a time. Runs in the parent."""

import fcntl
import json
import logging
import os
import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager, suppress
from pathlib import Path
from typing import IO, Any, Final

from django.conf import settings
from django.utils.translation import gettext as _

from config.errors.problems import Problem

# A proxy on which nothing listens: a file that names an address (a CRS by link) reaches nothing.
DEAD_PROXY: Final = "http://127.0.0.1:9"
logger = logging.getLogger("tabanca.files")
POLL_SECONDS: Final = 0.05
RETRY_SECONDS: Final = 15
# Folders with this prefix that a killed process leaves are cleaned up by accounts.files.jobs.
FOLDER_PREFIX: Final = "tabanca-import-"


# Signals by which the kernel ends a child at its time limits.
TIME_LIMIT_SIGNALS: Final = (-signal.SIGALRM, -signal.SIGXCPU)


def build_command(module: str, *arguments: str) -> list[str]:
    """Return the command that runs a child module."""
    return [sys.executable, "-m", module, *arguments]


def build_environment(folder: Path) -> dict[str, str]:
    """Return only the variables that the child needs: no database address, no secret."""
    return {
        "PYTHONPATH": str(settings.BASE_DIR),
        "TMPDIR": str(folder),
        "PYTHONDONTWRITEBYTECODE": "1",
        "LANG": "C.UTF-8",
        "OPENBLAS_NUM_THREADS": "1",
        "OMP_NUM_THREADS": "1",
        "GDAL_DRIVER_PATH": "disable",
        "CPL_VSIL_CURL_ALLOWED_FILENAME": "none",
        "OGR_SQLITE_PRAGMA": "trusted_schema=OFF",
        "GDAL_HTTP_PROXY": DEAD_PROXY,
        "GDAL_HTTP_MAX_RETRY": "0",
        "PROJ_NETWORK": "OFF",
        "http_proxy": DEAD_PROXY,
        "https_proxy": DEAD_PROXY,
    }


def _build_request(path: Path, folder: Path, fields: dict[str, Any], options: dict[str, Any]) -> dict[str, Any]:
    return {
        "fichier": str(path.resolve()),
        "dossier": str(folder),
        "protections": settings.READER_PROTECTIONS,
        "memoire": settings.IMPORT_CHILD_MAX_BYTES,
        "secondes": settings.IMPORT_CHILD_SECONDS,
        "duree": settings.IMPORT_STREAM_SECONDS,
        "max_sortie": 4 * settings.SHEET_MAX_INFLATED_BYTES,
        **fields,
        "options": {
            "max_columns": settings.UPLOAD_MAX_COLUMNS,
            "max_rows": settings.UPLOAD_MAX_ROWS,
            "max_inflated": settings.SHEET_MAX_INFLATED_BYTES,
            "awaited_rows": None,
            **options,
        },
    }


def _lock_free_slot(folder: Path) -> int | None:
    """Return a locked file descriptor of a free slot, or None.

    The kernel releases the lock with the process that holds it, however that ends.
    """
    for number in range(settings.IMPORT_CHILDREN):
        place = os.open(folder / str(number), os.O_CREAT | os.O_RDWR, 0o600)
        try:
            fcntl.flock(place, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            os.close(place)
        else:
            return place
    return None


@contextmanager
def _hold_slot(patient: bool) -> Iterator[None]:
    """Hold one of the IMPORT_CHILDREN slots for child processes.

    Raises RATE_LIMITED when none becomes free in time, unless the caller is `patient`.
    """
    folder = settings.FILES_ROOT / "lecteurs"
    folder.mkdir(parents=True, exist_ok=True, mode=0o700)
    until = time.monotonic() + settings.IMPORT_CHILD_WAIT_SECONDS
    while (place := _lock_free_slot(folder)) is None:
        if not patient and time.monotonic() > until:
            sentence = _("Trop de fichiers sont lus en ce moment : réessayez dans un moment.")
            raise Problem("RATE_LIMITED", sentence, retry_after=RETRY_SECONDS)
        time.sleep(POLL_SECONDS)
    try:
        yield
    finally:
        os.close(place)


def require_pipe(stream: IO[bytes] | None) -> IO[bytes]:
    if stream is None:
        raise TypeError("the child has no pipe")
    return stream


def _classify_exit(stderr: bytes, status: int) -> str:
    """Return the code of an end that the child did not explain: killed by the kernel, or failed by itself."""
    if status < 0:
        return "temps" if status in TIME_LIMIT_SIGNALS else "memoire"
    # Log the type of the error without its text, which may quote the file.
    kind = stderr.splitlines()[-1].partition(b":")[0][:80].decode(errors="replace") if stderr.strip() else ""
    if kind == "MemoryError":
        return "memoire"
    logger.error("a reader ended with status %d: %s", status, kind)
    return "lecteur"


def explain_exit(stderr: bytes, status: int) -> tuple[str, dict[str, Any]]:
    """Return why a child stopped, from its standard error and its exit status: a code and its details.

    The code is `temps` or `memoire` when a limit ended it, `lecteur` when it ended by itself without a reason. Raises
    NOT_CONFIGURED and INSUFFICIENT_STORAGE where the file is not the cause: a required protection is missing on this
    machine, or its disk is full.
    """
    try:
        # A library may have written warnings before the last line.
        reason = json.loads(stderr.splitlines()[-1])
        code, details = reason["erreur"], reason["details"]
    except (ValueError, LookupError, TypeError):
        return _classify_exit(stderr, status), {}
    if code == "protection":
        logger.error("no file is read: the protection %s does not hold on this machine", details["nom"])
        sentence = _(
            "La lecture de fichiers est arrêtée : la protection du serveur n'est pas en place. Prévenez l'administrateur."
        )
        raise Problem("NOT_CONFIGURED", sentence)
    if code == "espace":
        raise Problem("INSUFFICIENT_STORAGE")
    return code, details


@contextmanager
def run_reader_child(
    module: str, path: Path, options: dict[str, Any], *, patient: bool, folder: Path | None = None, **fields: Any
) -> Iterator[subprocess.Popen]:
    """Start the child `module`, send it its request and yield the process; it is killed when the block ends in any way.

    `fields` and `options` complete the request. The child can write only into `folder`, or into a temporary folder that
    is deleted with it. A `patient` caller (a job) waits for a slot as long as it takes; others get RATE_LIMITED.
    """
    with ExitStack() as stack:
        if folder is None:
            folder = Path(stack.enter_context(tempfile.TemporaryDirectory(prefix=FOLDER_PREFIX)))
        stack.enter_context(_hold_slot(patient))
        process = subprocess.Popen(  # noqa: S603 - our own module; the file is named in the request
            build_command(module),
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            cwd=settings.BASE_DIR,
            env=build_environment(folder),
        )
        stack.callback(_end_process, process)
        send_message(process, _build_request(path, folder, fields, options))
        yield process


def send_message(process: subprocess.Popen, message: Any) -> None:
    """Send a child a line of JSON. When it has already died, its exit status says so."""
    stdin = require_pipe(process.stdin)
    with suppress(BrokenPipeError):
        stdin.write(json.dumps(message).encode() + b"\n")
        stdin.flush()


def _end_process(process: subprocess.Popen) -> None:
    process.kill()
    process.wait()
    with suppress(BrokenPipeError):  # closing flushes what the child never read
        require_pipe(process.stdin).close()
    for stream in (process.stdout, process.stderr):
        require_pipe(stream).close()
