"""Open a file of SQLite that nobody else has open and that is thrown away when writing it fails."""

import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from config.errors.problems import Problem


@contextmanager
def open_own_file(path: Path) -> Iterator[sqlite3.Connection]:
    """Yield a connection whose changes are kept at the end. Raises INSUFFICIENT_STORAGE when the disk is full."""
    file = sqlite3.connect(path)
    try:
        # Neither journal nor waiting for the disk: a file that is not finished is never read.
        file.execute("PRAGMA journal_mode = OFF")
        file.execute("PRAGMA synchronous = OFF")
        yield file
        file.commit()
    except sqlite3.OperationalError as error:
        if error.sqlite_errorcode == sqlite3.SQLITE_FULL:
            raise Problem("INSUFFICIENT_STORAGE") from error
        raise
    finally:
        file.close()
