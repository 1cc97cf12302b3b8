"""On what it was measured: figures of two machines, or of two hours of one that others share, say little side by side."""

import os
import platform
import subprocess
import sys
from pathlib import Path

import psycopg

LOOP = """
import time
began, total = time.perf_counter(), 0
for number in range(8_000_000):
    total += number & 3
print(time.perf_counter() - began)
"""
GIB = 1024 * 1024
SETTINGS = ("server_version", "fsync", "synchronous_commit", "shared_buffers", "max_wal_size")


def described(url: str) -> list[str]:
    """Sentences about the processor, its pace at this moment, the memory and the database server."""
    cores = os.cpu_count() or 1
    paces = ", ".join(f"{seconds:.2f}" for seconds in measure_paces(cores))
    with psycopg.connect(url) as connection:
        shown = "SELECT name || ' ' || current_setting(name) FROM unnest(%s::text[]) name"
        settings = [text for (text,) in connection.execute(shown, [list(SETTINGS)])]
    processor = _named("/proc/cpuinfo", "model name") or platform.machine()
    return [
        f"{cores} cores, {processor} (family {_named('/proc/cpuinfo', 'cpu family') or 'unknown'}), {_memory()}",
        f"a loop of Python on each core at once: {paces} s",
        f"PostgreSQL: {', '.join(settings)}",
    ]


def measure_paces(cores: int) -> list[float]:
    """Return the seconds of the same small loop, on every core at once."""
    loops = [subprocess.Popen([sys.executable, "-c", LOOP], stdout=subprocess.PIPE, text=True) for _ in range(cores)]
    return [float(loop.communicate()[0]) for loop in loops]


def _named(path: str, name: str) -> str:
    """The value of the first line `name: value` of a file of /proc; empty where there is none."""
    file = Path(path)
    lines = file.read_text().splitlines() if file.exists() else []
    return next((line.partition(":")[2].strip() for line in lines if line.startswith(name)), "")


def _memory() -> str:
    kibibytes = _named("/proc/meminfo", "MemTotal").split()
    return f"{int(kibibytes[0]) / GIB:.0f} GiB" if kibibytes else "memory unknown"
