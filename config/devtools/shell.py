"""Run commands and print progress."""

import ctypes
import fcntl
import os
import pwd
import signal
import subprocess
import sys
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parents[2]
LOCAL = ROOT / ".local"
LOGS = LOCAL / "log"
PYTHON = ROOT / ".venv" / "bin" / "python"
PR_SET_PDEATHSIG = 1
PATIENCE_SECONDS = 10
Command = Sequence[str | Path]


class Failure(Exception):
    """Stop `./dev` with a message for the person at the terminal."""

    code = 1


class ConfirmationRequired(Failure):
    """Report that a confirmation is needed, but nobody can be asked and none was given beforehand."""

    code = 2


class SignalReceived(BaseException):
    """Report that a signal requested the end of `./dev`."""

    def __init__(self, number: int) -> None:
        super().__init__(number)
        self.number = number


def print_step(text: str) -> None:
    """Print one line of progress."""
    print(f"==> {text}", flush=True)


def require_writable(*folders: Path) -> None:
    """Raise Failure when one of these folders of the checkout exists and cannot be written."""
    for folder in folders:
        if folder.exists() and not os.access(folder, os.W_OK | os.X_OK):
            raise Failure(
                f"{folder} cannot be written by {_find_user_name()}: use a clone of your own, or have its owner give it to "
                "you (chown -R)."
            )


def _find_user_name() -> str:
    try:
        return pwd.getpwuid(os.getuid()).pw_name
    except KeyError:  # a container's user without an entry
        return f"user {os.getuid()}"


def read_tail(path: Path, lines: int = 25) -> str:
    """Return the last lines of a log."""
    return "\n".join(path.read_text(errors="replace").splitlines()[-lines:]) if path.exists() else ""


@contextmanager
def hold_lock(name: str, otherwise: str | None = None) -> Iterator[None]:
    """Hold a lock of this checkout, which the kernel releases with the process.

    When another process holds it: raises Failure with the text `otherwise`, or waits when there is no text.
    """
    LOCAL.mkdir(exist_ok=True)
    with (LOCAL / f"{name}.lock").open("a") as file:
        try:
            fcntl.flock(file, fcntl.LOCK_EX | (fcntl.LOCK_NB if otherwise else 0))
        except BlockingIOError as error:
            raise Failure(otherwise) from error
        yield


def rotate_log(name: str) -> Path:
    """Return the path of a log; the previous one is kept beside it."""
    LOGS.mkdir(parents=True, exist_ok=True)
    path = LOGS / f"{name}.log"
    if path.exists():
        path.replace(path.with_suffix(".log.1"))
    return path


def make_private_folder(folder: Path) -> Path:
    """Create a folder that only the caller may enter. Raises Failure when it belongs to another user or is open."""
    folder.mkdir(mode=0o700, parents=True, exist_ok=True)
    found = folder.lstat()
    if found.st_uid != os.geteuid() or found.st_mode & 0o77 or folder.is_symlink():
        raise Failure(f"{folder} is open to others.")
    return folder


def spawn_process(command: Command, **options: Any) -> "subprocess.Popen[Any]":
    """Start a command in the checkout that is terminated when `./dev` ends in any way, even by SIGKILL."""
    libc = ctypes.CDLL(None)

    def end_with_parent() -> None:
        libc.prctl(PR_SET_PDEATHSIG, signal.SIGTERM)

    tie = end_with_parent if sys.platform == "linux" else None
    return subprocess.Popen([str(part) for part in command], preexec_fn=tie, **{"cwd": ROOT} | options)


def run_command(command: Command, *, env: Mapping[str, str] | None = None, **options: Any) -> int:
    """Run a command in the checkout, wait for it and return its exit code.

    When `./dev` is told to stop meanwhile, the command is terminated too and waited for.
    """
    process = spawn_process(command, env=env, **options)
    try:
        return process.wait()
    except BaseException as reason:
        if isinstance(reason, SignalReceived) and reason.number == signal.SIGINT:
            _wait_for_end(process, PATIENCE_SECONDS)  # Ctrl-C reached it too: let it clean up by itself
        stop_process(process)
        raise


def _wait_for_end(process: "subprocess.Popen[Any]", seconds: float) -> bool:
    """Wait and return whether the process ended in that time."""
    try:
        process.wait(seconds)
    except subprocess.TimeoutExpired:
        return False
    return True


def run_or_fail(command: Command, *, log: str | None = None, **options: Any) -> None:
    """Run a command and raise Failure when it fails.

    With `log` its output goes to that log, and its end is shown when it fails.
    """
    if log is None:
        code = run_command(command, **options)
        shown = ""
    else:
        path = rotate_log(log)
        with path.open("wb") as out:
            code = run_command(command, stdout=out, stderr=subprocess.STDOUT, stdin=subprocess.DEVNULL, **options)
        shown = f"\n{read_tail(path)}"
    if code:
        raise Failure(f"This failed (exit code {code}): {' '.join(str(part) for part in command)}{shown}")


def read_output(command: Command, **options: Any) -> str:
    """Run a command and return its output. Raises Failure when it fails."""
    options.setdefault("cwd", ROOT)
    done = subprocess.run([str(part) for part in command], capture_output=True, text=True, check=False, **options)
    if done.returncode:
        raise Failure(f"This failed: {' '.join(str(part) for part in command)}\n{done.stderr.strip()}")
    return done.stdout.strip()


def start_server(command: Command, log: str, **options: Any) -> "subprocess.Popen[bytes]":
    """Start a server in its own session: Ctrl-C reaches only `./dev`, which then stops the server."""
    with rotate_log(log).open("wb") as out:
        quiet = {"stdin": subprocess.DEVNULL, "stdout": out, "stderr": subprocess.STDOUT}
        return spawn_process(command, start_new_session=True, **quiet, **options)


def stop_process(process: "subprocess.Popen[bytes]", seconds: float = 15) -> None:
    """Terminate a process, kill it after `seconds`, and kill what is left of its process group when it leads one."""
    if process.poll() is None:
        process.terminate()
        if not _wait_for_end(process, seconds):
            process.kill()
            process.wait()
    try:
        if process.pid != os.getpgrp():
            os.killpg(process.pid, signal.SIGKILL)
    except (ProcessLookupError, PermissionError):
        return  # it leads no group, or the group is empty
