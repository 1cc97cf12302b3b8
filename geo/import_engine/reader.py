"""Take what a reader's child process (see geo.tables.launcher) writes, and convert its errors to problems."""

import subprocess
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import Any, Final

from config.errors.problems import Problem
from geo.import_engine.deposits import TooManyRows
from geo.import_engine.progress import ReportProgress
from geo.tables.launcher import explain_exit, require_pipe
from geo.tables.sandbox import UnreadableFile

BLOCK_BYTES: Final = 256 * 1024
MAX_REASON: Final = 64 * 1024
# Sentences with placeholders, translated when they are formatted, by code.
Messages = Mapping[str, Any]


def build_file_problem(
    messages: Messages, code: str, details: Mapping[str, Any] | None = None, field: str = "file"
) -> Problem:
    """Return the problem for a refused file, or for the option (`field`) with which it was read."""
    sentence = str(messages[code]) % (details or {})
    return Problem("VALIDATION_ERROR", sentence, {field: [sentence]})


def build_reader_error(reason: bytes, status: int) -> UnreadableFile | TooManyRows:
    """Return the exception that says why a reader stopped, from its standard error and its exit status."""
    code, details = explain_exit(reason, status)
    return TooManyRows() if code == "trop_long" else UnreadableFile(code, **details)


@contextmanager
def convert_unreadable_file(
    messages: Messages, find_field: Callable[[str], str] = lambda code: "file"
) -> Iterator[None]:
    """Raise an UnreadableFile of the block as VALIDATION_ERROR, on the form field that `find_field` returns."""
    try:
        yield
    except UnreadableFile as error:
        raise build_file_problem(messages, error.code, error.details, find_field(error.code)) from error


def read_head(process: subprocess.Popen) -> bytes:
    """Return the first line of a reader. Raises UnreadableFile or TooManyRows when there is none."""
    head = require_pipe(process.stdout).readline()
    if not head.endswith(b"\n"):
        raise _build_exit_error(process)
    return head


def iterate_output(process: subprocess.Popen, expected: int, report: ReportProgress) -> Iterator[bytes]:
    """Yield the rows that a reader writes, in blocks, with progress in rows.

    Raises UnreadableFile or TooManyRows when it stops early, and for a file without rows (`sans_ligne`).
    """
    out = require_pipe(process.stdout)
    done = 0
    while block := out.read(BLOCK_BYTES):
        yield block
        done += block.count(b"\n")
        report(min(done, expected), expected)
    if process.wait() != 0:
        raise _build_exit_error(process)
    if not done:
        raise UnreadableFile("sans_ligne")


def iterate_file(path: Path) -> Iterator[bytes]:
    """Yield the rows that a reader wrote to a file, in blocks."""
    with path.open("rb") as file:
        while block := file.read(BLOCK_BYTES):
            yield block


def _build_exit_error(process: subprocess.Popen) -> UnreadableFile | TooManyRows:
    reason = require_pipe(process.stderr).read(MAX_REASON)
    return build_reader_error(reason, process.wait())
