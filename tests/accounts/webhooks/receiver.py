"""A receiver of webhooks behind a real socket, which checks signatures as the specification says."""

import base64
import hashlib
import hmac
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any, NamedTuple


class Got(NamedTuple):
    """One request as it came."""

    path: str
    headers: dict[str, str]
    body: bytes


class Receiver(ThreadingHTTPServer):
    """`got` holds what came; `status` is answered. `fault`: `hang` (no answer), `drip` (a byte now and then),
    `flood` (an answer without end), `redirect` (to itself)."""

    daemon_threads = True

    def __init__(self) -> None:
        super().__init__(("127.0.0.1", 0), _Handler)
        self.got: list[Got] = []
        self.status = 204
        self.fault = ""
        self.over = threading.Event()
        self.at_once = 0
        self.most_at_once = 0
        self.lock = threading.Lock()

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.server_address[1]}"


class _Handler(BaseHTTPRequestHandler):
    server: Receiver

    def log_message(self, *args: Any) -> None:
        """Quiet."""

    def do_POST(self) -> None:
        server = self.server
        body = self.rfile.read(int(self.headers["Content-Length"]))
        with server.lock:
            server.got.append(Got(self.path, {name.lower(): text for name, text in self.headers.items()}, body))
            server.at_once += 1
            server.most_at_once = max(server.most_at_once, server.at_once)
        try:
            self._answer()
        except OSError:
            self.close_connection = True
        finally:
            with server.lock:
                server.at_once -= 1

    def _answer(self) -> None:
        server = self.server
        if server.fault == "hang":
            server.over.wait(5)
            return
        if server.fault == "drip":
            for byte in b"HTTP/1.1 200 OK\r\nX-Slow: " + b"x" * 100:
                self.wfile.write(bytes([byte]))
                self.wfile.flush()
                if server.over.wait(0.1):
                    return
            return
        if server.fault == "redirect":
            self.send_response(302)
            self.send_header("Location", f"{server.url}/elsewhere")
            self.end_headers()
            return
        self.send_response(server.status)
        if server.fault == "flood":
            self.end_headers()
            while not server.over.is_set():
                self.wfile.write(b"x" * 65536)
            return
        if server.fault == "slow":
            server.over.wait(0.3)
        self.send_header("Content-Length", "0")
        self.end_headers()


def verified(secret: str, got: Got) -> bool:
    """Whether one of the signatures is that of this secret (Standard Webhooks)."""
    raw = base64.b64decode(secret.removeprefix("whsec_"))
    signed = f"{got.headers['webhook-id']}.{got.headers['webhook-timestamp']}.".encode() + got.body
    own = base64.b64encode(hmac.new(raw, signed, hashlib.sha256).digest()).decode()
    return f"v1,{own}" in got.headers["webhook-signature"].split(" ")


@contextmanager
def running() -> Iterator[Receiver]:
    with Receiver() as receiver:
        thread = threading.Thread(target=receiver.serve_forever, kwargs={"poll_interval": 0.01})
        thread.start()
        try:
            yield receiver
        finally:
            receiver.over.set()
            receiver.shutdown()
            thread.join()
