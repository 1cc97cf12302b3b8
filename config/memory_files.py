"""Give folders in memory, for files of which no byte may be left behind.

A deleted file leaves its bytes on the disk until something else needs their place, and a disk or its file system may
keep a copy of what is overwritten. So there is no such folder on a disk, not even where there is none in memory.
"""

import os
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Final

from config.errors.problems import Problem

# Linux's file system in memory, which every user may write to.
MEMORY_FOLDER: Final = Path("/dev/shm")  # noqa: S108 - folders in it are made by `mkdtemp`, for this user alone
MEMORY_TYPES: Final = ("tmpfs", "ramfs")
MOUNTS: Final = Path("/proc/self/mounts")


def is_in_memory(folder: Path) -> bool:
    """Return whether a file system in memory is mounted at this folder."""
    mounts = [line.split(" ") for line in MOUNTS.read_text(encoding="utf-8").splitlines()]
    kinds = [mount[2] for mount in mounts if mount[1] == str(folder)]
    # The last one hides those before it.
    return bool(kinds) and kinds[-1] in MEMORY_TYPES


@contextmanager
def open_memory_folder(prefix: str) -> Iterator[Path]:
    """Give a folder in memory that is there within the block only. Raises INSUFFICIENT_STORAGE where there is none."""
    if not os.access(MEMORY_FOLDER, os.W_OK | os.X_OK) or not is_in_memory(MEMORY_FOLDER):
        raise Problem("INSUFFICIENT_STORAGE")
    with tempfile.TemporaryDirectory(prefix=prefix, dir=MEMORY_FOLDER) as name:
        yield Path(name)
