"""Collect the uploaded files of a backup: those named by its snapshot's rows, linked while the archive is written."""

import os
import shutil
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Final, NamedTuple
from uuid import UUID

import psycopg
from django.conf import settings

from accounts.files.api import HOLD_REMOVALS, build_file_path, build_relative_path

RECORDS: Final = "SELECT id, taille FROM accounts_stored_file ORDER BY id"
PREFIX: Final = ".backup-"


class HeldFiles(NamedTuple):
    """Hold a folder with the linked files, at their usual paths, and the ids of recorded files that are missing."""

    folder: Path
    files: list[Path]
    missing_ids: list[UUID]


@contextmanager
def block_removals(url: str) -> Iterator[None]:
    """Block the removal of stored files during the block; removals wait (`accounts.files.services.remove_files`)."""
    with psycopg.connect(url, autocommit=True) as connection:
        connection.execute(HOLD_REMOVALS)
        yield


@contextmanager
def hold_files(url: str, connection: psycopg.Connection, begin: str) -> Iterator[HeldFiles]:
    """Begin the snapshot of `connection` with the statement `begin`, and link the files that its rows name.

    Removals of files wait only while the links are made, not while the archive is written.
    """
    settings.FILES_ROOT.mkdir(parents=True, exist_ok=True, mode=0o700)
    with tempfile.TemporaryDirectory(dir=settings.FILES_ROOT, prefix=PREFIX) as name:
        folder = Path(name)
        with block_removals(url):
            connection.execute(begin)
            found = {file_id: _link_file(file_id, folder) for file_id, _size in connection.execute(RECORDS)}
        files = [folder / build_relative_path(file_id) for file_id, there in found.items() if there]
        yield HeldFiles(folder, files, [file_id for file_id, there in found.items() if not there])


def _link_file(file_id: UUID, folder: Path) -> bool:
    """Link a stored file into the folder, or copy it where the file system has no links.

    Return False when it is missing.
    """
    target = folder / build_relative_path(file_id)
    target.parent.mkdir(parents=True, exist_ok=True)
    try:
        os.link(build_file_path(file_id), target)
    except FileNotFoundError:
        return False
    except OSError:
        shutil.copyfile(build_file_path(file_id), target)
    return True


def compare_files(url: str, folder: Path, missing_ids: list[str]) -> list[str]:
    """Describe the files that the restored database records and the restored folder lacks or holds with another size.

    Files in `missing_ids` were already missing when the backup was made.
    """
    with psycopg.connect(url) as connection:
        records = connection.execute(RECORDS).fetchall()
    return [
        f"file {file_id}: {'is not there' if found is None else f'{found} bytes'}, {size} bytes are recorded"
        for file_id, size in records
        if (found := _measure_file(folder / build_relative_path(file_id))) != size and str(file_id) not in missing_ids
    ]


def _measure_file(path: Path) -> int | None:
    return path.stat().st_size if path.is_file() else None
