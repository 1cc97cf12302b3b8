"""Limit what a hostile file can do: cap the child process, and count the bytes of zip archives while they are read."""

import contextlib
import resource
import signal
import zipfile
from collections.abc import Generator
from pathlib import Path
from typing import Any

from config.archives import TooManyMembers, open_archive

CHUNK = 1024 * 1024
MAX_MEMBERS = 2_000
# SIGXCPU tells the parent of the limit; SIGKILL follows after this.
CPU_GRACE_SECONDS = 5


class UnreadableFile(Exception):
    """Report that a file cannot be read: a code of `messages.FILE_ERRORS` and the details of its message."""

    def __init__(self, code: str, **details: Any) -> None:
        super().__init__(code)
        self.code = code
        self.details = details


def limit_process(memory_bytes: int, cpu_seconds: int, wall_seconds: int, output_bytes: int) -> None:
    """Cap this process: address space, processor time, wall clock time and size of written files; no core dump.

    The kernel ends it at either time limit (SIGXCPU, SIGALRM), whatever a library is doing, and whether or not its
    parent lives.
    """
    signal.signal(signal.SIGALRM, signal.SIG_DFL)
    signal.alarm(wall_seconds)
    resource.setrlimit(resource.RLIMIT_AS, (memory_bytes, memory_bytes))
    resource.setrlimit(resource.RLIMIT_CPU, (cpu_seconds, cpu_seconds + CPU_GRACE_SECONDS))
    resource.setrlimit(resource.RLIMIT_FSIZE, (output_bytes, output_bytes))
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))


class Archive:
    """Read a zip and count its bytes while they are decompressed: the sizes in its header are not trusted."""

    def __init__(self, path: Path, max_bytes: int) -> None:
        try:
            self.zip = open_archive(path.open("rb"), MAX_MEMBERS)
        except TooManyMembers as error:
            raise UnreadableFile("archive_membres", max=MAX_MEMBERS) from error
        except (zipfile.BadZipFile, OSError, ValueError) as error:
            raise UnreadableFile("archive") from error
        self.left = max_bytes

    def list_names(self) -> list[str]:
        """Return the names of the members that are files.

        They only help to recognise the format: none is used as a path.
        """
        return [item.filename for item in self.zip.infolist() if not item.is_dir()]

    def read_member(self, name: str) -> Generator[bytes, None, None]:
        """Yield the decompressed bytes of a member in chunks. Raises UnreadableFile."""
        try:
            with self.zip.open(name) as member:
                while chunk := member.read(CHUNK):
                    self.left -= len(chunk)
                    if self.left < 0:
                        raise UnreadableFile("archive_bombe")
                    yield chunk
        except (zipfile.BadZipFile, OSError, EOFError, RuntimeError, NotImplementedError, ValueError) as error:
            raise UnreadableFile("archive") from error
        except Exception as error:
            if isinstance(error, UnreadableFile):
                raise
            raise UnreadableFile("archive") from error

    def extract_member(self, name: str, target: Path) -> None:
        """Write a member to `target`, a path that the caller chooses."""
        with contextlib.closing(self.read_member(name)) as chunks, target.open("wb") as out:
            out.writelines(chunks)
