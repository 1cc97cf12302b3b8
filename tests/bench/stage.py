"""The stage of the benchmark: a database of its own beside the caller's, and the real server and worker on it."""

import json
import os
import socket
import subprocess
import sys
import tempfile
import time
import urllib.error
import urllib.request
from contextlib import AbstractContextManager
from dataclasses import dataclass
from pathlib import Path
from types import TracebackType
from typing import Any, Self
from urllib.parse import urlsplit, urlunsplit

import psycopg
from psycopg import sql

from config.devtools.nginx import start_nginx
from tests.bench.processor import Spent, count_spent, find_postmaster
from tests.bench.tools import Client

ROOT = Path(__file__).resolve().parent.parent.parent
CONFIGURATION = ROOT / "config" / "gunicorn.py"
# A server that ended is seen at once: this long only a loaded machine takes.
START_SECONDS = 300


def beside(url: str, suffix: str) -> str:
    """The address of the database `<name>_bench_<suffix>` on the same server."""
    parts = urlsplit(url)
    return urlunsplit(parts._replace(path=f"{parts.path}_bench_{suffix}"))


def manage(url: str, *arguments: str, capture: bool = False) -> str:
    """Run `manage.py` on a database; answer what it printed when `capture`. Raises CalledProcessError."""
    done = subprocess.run(
        [sys.executable, "manage.py", *arguments],
        cwd=ROOT,
        env=environment(url),
        check=True,
        text=True,
        stdout=subprocess.PIPE if capture else None,
    )
    return done.stdout or ""


def environment(url: str) -> dict[str, str]:
    # The tokens of one run outlive it, and one user may ask as fast as he can (he is counted all the same); nothing
    # else differs from the demonstration's settings.
    own = {"TABANCA_ACCESS_TOKEN_SECONDS": "14400", "TABANCA_REQUESTS_PER_MINUTE": "100000000"}
    front = {"TABANCA_TRUSTED_PROXIES": "127.0.0.1"}
    return os.environ | own | front | {"DATABASE_URL": url, "TABANCA_LOG_LEVEL": "WARNING"}


def dropped(url: str, *sizes: int) -> None:
    """Drop the bench databases of these numbers of households, where there are any."""
    with psycopg.connect(url, autocommit=True) as connection:
        for size in sizes:
            name = sql.Identifier(urlsplit(beside(url, str(size))).path[1:])
            connection.execute(sql.SQL("DROP DATABASE IF EXISTS {} WITH (FORCE)").format(name))


def migrate_database(url: str, own: str) -> bool:
    """Make a database beside the caller's when there is none yet, and migrate it; answers whether it was there."""
    name = urlsplit(own).path[1:]
    with psycopg.connect(url, autocommit=True) as connection:
        known = connection.execute("SELECT 1 FROM pg_database WHERE datname = %s", [name]).fetchone()
        if not known:
            connection.execute(sql.SQL("CREATE DATABASE {}").format(sql.Identifier(name)))
    manage(own, "migrate", "--verbosity", "0")
    return bool(known)


def ready_database(url: str, households: int, services: int | None) -> str:
    """Make the bench database once; later runs only migrate it. Answers its address."""
    own = beside(url, str(households))
    known = migrate_database(url, own)
    options = ["--menages", str(households), "--seed", "1"]
    if services:
        options += ["--etablissements", str(services)]
    manage(own, "seed_demo", *options)
    if not known:
        with psycopg.connect(own, autocommit=True) as connection:
            connection.execute("VACUUM ANALYZE")
    return own


def open_door() -> socket.socket:
    """Return a listening socket on a free port, which nginx inherits."""
    door = socket.socket()
    door.bind(("127.0.0.1", 0))
    door.listen(1024)
    return door


@dataclass
class Stage:
    """nginx, server, and worker as `./dev up` starts them, as processes of this run on a free port, ended at the end.

    Behind nginx each request goes to a worker that is free; connected directly, a client would stay with the worker
    that took its connection, of which one may have twice as many as the other.
    """

    url: str
    # How many payments a generated statement is about; 0 leaves it to the measurement.
    lines: int = 0

    def __enter__(self) -> Self:
        self.postmaster = find_postmaster(self.url)
        self.accounts = json.loads(manage(self.url, "demo_accounts", "--json", capture=True))
        self.folder = tempfile.TemporaryDirectory(prefix="tabanca-bench-")
        upstream = Path(self.folder.name) / "web.sock"
        server = [sys.executable, "-m", "gunicorn", "config.wsgi", "--bind", f"unix:{upstream}"]
        if CONFIGURATION.exists():
            server += ["--config", str(CONFIGURATION)]
        env = environment(self.url) | {"DJANGO_SETTINGS_MODULE": "tests.bench.settings"}
        with open_door() as door:
            self.port = door.getsockname()[1]
            front = start_nginx(door, upstream, Path(self.folder.name))
        commands = [server, [sys.executable, "manage.py", "worker"]]
        started = [subprocess.Popen(command, cwd=ROOT, env=env, stdout=subprocess.DEVNULL) for command in commands]
        self.processes = [started[0], front, started[1]]
        self._wait()
        return self

    def _wait(self) -> None:
        until = time.monotonic() + START_SECONDS
        while True:
            try:
                urllib.request.urlopen(f"http://127.0.0.1:{self.port}/readyz", timeout=5)
                return
            except (urllib.error.URLError, ConnectionError, TimeoutError) as error:
                if time.monotonic() > until or self.processes[0].poll() is not None:
                    self.__exit__(None, None, None)
                    raise RuntimeError(f"the server does not start: {error}") from error
                time.sleep(0.2)

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        for process in self.processes:
            process.terminate()
        for process in self.processes:
            try:
                process.wait(15)
            except subprocess.TimeoutExpired:
                process.kill()
                process.wait()
        self.folder.cleanup()

    @property
    def pids(self) -> list[int]:
        return [process.pid for process in self.processes]

    def spending(self, with_worker: bool = False) -> AbstractContextManager[Spent]:
        """Count the processor time of the server and nginx, of the worker when that is what works, and of PostgreSQL."""
        return count_spent(self.pids if with_worker else self.pids[:2], self.postmaster)

    def client(self, account: int = 0) -> Client:
        """A connection signed in with one of the demonstration's accounts; the first sees and may do all."""
        return Client(self.port, self.accounts[account % len(self.accounts)])

    def database(self) -> psycopg.Connection[Any]:
        return psycopg.connect(self.url, autocommit=True)

    def sample(self, query: str, params: Any = None) -> list[tuple[Any, ...]]:
        with self.database() as connection:
            return connection.execute(query, params).fetchall()
