"""What every measurement leans on: rows of the table, percentiles, an HTTP client, memory."""

import http.client
import json
import math
import threading
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from types import TracebackType
from typing import Any, Self
from uuid import uuid4

MEBIBYTE = 1024 * 1024


@dataclass(frozen=True)
class Row:
    """One line of the table: what was measured, the bar, what came out, and whether that holds."""

    work: str
    bar: str
    measured: str
    holds: bool


@dataclass
class Times:
    """Seconds of the repetitions of one thing."""

    seconds: list[float] = field(default_factory=list)

    def at(self, share: float) -> float:
        """The time in milliseconds that `share` of the repetitions do not exceed."""
        ordered = sorted(self.seconds)
        return ordered[min(len(ordered) - 1, math.ceil(share * len(ordered)) - 1)] * 1000

    @property
    def p50(self) -> float:
        return self.at(0.5)

    @property
    def p95(self) -> float:
        return self.at(0.95)

    def __str__(self) -> str:
        return f"p50 {self.p50:.1f} ms, p95 {self.p95:.1f} ms"


def timed(work: Callable[[], Any], times: int) -> Times:
    """`work` repeated, after one unmeasured run."""
    work()
    found = Times()
    for _ in range(times):
        began = time.perf_counter()
        work()
        found.seconds.append(time.perf_counter() - began)
    return found


@dataclass(frozen=True)
class Answer:
    """A whole answer and the seconds from sending to its last byte."""

    status: int
    headers: dict[str, str]
    body: bytes
    seconds: float

    def json(self) -> Any:
        return json.loads(self.body)


class Client:
    """One connection that stays open, signed in. Raises RuntimeError for an answer that was not expected."""

    def __init__(self, port: int, account: dict[str, str]) -> None:
        self.connection = http.client.HTTPConnection("127.0.0.1", port, timeout=600)
        body = {"email": account["email"], "password": account["password"]}
        self.used = time.monotonic()
        self.token = ""
        self.token = self.post("/api/auth/login", body).json()["data"]["accessToken"]

    def send(
        self,
        method: str,
        path: str,
        body: bytes | None = None,
        kind: str = "",
        expect: Sequence[int] = (200,),
        **headers: str,
    ) -> Answer:
        sent = {"Authorization": f"Bearer {self.token}"} if self.token else {}
        sent |= {name.replace("_", "-"): value for name, value in headers.items()}
        if kind:
            sent["Content-Type"] = kind
        # The server ends a connection that was idle for its keep-alive time.
        if time.monotonic() - self.used > 2:
            self.connection.close()
        began = time.perf_counter()
        self.connection.request(method, path, body, sent)
        answer = self.connection.getresponse()
        content = answer.read()
        seconds = time.perf_counter() - began
        self.used = time.monotonic()
        if answer.status not in expect:
            raise RuntimeError(f"{method} {path}: {answer.status} {content[:300]!r}")
        return Answer(answer.status, {name.lower(): value for name, value in answer.getheaders()}, content, seconds)

    def get(self, path: str, expect: Sequence[int] = (200,), **headers: str) -> Answer:
        return self.send("GET", path, expect=expect, **headers)

    def post(self, path: str, body: Any) -> Answer:
        return self.send("POST", path, json.dumps(body).encode(), "application/json")

    def upload(self, path: str, file: Path, fields: dict[str, str]) -> Answer:
        """A multipart form with one file; answers 200, 201 or 202."""
        mark = uuid4().hex
        parts = [
            f'--{mark}\r\nContent-Disposition: form-data; name="{name}"\r\n\r\n{value}\r\n'.encode()
            for name, value in fields.items()
        ]
        head = f'--{mark}\r\nContent-Disposition: form-data; name="file"; filename="{file.name}"\r\n\r\n'
        body = b"".join([*parts, head.encode(), file.read_bytes(), f"\r\n--{mark}--\r\n".encode()])
        return self.send("POST", path, body, f"multipart/form-data; boundary={mark}", expect=(200, 201, 202))


def tree(pid: int) -> list[int]:
    """A process and all below it."""
    found = [pid]
    for process in found:
        try:
            tasks = list(Path(f"/proc/{process}/task").iterdir())
            found += [int(child) for task in tasks for child in (task / "children").read_text().split()]
        except OSError:
            continue  # ended meanwhile
    return found


def resident(pids: Sequence[int]) -> int:
    """Bytes of memory that the processes and all below them hold."""
    total = 0
    for pid in (below for top in pids for below in tree(top)):
        try:
            total += int(Path(f"/proc/{pid}/statm").read_text().split()[1]) * 4096
        except OSError:
            continue  # ended meanwhile
    return total


class Memory:
    """How far the memory of some processes grows during a block, looked at four times a second."""

    def __init__(self, pids: Sequence[int]) -> None:
        self.pids = pids
        self.before = self.highest = resident(pids)
        self.done = threading.Event()
        self.watcher = threading.Thread(target=self._watch, daemon=True)

    def _watch(self) -> None:
        while not self.done.wait(0.25):
            self.highest = max(self.highest, resident(self.pids))

    @property
    def growth(self) -> float:
        """In MB."""
        return (self.highest - self.before) / MEBIBYTE

    def __enter__(self) -> Self:
        self.watcher.start()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.done.set()
        self.watcher.join()
