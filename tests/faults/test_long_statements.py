"""Statements that are longer than other uploads, through nginx as it is documented."""

import http.client
import json
import socket
from collections.abc import Iterator
from contextlib import ExitStack

import pytest

from accounts.files.models import StoredFile
from accounts.tokens.services import open_session
from config.devtools import packages
from tests.faults import serving

pytestmark = [
    pytest.mark.django_db(transaction=True),
    pytest.mark.skipif(packages.find_nginx() is None, reason="no nginx"),
    pytest.mark.slow,
]
MEBIBYTE = 1024 * 1024
LINE = b"OPA-0001,+245955123456,15000,2025-02-15\n"
HEAD = b'--b\r\nContent-Disposition: form-data; name="file"; filename="releve.csv"\r\nContent-Type: text/csv\r\n\r\n'
TAIL = b"\r\n--b--\r\n"


@pytest.fixture(scope="module")
def port(django_db_setup, tmp_path_factory):
    folder = tmp_path_factory.mktemp("service")
    with serving.service(folder, TABANCA_FILES_ROOT=str(folder / "fichiers")) as found:
        yield found


def write_form(size: int) -> Iterator[bytes]:
    """Yield a form with one statement of at least `size` bytes, block by block."""
    block = LINE * (MEBIBYTE // len(LINE))
    yield HEAD + b"reference,telephone,montant,date\n"
    for _ in range(-(-size // len(block))):
        yield block
    yield TAIL


def send(port: int, path: str, token: str, size: int) -> tuple[int, dict]:
    """Send a form of a known length; give the status and the answer, also where the body is not wanted."""
    length = sum(map(len, write_form(size)))
    asking = http.client.HTTPConnection("127.0.0.1", port, timeout=120)
    headers = {
        "Authorization": f"Bearer {token}",
        "Content-Type": "multipart/form-data; boundary=b",
        "Content-Length": str(length),
    }
    asking.putrequest("POST", path)
    for name, value in headers.items():
        asking.putheader(name, value)
    asking.endheaders()
    try:
        for block in write_form(size):
            asking.send(block)
    except (BrokenPipeError, ConnectionResetError):
        assert size > 50 * MEBIBYTE
    answer = asking.getresponse()
    found = answer.status, json.loads(answer.read())
    asking.close()
    return found


def test_a_long_statement_passes_and_nothing_else_does(port, cast):
    token, reader = (open_session(user=user).access_token for user in (cast.admin, cast.reader_west))
    status, answer = send(port, "/api/fichiers", token, 60 * MEBIBYTE)
    assert status == 201, answer
    stored = StoredFile.objects.get()
    assert (stored.taille > 59 * MEBIBYTE, answer["data"]["taille"]) == (True, stored.taille)
    # Who does not reconcile is refused by the service, in its words; other addresses by nginx, before anything is read.
    status, answer = send(port, "/api/fichiers", reader, 60 * MEBIBYTE)
    assert (status, answer["code"]) == (413, "PAYLOAD_TOO_LARGE")
    status, answer = send(port, "/api/import/menages", token, 60 * MEBIBYTE)
    assert (status, answer["code"]) == (413, "PAYLOAD_TOO_LARGE")
    assert StoredFile.objects.count() == 1


def begin_large(port: int, source: str, length: int) -> socket.socket:
    """Announce a body from an address, send a little of it and no more."""
    client = socket.socket()
    client.settimeout(20)
    client.bind((source, 0))
    client.connect(("127.0.0.1", port))
    head = f"POST /api/fichiers HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer x\r\nContent-Length: {length}\r\n"
    client.sendall(f"{head}Content-Type: multipart/form-data; boundary=b\r\n\r\n--b\r\n".encode())
    return client


def is_refused(client: socket.socket) -> bool:
    """Return whether nginx answers at once that there are too many; else it waits for the rest of the body."""
    client.settimeout(2)
    try:
        return b" 429 " in client.recv(64)
    except TimeoutError:
        return False


def test_ten_long_ones_at_once_from_all_addresses(port, cast):
    with ExitStack() as clients:
        for place in range(10):
            clients.enter_context(begin_large(port, f"127.0.0.{1 + place % 2}", 60_000_000))
        long_one = clients.enter_context(begin_large(port, "127.0.0.3", 60_000_000))
        assert is_refused(long_one)
        # Short files of others are taken all the same.
        assert not is_refused(clients.enter_context(begin_large(port, "127.0.0.3", 1_000_000)))
