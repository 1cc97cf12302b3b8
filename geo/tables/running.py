"""The parent's side: starts the child process that reads a file, within limits, and few of them at once."""

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

from config.api.problems import Problem

# A proxy that nobody listens to: a file that names an address (a CRS by link) reaches nothing.
NOWHERE: Final = "http://127.0.0.1:9"
logger = logging.getLogger("tabanca.files")
POLL_SECONDS: Final = 0.05
RETRY_AFTER: Final = "15"
# What a killed process leaves under this name is swept away (accounts.files.strays).
FOLDER: Final = "tabanca-import-"


# Signals by which the kernel ends a child at its limits of time.
OVERTIME: Final = (-signal.SIGALRM, -signal.SIGXCPU)


def _environment(folder: Path) -> dict[str, str]:
    """Only what the child needs: no address of the database, no secret."""
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
        "GDAL_HTTP_PROXY": NOWHERE,
        "GDAL_HTTP_MAX_RETRY": "0",
        "PROJ_NETWORK": "OFF",
        "http_proxy": NOWHERE,
        "https_proxy": NOWHERE,
    }


def _request(path: Path, folder: Path, fields: dict[str, Any], options: dict[str, Any]) -> dict[str, Any]:
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
            "most": None,
            **options,
        },
    }


def _free(folder: Path) -> int | None:
    """A locked descriptor of a free place, or None. The lock ends with the process that holds it, however it ends."""
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
def _place(patient: bool) -> Iterator[None]:
    """One of the few places for a child. Raises RATE_LIMITED when none gets free in time and nobody is `patient`."""
    folder = settings.FILES_ROOT / "lecteurs"
    folder.mkdir(parents=True, exist_ok=True, mode=0o700)
    until = time.monotonic() + settings.IMPORT_CHILD_WAIT_SECONDS
    while (place := _free(folder)) is None:
        if not patient and time.monotonic() > until:
            sentence = _("Trop de fichiers sont lus en ce moment : réessayez dans un moment.")
            raise Problem("RATE_LIMITED", sentence, headers={"Retry-After": RETRY_AFTER})
        time.sleep(POLL_SECONDS)
    try:
        yield
    finally:
        os.close(place)


def pipe(stream: IO[bytes] | None) -> IO[bytes]:
    if stream is None:
        raise TypeError("the child has no pipe")
    return stream


def _name_end(said: bytes, status: int) -> str:
    """Return the code of an end that the child did not explain: by a signal of the kernel, or by a fault of its own."""
    if status < 0:
        return "temps" if status in OVERTIME else "memoire"
    # The kind of the error, and not its text: that may quote the file.
    kind = said.splitlines()[-1].partition(b":")[0][:80].decode(errors="replace") if said.strip() else ""
    if kind == "MemoryError":
        return "memoire"
    logger.error("a reader ended with status %d: %s", status, kind)
    return "lecteur"


def refusal(said: bytes, status: int) -> tuple[str, dict[str, Any]]:
    """Why a child stopped, from its standard error and how it ended: a code and its details.

    `temps` or `memoire` when its limits ended it, `lecteur` when it ended by itself and did not say why. Raises
    NOT_CONFIGURED and INSUFFICIENT_STORAGE where the file is not to blame: this machine does not protect itself as it
    must, or its disk is full.
    """
    try:
        # A reader may have cried out before.
        reason = json.loads(said.splitlines()[-1])
        code, details = reason["erreur"], reason["details"]
    except (ValueError, LookupError, TypeError):
        return _name_end(said, status), {}
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
def reader(
    module: str, path: Path, options: dict[str, Any], *, patient: bool, folder: Path | None = None, **fields: Any
) -> Iterator[subprocess.Popen]:
    """The running child `module`, which was sent its request; it is gone when the block ends, however that is.

    `fields` and `options` complete the request. It writes into `folder` and nowhere else; without one it has a folder
    that goes with it. A `patient` caller (a job) waits for a place as long as it takes; others are told to come back
    (RATE_LIMITED).
    """
    with ExitStack() as stack:
        if folder is None:
            folder = Path(stack.enter_context(tempfile.TemporaryDirectory(prefix=FOLDER)))
        stack.enter_context(_place(patient))
        process = subprocess.Popen(  # noqa: S603 - our own module; the file is named in the request
            [sys.executable, "-m", module],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            cwd=settings.BASE_DIR,
            env=_environment(folder),
        )
        stack.callback(_end, process)
        send(process, _request(path, folder, fields, options))
        yield process


def send(process: subprocess.Popen, message: Any) -> None:
    """Send a child a line of JSON. One that died before it listened says so by its end."""
    stdin = pipe(process.stdin)
    with suppress(BrokenPipeError):
        stdin.write(json.dumps(message).encode() + b"\n")
        stdin.flush()


def _end(process: subprocess.Popen) -> None:
    process.kill()
    process.wait()
    with suppress(BrokenPipeError):  # what it was sent and never read
        pipe(process.stdin).close()
    for stream in (process.stdout, process.stderr):
        pipe(stream).close()
