"""Running commands and telling what happens."""

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
    """Something that stops `./dev`; its text is for the person at the terminal."""

    code = 1


class Unasked(Failure):
    """What needs a yes, where nobody can be asked and none was given beforehand."""

    code = 2


class Told(BaseException):
    """A signal told `./dev` to end."""

    def __init__(self, number: int) -> None:
        super().__init__(number)
        self.number = number


def step(text: str) -> None:
    """One calm line per step."""
    print(f"==> {text}", flush=True)


def require_writable(*folders: Path) -> None:
    """Raise Failure when one of these folders of the checkout is there and cannot be written."""
    for folder in folders:
        if folder.exists() and not os.access(folder, os.W_OK | os.X_OK):
            raise Failure(
                f"{folder} cannot be written by {_user_name()}: use a clone of your own, or have its owner give it to "
                "you (chown -R)."
            )


def _user_name() -> str:
    try:
        return pwd.getpwuid(os.getuid()).pw_name
    except KeyError:  # a container's user without an entry
        return f"user {os.getuid()}"


def tail(path: Path, lines: int = 25) -> str:
    """The last lines of a log."""
    return "\n".join(path.read_text(errors="replace").splitlines()[-lines:]) if path.exists() else ""


@contextmanager
def alone(name: str, otherwise: str | None = None) -> Iterator[None]:
    """Hold a lock of this checkout, which the kernel drops with the process.

    When another holds it: raises Failure with the text `otherwise`; without a text, waits.
    """
    LOCAL.mkdir(exist_ok=True)
    with (LOCAL / f"{name}.lock").open("a") as file:
        try:
            fcntl.flock(file, fcntl.LOCK_EX | (fcntl.LOCK_NB if otherwise else 0))
        except BlockingIOError as error:
            raise Failure(otherwise) from error
        yield


def log_file(name: str) -> Path:
    """Where a log goes; the one of the time before is kept beside it."""
    LOGS.mkdir(parents=True, exist_ok=True)
    path = LOGS / f"{name}.log"
    if path.exists():
        path.replace(path.with_suffix(".log.1"))
    return path


def private_folder(folder: Path) -> Path:
    """Make a folder that only the caller enters. Raises Failure when somebody else has made it."""
    folder.mkdir(mode=0o700, parents=True, exist_ok=True)
    found = folder.lstat()
    if found.st_uid != os.geteuid() or found.st_mode & 0o77 or folder.is_symlink():
        raise Failure(f"{folder} is open to others.")
    return folder


def spawn(command: Command, **options: Any) -> "subprocess.Popen[Any]":
    """Start a command in the checkout that is told to end when `./dev` ends in any way, a kill -9 too."""
    libc = ctypes.CDLL(None)

    def end_with_parent() -> None:
        libc.prctl(PR_SET_PDEATHSIG, signal.SIGTERM)

    tie = end_with_parent if sys.platform == "linux" else None
    return subprocess.Popen([str(part) for part in command], preexec_fn=tie, **{"cwd": ROOT} | options)


def run(command: Command, *, env: Mapping[str, str] | None = None, **options: Any) -> int:
    """Run a command in the checkout and wait for it; answers its exit code.

    When `./dev` is told to stop meanwhile, the command is asked to stop too, and is waited for.
    """
    process = spawn(command, env=env, **options)
    try:
        return process.wait()
    except BaseException as reason:
        if isinstance(reason, Told) and reason.number == signal.SIGINT:
            _wait(process, PATIENCE_SECONDS)  # Ctrl-C reached it too: it may tidy up by itself
        stop(process)
        raise


def _wait(process: "subprocess.Popen[Any]", seconds: float) -> bool:
    """Whether the process ended in that time."""
    try:
        process.wait(seconds)
    except subprocess.TimeoutExpired:
        return False
    return True


def must(command: Command, *, log: str | None = None, **options: Any) -> None:
    """Run a command that has to succeed. With `log` its output goes to that log, and is shown when it fails."""
    if log is None:
        code = run(command, **options)
        shown = ""
    else:
        path = log_file(log)
        with path.open("wb") as out:
            code = run(command, stdout=out, stderr=subprocess.STDOUT, stdin=subprocess.DEVNULL, **options)
        shown = f"\n{tail(path)}"
    if code:
        raise Failure(f"This failed (exit code {code}): {' '.join(str(part) for part in command)}{shown}")


def answer(command: Command, **options: Any) -> str:
    """What a command that has to succeed prints."""
    options.setdefault("cwd", ROOT)
    done = subprocess.run([str(part) for part in command], capture_output=True, text=True, check=False, **options)
    if done.returncode:
        raise Failure(f"This failed: {' '.join(str(part) for part in command)}\n{done.stderr.strip()}")
    return done.stdout.strip()


def start(command: Command, log: str, **options: Any) -> "subprocess.Popen[bytes]":
    """Start a server in a session of its own: Ctrl-C reaches only `./dev`, which stops it in its turn."""
    with log_file(log).open("wb") as out:
        quiet = {"stdin": subprocess.DEVNULL, "stdout": out, "stderr": subprocess.STDOUT}
        return spawn(command, start_new_session=True, **quiet, **options)


def stop(process: "subprocess.Popen[bytes]", seconds: float = 15) -> None:
    """Ask a process to end; end it, and its session when it has one, after `seconds`."""
    if process.poll() is None:
        process.terminate()
        if not _wait(process, seconds):
            process.kill()
            process.wait()
    try:
        if process.pid != os.getpgrp():
            os.killpg(process.pid, signal.SIGKILL)
    except (ProcessLookupError, PermissionError):
        return  # it leads no group, or nobody is left in it
