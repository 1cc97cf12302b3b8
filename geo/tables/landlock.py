"""Restrict this process permanently to given files with Landlock.

Landlock is the kernel's access control for unprivileged processes (Linux 5.13 and newer, `landlock(7)`). Its three
system calls have the same numbers on every architecture. What later versions of its interface added is used where
available: TCP from version 4, abstract sockets and signals of other processes from version 6. Metadata (that a file
exists, its size) stay visible.
"""

import ctypes
import os
from collections.abc import Iterable
from pathlib import Path
from typing import Final

CREATE_RULESET: Final = 444
ADD_RULE: Final = 445
RESTRICT_SELF: Final = 446
ASK_VERSION: Final = 1
PATH_BENEATH: Final = 1
NO_NEW_PRIVILEGES: Final = 38

WRITE_FILE: Final = 1 << 1
READ_FILE: Final = 1 << 2
READ_DIR: Final = 1 << 3
REMOVE_FILE: Final = 1 << 5
MAKE_FILE: Final = 1 << 8
MAKE_LINK: Final = 1 << 12
TRUNCATE: Final = 1 << 14
READ: Final = READ_FILE | READ_DIR
WRITE: Final = READ | WRITE_FILE | REMOVE_FILE | MAKE_FILE | MAKE_LINK | TRUNCATE
# The rights that a rule about a single file may grant.
OF_FILES: Final = READ_FILE | WRITE_FILE | TRUNCATE
# Version of the interface -> the number of file rights that it knows.
FILE_RIGHTS: Final = {1: 13, 2: 14, 3: 15, 4: 15}
FILE_RIGHTS_NEWEST: Final = 16
NETWORK_SINCE, NETWORK = 4, 0b11
SCOPES_SINCE, SCOPES = 6, 0b11

_libc = ctypes.CDLL(None, use_errno=True)


class _Ruleset(ctypes.Structure):
    _fields_ = (("files", ctypes.c_uint64), ("network", ctypes.c_uint64), ("scopes", ctypes.c_uint64))


class _Rule(ctypes.Structure):
    _pack_ = 1
    _fields_ = (("allowed", ctypes.c_uint64), ("folder", ctypes.c_int32))


def _call_kernel(number: int, *arguments: object) -> int:
    answer = _libc.syscall(ctypes.c_long(number), *arguments)
    if answer < 0:
        raise OSError(ctypes.get_errno(), os.strerror(ctypes.get_errno()))
    return int(answer)


def read_landlock_version() -> int:
    """Return the version of the kernel's interface, or 0 when it has none or it is switched off."""
    try:
        return _call_kernel(CREATE_RULESET, None, ctypes.c_size_t(0), ctypes.c_uint32(ASK_VERSION))
    except OSError:
        return 0


def forbid_new_privileges() -> None:
    """Forbid this process and its children to gain privileges.

    The kernel requires this before an unprivileged process confines itself.
    """
    if _libc.prctl(NO_NEW_PRIVILEGES, 1, 0, 0, 0) != 0:
        raise OSError(ctypes.get_errno(), os.strerror(ctypes.get_errno()))


def _allow_path(ruleset: int, path: Path, rights: int) -> None:
    descriptor = os.open(path, os.O_PATH | os.O_CLOEXEC)
    try:
        rule = _Rule(rights if path.is_dir() else rights & OF_FILES, descriptor)
        _call_kernel(
            ADD_RULE, ctypes.c_int(ruleset), ctypes.c_int(PATH_BENEATH), ctypes.byref(rule), ctypes.c_uint32(0)
        )
    finally:
        os.close(descriptor)


def restrict_files(readable: Iterable[Path], writable: Iterable[Path]) -> None:
    """Allow this process only these files and folders; no programs, and no TCP where the kernel supports that.

    Paths that do not exist are skipped. Raises OSError when the kernel refuses: nothing is restricted then. It applies
    to the calling thread and what that starts, so call it while the process has no other thread.
    """
    version = read_landlock_version()
    files = (1 << FILE_RIGHTS.get(version, FILE_RIGHTS_NEWEST)) - 1
    wanted = _Ruleset(files, NETWORK if version >= NETWORK_SINCE else 0, SCOPES if version >= SCOPES_SINCE else 0)
    size = 8 if version < NETWORK_SINCE else 16 if version < SCOPES_SINCE else 24
    ruleset = _call_kernel(CREATE_RULESET, ctypes.byref(wanted), ctypes.c_size_t(size), ctypes.c_uint32(0))
    try:
        for rights, paths in ((READ, readable), (WRITE, writable)):
            for path in filter(Path.exists, paths):
                _allow_path(ruleset, path, rights & files)
        forbid_new_privileges()
        _call_kernel(RESTRICT_SELF, ctypes.c_int(ruleset), ctypes.c_uint32(0))
    finally:
        os.close(ruleset)
