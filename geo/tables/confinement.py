"""Confine a process that reads an uploaded file, beside its limits (geo.tables.sandbox).

`landlock`: it can open no file but the one it reads, its own folder, and the libraries. `seccomp`: it can open no
socket, start no program and reach no other process. A machine may lack either; READER_PROTECTIONS lists those it must
have.
"""

import os
import sys
import sysconfig
from collections.abc import Callable, Collection
from pathlib import Path
from typing import Final

from geo.tables.landlock import read_landlock_version, restrict_files
from geo.tables.seccomp import has_seccomp, refuse_system_calls

LANDLOCK: Final = "landlock"
SECCOMP: Final = "seccomp"
PROTECTIONS: Final = (LANDLOCK, SECCOMP)
SYSTEM_LIBRARIES: Final = ("/lib", "/lib64", "/usr/lib", "/usr/lib64", "/usr/local/lib", "/etc/ld.so.cache")


class MissingProtection(Exception):
    """Report that a required protection is missing: nothing is read."""

    def __init__(self, name: str) -> None:
        super().__init__(name)
        self.name = name


def list_available_protections() -> list[str]:
    """Return the names of the protections that this machine has."""
    has = {LANDLOCK: read_landlock_version() > 0, SECCOMP: has_seccomp()}
    return [name for name in PROTECTIONS if has[name]]


def _list_libraries() -> list[Path]:
    """Return the folders from which Python and its packages load, also later on.

    The service's own folder is left out: its files may lie in it.
    """
    places = sysconfig.get_paths()
    found = [places[name] for name in ("stdlib", "platstdlib", "purelib", "platlib")]
    return [Path(place) for place in (*found, f"{sys.base_prefix}/lib", *SYSTEM_LIBRARIES)]


def _restrict_files(file: Path, folder: Path) -> None:
    """Restrict this process by Landlock.

    Raises OSError when that fails, or when the process has other threads, which would stay unrestricted.
    """
    if len(os.listdir("/proc/self/task")) != 1:
        raise OSError("other threads would not be bound")
    restrict_files([file, *_list_libraries()], [folder, Path(os.devnull)])


def confine_process(file: Path, folder: Path, required: Collection[str]) -> None:
    """Confine this process permanently to reading `file` and using `folder`, by every protection of the machine.

    Call it before the file is looked at, and while the process has one thread. Raises MissingProtection when one of
    `required` cannot be applied.
    """
    steps: dict[str, Callable[[], None]] = {
        LANDLOCK: lambda: _restrict_files(file, folder),
        SECCOMP: refuse_system_calls,
    }
    for name in required:
        if name not in PROTECTIONS:
            raise MissingProtection(name)
    for name in PROTECTIONS:
        try:
            steps[name]()
        except OSError as error:
            if name in required:
                raise MissingProtection(name) from error
