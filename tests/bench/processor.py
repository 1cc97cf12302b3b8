"""How long processors worked for a measurement, which others on a busy machine change little: unlike the clock's time.

Of the processes of the server, and of PostgreSQL where it runs on this machine. What ended in between is counted with the
process that waited for it.
"""

import os
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

import psycopg

from tests.bench.tools import tree

TICKS = os.sysconf("SC_CLK_TCK")


@dataclass
class Spent:
    """Seconds of processors; `database` is None where PostgreSQL's processes cannot be seen."""

    server: float = 0.0
    database: float | None = 0.0

    @property
    def total(self) -> float:
        return self.server + (self.database or 0.0)

    def each(self, times: int) -> str:
        """Milliseconds for one of so many repetitions."""
        return f"server {_milliseconds(self.server, times)}, PostgreSQL {_milliseconds(self.database, times)}"

    def __str__(self) -> str:
        return f"server {_seconds(self.server)}, PostgreSQL {_seconds(self.database)}"


def _milliseconds(seconds: float | None, times: int) -> str:
    return "not known" if seconds is None else f"{1000 * seconds / times:.2f} ms"


def _seconds(seconds: float | None) -> str:
    return "not known" if seconds is None else f"{seconds:.1f} s"


def _stat(pid: int) -> list[str]:
    """The fields of /proc/<pid>/stat after the name, which may hold anything; none when the process has ended."""
    try:
        return Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
    except OSError:
        return []


def count_seconds(pids: Sequence[int]) -> float:
    """Return the processor time of these processes, all below them, and those that ended below them."""
    ticks = sum(int(value) for top in pids for pid in tree(top) for value in _stat(pid)[11:15])
    return ticks / TICKS


def find_postmaster(url: str) -> int | None:
    """Return the process above all of PostgreSQL's, or None when it runs elsewhere."""
    with psycopg.connect(url) as connection:
        backend = connection.info.backend_pid
        try:
            is_here = Path(f"/proc/{backend}/cmdline").read_bytes().startswith(b"postgres:")
        except OSError:
            is_here = False
        return int(_stat(backend)[1]) if is_here else None


@contextmanager
def count_spent(server: Sequence[int], postmaster: int | None) -> Iterator[Spent]:
    """Yield what the block will have spent, known at its end."""
    spent = Spent()
    before = count_seconds(server), count_seconds([postmaster] if postmaster else [])
    yield spent
    spent.server = count_seconds(server) - before[0]
    spent.database = count_seconds([postmaster]) - before[1] if postmaster else None
