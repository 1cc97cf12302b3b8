"""A mail server on a real socket, as far as one is needed, and how it misbehaves."""

import socketserver
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any


class MailServer(socketserver.ThreadingTCPServer):
    """`taken` holds what was accepted. `fault`: `refuse` (451 after the text), `silent` (takes the text and never
    answers), `dead` (not even a greeting)."""

    daemon_threads = True
    allow_reuse_address = True

    def __init__(self) -> None:
        super().__init__(("127.0.0.1", 0), _Session)
        self.taken: list[bytes] = []
        self.fault = ""
        self.over = threading.Event()


class _Session(socketserver.StreamRequestHandler):
    server: MailServer

    def say(self, line: str) -> None:
        self.wfile.write(f"{line}\r\n".encode())

    def handle(self) -> None:
        if self.server.fault == "dead":
            self.server.over.wait(5)
            return
        self.say("220 here")
        for raw in self.rfile:
            word = raw[:4].upper()
            if word == b"DATA":
                self.say("354 go on")
                self._take()
            elif word == b"QUIT":
                self.say("221 bye")
                return
            else:
                self.say("250 ok")

    def _take(self) -> None:
        lines: list[bytes] = []
        for raw in self.rfile:
            if raw == b".\r\n":
                break
            lines.append(raw)
        if self.server.fault == "refuse":
            self.say("451 later")
            return
        self.server.taken.append(b"".join(lines))
        if self.server.fault == "silent":
            self.server.over.wait(5)
            return
        self.say("250 taken")


@contextmanager
def running(settings: Any) -> Iterator[MailServer]:
    """Such a server, which Django's settings name."""
    with MailServer() as server:
        thread = threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.01})
        thread.start()
        settings.EMAIL_BACKEND = "django.core.mail.backends.smtp.EmailBackend"
        settings.EMAIL_HOST, settings.EMAIL_PORT = server.server_address
        settings.EMAIL_TIMEOUT, settings.EMAIL_USE_TLS = 0.3, False
        try:
            yield server
        finally:
            server.over.set()
            server.shutdown()
            thread.join()
