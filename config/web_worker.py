"""Provide gunicorn's threaded worker, which refuses malformed HTTP with the documented error body instead of a page."""

import socket
from typing import Any

import orjson
from gunicorn.workers.gthread import ThreadWorker

from config.malformed_requests import describe_refusal


class _RefusalSocket:
    """Wrap the client's socket to replace the body of gunicorn's error page; the status stays gunicorn's."""

    def __init__(self, client: socket.socket) -> None:
        self.client = client

    def __getattr__(self, name: str) -> Any:
        return getattr(self.client, name)

    def sendall(self, page: bytes) -> None:
        first, _rest = page.split(b"\r\n", 1)
        body = orjson.dumps(describe_refusal(int(first.split()[1])))
        head = b"Connection: close\r\nContent-Type: application/json\r\nContent-Length: %d\r\n\r\n" % len(body)
        self.client.sendall(first + b"\r\n" + head + body)


class WebWorker(ThreadWorker):
    """Serve requests in threads; describe malformed ones as `config.malformed_requests` does."""

    def handle_error(self, req: Any, client: Any, addr: Any, exc: BaseException) -> None:
        super().handle_error(req, _RefusalSocket(client), addr, exc)
