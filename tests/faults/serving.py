"""A real nginx in front of a real gunicorn, on the database of the tests, and clients that are slow."""

import http.client
import os
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from urllib.parse import quote

from django.db import connection

from config.devtools.nginx import start_nginx
from config.devtools.shell import ROOT

START_SECONDS = 300


def database_url() -> str:
    """The address of the tests' database."""
    known = connection.settings_dict
    user, password = quote(known["USER"]), quote(known["PASSWORD"])
    return f"postgres://{user}:{password}@{quote(known['HOST'], safe='')}:{known['PORT']}/{known['NAME']}"


@contextmanager
def ended(process: subprocess.Popen) -> Iterator[None]:
    """Stop a process at the end."""
    try:
        yield
    finally:
        process.send_signal(signal.SIGTERM)
        try:
            process.wait(15)
        except subprocess.TimeoutExpired:
            process.kill()
            process.wait()


@contextmanager
def gunicorn(bind: str, log: Path, pass_fds: tuple[int, ...] = (), **settings: str) -> Iterator[None]:
    """The web server, on an address of its own kind of writing."""
    env = os.environ | {"DATABASE_URL": database_url(), "TABANCA_TRUSTED_PROXIES": "127.0.0.1", **settings}
    command = [sys.executable, "-m", "gunicorn", "--config", "config/gunicorn.py", "--bind", bind, "config.wsgi"]
    with log.open("wb") as out:
        process = subprocess.Popen(command, cwd=ROOT, env=env, pass_fds=pass_fds, stdout=out, stderr=out)
    with ended(process):
        yield


@contextmanager
def nginx(upstream: Path, folder: Path) -> Iterator[int]:
    """nginx in front of a Unix socket; gives its port."""
    with socket.create_server(("127.0.0.1", 0)) as door, ended(start_nginx(door, upstream, folder)):
        yield door.getsockname()[1]


@contextmanager
def service(folder: Path, **settings: str) -> Iterator[int]:
    """nginx and gunicorn, ready; gives the port."""
    sockets = folder / "run"
    sockets.mkdir()
    with ExitStack() as stack:
        stack.enter_context(gunicorn(f"unix:{sockets / 'web.sock'}", folder / "web.log", **settings))
        port = stack.enter_context(nginx(sockets / "web.sock", folder))
        wait_until_ready(port, folder / "web.log")
        yield port


@contextmanager
def bare_service(folder: Path, **settings: str) -> Iterator[int]:
    """Gunicorn without nginx, ready; gives the port."""
    with socket.create_server(("127.0.0.1", 0)) as door:
        port = door.getsockname()[1]
        with gunicorn(f"fd://{door.fileno()}", folder / "web.log", (door.fileno(),), **settings):
            wait_until_ready(port, folder / "web.log")
            yield port


def wait_until_ready(port: int, log: Path) -> None:
    until = time.monotonic() + START_SECONDS
    while ask(port, "/readyz")[0] != 200:
        assert time.monotonic() < until, log.read_text()
        time.sleep(0.1)


def ask(
    port: int, path: str, token: str = "", method: str = "GET", **headers: str
) -> tuple[int, bytes, dict[str, str]]:
    """One request; gives status, body and headers. Status 0 when nobody answers."""
    asking = http.client.HTTPConnection("127.0.0.1", port, timeout=20)
    named = {name.replace("_", "-"): value for name, value in headers.items()}
    try:
        asking.request(method, path, headers=named | ({"Authorization": f"Bearer {token}"} if token else {}))
        answer = asking.getresponse()
        return answer.status, answer.read(), {name.lower(): value for name, value in answer.getheaders()}
    except OSError:
        return 0, b"", {}
    finally:
        asking.close()


def open_client(port: int) -> socket.socket:
    """A client that keeps little for who does not read."""
    client = socket.socket()
    client.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
    client.settimeout(20)
    client.connect(("127.0.0.1", port))
    return client


def begin_to_read(port: int, path: str, token: str) -> socket.socket:
    """Ask for a file, read its first bytes and no more."""
    until = time.monotonic() + 20
    while True:
        client = open_client(port)
        client.sendall(f"GET {path} HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer {token}\r\n\r\n".encode())
        first = client.recv(64)
        if b" 200 " in first:
            return client
        # Exports take turns: another one may still be on its way to nginx.
        assert b" 429 " in first and time.monotonic() < until, first
        client.close()
        time.sleep(0.05)


def begin_to_upload(port: int, path: str, token: str) -> socket.socket:
    """Announce a megabyte, send a little of it and no more."""
    client = open_client(port)
    head = f"POST {path} HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer {token}\r\nContent-Length: 1000000\r\n"
    client.sendall(f"{head}Content-Type: multipart/form-data; boundary=b\r\n\r\n--b\r\n".encode())
    return client
