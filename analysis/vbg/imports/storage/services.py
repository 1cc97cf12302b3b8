"""Store what waits to be imported, and read it: the rows of a sheet, and the workbook where it has other sheets.

Stored files are in the plain part of a backup. What comes from a file of cases is encrypted, under a name that says
nothing; how many rows it has is told by nothing outside it, nor by its size. In the clear it lies in memory only
(decision 0275).
"""

import gzip
import shutil
import tempfile
from collections.abc import Iterable, Iterator
from contextlib import ExitStack, contextmanager
from datetime import timedelta
from functools import partial
from pathlib import Path
from typing import Any, Final
from uuid import UUID

import orjson
from django.conf import settings
from django.core.files import File
from django.utils.translation import gettext as _

from accounts.backup.api import WrongKey, seal_stream, unseal_stream
from accounts.files.api import build_file_path, store_file
from accounts.files.models import StoredFile
from analysis.vbg.imports.storage.types import SheetRows
from config.caller import Caller
from config.errors.problems import Problem, not_found
from config.memory_files import open_memory_folder
from geo.import_engine.reader import BLOCK_BYTES
from geo.tables.launcher import FOLDER_PREFIX
from geo.vector_files.extraction import ExtractedFile

# Files go after a day, with what waits for them.
KEPT_FOR: Final = timedelta(hours=24)
ROWS_NAME: Final = "lignes.gz"
SEALED_NAME: Final = "cas.scelle"
# Sealed rows are filled up to a multiple of this with zeros, which gzip passes over.
PADDED_BYTES: Final = 64 * 1024


@contextmanager
def open_folder(is_sealed: bool) -> Iterator[Path]:
    """Give a folder for files in the clear that is there within the block only: in memory for what is stored sealed."""
    made = open_memory_folder(FOLDER_PREFIX) if is_sealed else tempfile.TemporaryDirectory(prefix=FOLDER_PREFIX)
    with made as folder:
        yield Path(folder)


def copy_plain(blocks: Iterable[bytes], folder: Path) -> Path:
    """Write a file to a folder of `open_folder`, and return its path."""
    path = folder / "clair"
    with path.open("xb") as copy:
        copy.writelines(blocks)
    return path


def store_workbook(upload: Any, user: Caller) -> StoredFile:
    """Store a workbook for a day, as it came."""
    upload.seek(0)
    return store_file(upload, user, KEPT_FOR)


def store_rows(extract: ExtractedFile, is_sealed: bool, user: Caller, folder: Path) -> StoredFile:
    """Store the rows of a sheet for a day: compressed, a line of JSON that describes them, then COPY's text format.

    What is written meanwhile lies in `folder` (of `open_folder`).
    """
    head = {"colonnes": extract.columns, "lignes": extract.count, "feuille": extract.layer}
    with tempfile.TemporaryFile(dir=folder) as packed:
        with gzip.open(packed, "wb", compresslevel=1) as out, extract.rows.open("rb") as rows:
            out.write(orjson.dumps(head) + b"\n")
            shutil.copyfileobj(rows, out, BLOCK_BYTES)
        if is_sealed:
            packed.write(b"\0" * (-packed.tell() % PADDED_BYTES))
        packed.seek(0)
        return _store_sealed(packed, user, folder) if is_sealed else store_file(File(packed, ROWS_NAME), user, KEPT_FOR)


def _store_sealed(content: Any, user: Caller, folder: Path) -> StoredFile:
    with tempfile.TemporaryFile(dir=folder) as sealed:
        seal_stream(content, sealed, _get_case_key())
        sealed.seek(0)
        return store_file(File(sealed, name=SEALED_NAME), user, KEPT_FOR)


def _get_case_key() -> str:
    """Return the key of the schema of cases in backups; without it there are none, and nothing leaves the machine."""
    return str(settings.VBG_BACKUP_KEY or settings.SECRET_KEY)


def build_gone_problem() -> Problem:
    return not_found(_("Ce fichier n'existe pas, ou plus : les fichiers sont effacés après 24 heures."))


@contextmanager
def open_stored(file_id: UUID, is_sealed: bool) -> Iterator[Path]:
    """Give the path of a stored file in the clear. Raises NOT_FOUND when it is gone, or its key is."""
    path = build_file_path(file_id)
    if not path.is_file():
        raise build_gone_problem()
    if not is_sealed:
        yield path
        return
    with ExitStack() as stack:
        try:
            blocks = unseal_stream(stack.enter_context(path.open("rb")), _get_case_key())
            plain = copy_plain(blocks, stack.enter_context(open_folder(is_sealed)))
        except WrongKey as error:
            raise build_gone_problem() from error
        yield plain


@contextmanager
def open_stored_rows(file_id: UUID, is_sealed: bool) -> Iterator[SheetRows]:
    """Give the rows that `store_rows` has stored. Raises NOT_FOUND."""
    with open_stored(file_id, is_sealed) as path, gzip.open(path, "rb") as file:
        head = orjson.loads(file.readline())
        blocks = iter(partial(file.read, BLOCK_BYTES), b"")
        yield SheetRows(head["colonnes"], head["lignes"], head["feuille"], blocks)
