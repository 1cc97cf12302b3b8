"""A reader for tests: confined as every reader is, it tries what the request names: `python -m tests.geo.tables.confined`."""

import ctypes
import json
import os
import socket
import subprocess
import sys
import tempfile
import threading
import time
from pathlib import Path
from typing import Any

from geo.tables.child_process import run_reader


def _connect(host: str, port: int) -> None:
    socket.create_connection((host, port), timeout=5).close()


def _thread() -> str:
    found: list[str] = []
    thread = threading.Thread(target=found.append, args=("in a thread",))
    thread.start()
    thread.join()
    return found[0]


def _call(number: int) -> int:
    """A system call past the C library."""
    libc = ctypes.CDLL(None, use_errno=True)
    if libc.syscall(ctypes.c_long(number), 0, 0, 0, 0, 0) < 0:
        raise OSError(ctypes.get_errno(), os.strerror(ctypes.get_errno()))
    return 0


def _temporary() -> int:
    with tempfile.TemporaryFile() as file:
        return file.write(b"x")


def _spin() -> None:
    while True:
        pass


DEEDS: dict[str, Any] = {
    "read": lambda path: Path(path).read_text()[:200],
    "list": lambda path: os.listdir(path)[:1],
    "write": lambda path: Path(path).write_text("written"),
    "append": lambda path: Path(path).open("a").close(),
    "truncate": lambda path: os.truncate(path, 0),
    "remove": lambda path: Path(path).unlink(),
    "rename": lambda path: Path(path).rename(f"{path}.2"),
    "link": lambda path, target: Path(path).symlink_to(target),
    "hard_link": lambda path, target: Path(path).hardlink_to(target),
    "folder": lambda path: Path(path).mkdir(),
    "mode": lambda path: Path(path).chmod(0o777),
    "owner": lambda path: os.chown(path, 0, 0),
    "time": lambda path: os.utime(path, (0, 0)),
    "connect": _connect,
    "unix": lambda path: socket.socket(socket.AF_UNIX).connect(path),
    "pair": socket.socketpair,
    "run": lambda path: subprocess.run([path], check=True).returncode,
    "fork": lambda: os.fork() or os._exit(0),
    "signal": lambda pid: os.kill(pid, 0),
    "call": _call,
    "thread": _thread,
    "temporary": _temporary,
    "sleep": time.sleep,
    "spin": _spin,
}


def _outcome(deed: str, arguments: list[Any]) -> str:
    try:
        return f"done: {DEEDS[deed](*arguments)}"
    except OSError as error:
        return type(error).__name__


def read(request: dict[str, Any]) -> None:
    if "raises" in request:
        raise OSError(request["raises"], os.strerror(request["raises"]))
    sys.stdout.write(json.dumps([_outcome(deed, arguments) for deed, *arguments in request["essais"]]))


if __name__ == "__main__":
    sys.exit(run_reader(read))
