"""What is no proper request, or comes from nobody, is refused in the documented shape: over nginx, gunicorn and Django."""

import http.client
import json
import socket
import time
from contextlib import ExitStack
from io import BytesIO

import pytest
from django.utils import translation

from accounts.tokens.services import open_session
from config.body_draining import drain_bodies
from config.devtools import packages
from config.front import TEMPLATE
from config.malformed_requests import MALFORMED, SENTENCES, describe_refusal
from tests.faults import serving

needs_nginx = pytest.mark.skipif(packages.find_nginx() is None, reason="no nginx")
KEY = "Idempotency-Key"
# Request line, headers, and the status of the refusal.
REQUESTS = {
    "line-end": ("GET /api/menages/abc%0a", {}, 404),
    "line-end-after-an-id": ("GET /api/menages/01a20420-eefa-745c-9b5f-e658f3c5967f%0a", {}, 404),
    "return": ("GET /api/menages/%0d%0aX", {}, 404),
    "no-utf-8": ("GET /api/menages/%ff%fe", {}, 404),
    "nul": ("GET /api/menages/abc%00", {}, 400),
    "half-escape": ("GET /api/menages/%zz", {}, 400),
    "control": ("GET /api/menages/\x01", {}, 400),
    "raw-letter": ("GET /api/menages/\xe9", {}, 400),
    "long-query": (f"GET /api/menages?search={'a' * 5_000}", {}, 414),
    "longer-query": (f"GET /api/menages?search={'a' * 20_000}", {}, 414),
    "trace": ("TRACE /api/menages", {}, 405),
    "connect": ("CONNECT /api/menages", {}, 405),
    "unknown-method": ("FOO /api/menages", {}, 405),
    "long-method": (f"{'A' * 100} /api/menages", {}, 400),
    "small-method": ("get /api/menages", {}, 400),
    "key-with-control": ("POST /api/menages", {KEY: "a\x01b", "Content-Length": "0"}, 400),
    "key-with-nul": ("POST /api/menages", {KEY: "a\x00b", "Content-Length": "0"}, 400),
    "longer-key": ("POST /api/menages", {KEY: "a" * 9_000, "Content-Length": "0"}, 431),
    "long-header": ("GET /api/menages", {"X-A": "a" * 20_000}, 431),
    "many-headers": ("GET /api/menages", {f"X-{number}": "a" for number in range(200)}, 431),
    "bad-header": ("GET /api/menages", {"X A": "a"}, 400),
    "bad-language": ("GET /api/menages", {"Accept-Language": "\x01"}, 400),
    "bad-host": ("GET /api/menages", {"Host": "a_b$"}, 400),
    "bad-length": ("POST /api/menages", {"Content-Length": "abc"}, 400),
    "unknown-coding": ("POST /api/menages", {"Transfer-Encoding": "foo"}, 501),
    "two-lengths": ("POST /api/menages", {"Transfer-Encoding": "chunked", "Content-Length": "3"}, 400),
    "bad-chunk": ("POST /api/menages", {"Transfer-Encoding": "chunked"}, 400),
}


@pytest.fixture(scope="module")
def port(django_db_setup, tmp_path_factory):
    with serving.service(tmp_path_factory.mktemp("service")) as found:
        yield found


def send(port, line, headers, body="zz\r\n"):
    """Send a request as it is written; give the answer and its body."""
    named = {"Host": "localhost", "Connection": "close", **headers}
    text = "".join(f"{name}: {value}\r\n" for name, value in named.items())
    with socket.create_connection(("127.0.0.1", port), timeout=20) as client:
        client.sendall(f"{line} HTTP/1.1\r\n{text}\r\n{body}".encode("latin-1"))
        answer = http.client.HTTPResponse(client)
        answer.begin()
        return answer, answer.read()


def check_refusal(answer, body, status):
    assert (answer.status, answer.headers.get_content_type()) == (status, "application/json")
    told = json.loads(body)
    assert told["success"] is False
    assert told["error"] and told["code"]


@needs_nginx
@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize(("line", "headers", "status"), REQUESTS.values(), ids=REQUESTS)
def test_over_nginx(port, line, headers, status):
    check_refusal(*send(port, line, headers), status)


@needs_nginx
@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize("language", ["fr", "pt", "en"])
def test_nginx_speaks_as_the_service_does(port, language):
    with translation.override(language):
        for status, line in ((404, "GET /.refused"), (405, "TRACE /api")):
            told = send(port, line, {"Accept-Language": language})[1]
            assert json.loads(told)["error"] == str(SENTENCES[status])
        # Refused before the language was read: in French over the line.
        for sentence in (MALFORMED, *SENTENCES.values()):
            assert f'"{sentence}";' in TEMPLATE.read_text()


@pytest.mark.django_db(transaction=True)
@pytest.mark.slow
def test_over_gunicorn_alone(tmp_path):
    with serving.bare_service(tmp_path) as bare:
        for name in ("long-query", "many-headers", "key-with-control", "raw-letter", "long-method"):
            line, headers, status = REQUESTS[name]
            answer, body = send(bare, line, headers)
            check_refusal(answer, body, status)
            assert json.loads(body) == describe_refusal(status)


@pytest.mark.django_db
@pytest.mark.parametrize(
    "path", ["menages/abc%0a", "menages/%0d%0aX", "%00", "menages/%ff", "regions/abc%0a", "x/../y%0a", "%0a"]
)
def test_over_django_alone(client, path):
    answer = client.get(f"/api/{path}", headers={"Accept": "text/html"})
    assert (answer.status_code, answer.json()["code"]) == (404, "NOT_FOUND")


@pytest.mark.django_db
def test_a_host_that_is_none(client, settings):
    settings.ALLOWED_HOSTS = ["tabanca.example"]
    answer = client.get("/api/menages", headers={"Host": "evil.example", "Accept": "text/html"})
    assert (answer.status_code, answer.json()["code"]) == (400, "VALIDATION_ERROR")


@pytest.mark.django_db
def test_pages_are_refused_as_pages(client):
    answer = client.get("/nothing", headers={"Accept": "text/html"})
    assert (answer.status_code, answer.headers["Content-Type"]) == (404, "text/html; charset=utf-8")
    assert "Ressource introuvable" in answer.content.decode()


@needs_nginx
@pytest.mark.django_db(transaction=True)
def test_a_stranger_sends_little(port):
    """What is not from a session stays in memory, whatever its length says."""
    for headers in ({"Content-Length": "70000"}, {"Content-Length": "50000000"}):
        answer, body = send(port, "POST /api/fichiers", headers)
        check_refusal(answer, body, 401)
        assert answer.headers["WWW-Authenticate"] == "Bearer"
    for path in ("/api/auth/login", "/api/auth/refresh", "/api/public/plaintes", "/plainte"):
        check_refusal(*send(port, f"POST {path}", {"Content-Length": "70000"}), 413)
    check_refusal(*send(port, "GET /api/menages", {"Content-Length": "70000", "Authorization": "Bearer x"}), 413)
    with socket.create_connection(("127.0.0.1", port), timeout=20) as client:
        client.sendall(b"POST /api/fichiers HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\n")
        client.sendall(b"10000\r\n" + b"a" * 65536 + b"\r\n" + b"1000\r\n" + b"a" * 4096 + b"\r\n")
        answer = http.client.HTTPResponse(client)
        answer.begin()
        check_refusal(answer, answer.read(), 401)


@pytest.mark.slow
@needs_nginx
@pytest.mark.django_db(transaction=True)
def test_one_address_has_few_uploads_at_once(port, cast):
    token = open_session(user=cast.admin).access_token
    with ExitStack() as clients:
        for _ in range(10):
            clients.enter_context(serving.begin_to_upload(port, "/api/fichiers", token))
        until = time.monotonic() + 10
        status, body = 0, b""
        while status != 429 and time.monotonic() < until:
            # Bodies without a length count as well.
            headers = {"Authorization": f"Bearer {token}", "Transfer-Encoding": "chunked"}
            answer, body = send(port, "POST /api/fichiers", headers, "0\r\n\r\n")
            status = answer.status
        check_refusal(answer, body, 429)
        assert serving.ask(port, "/api/regions", token)[0] == 200
        small = {"Authorization": f"Bearer {token}", "Content-Type": "application/json", "Content-Length": "4"}
        assert send(port, "POST /api/menages", small)[0].status == 400


@pytest.mark.django_db(transaction=True)
@pytest.mark.slow
def test_a_refused_upload_gets_its_refusal_over_tcp(tmp_path, cast):
    """A front on another machine comes by TCP: the answer to a body that nobody reads is not lost there either."""
    head = (
        "POST /api/import/menages HTTP/1.1\r\nHost: x\r\nContent-Length: 8000000\r\n"
        f"Authorization: Bearer {'A' * 43}\r\nContent-Type: multipart/form-data; boundary=b\r\n\r\n"
    )
    with serving.bare_service(tmp_path) as bare, socket.create_connection(("127.0.0.1", bare), timeout=20) as client:
        client.sendall(head.encode() + b"a" * 50_000)
        time.sleep(2)  # time enough to refuse and to close
        client.sendall(b"a" * 7_950_000)
        refused = http.client.HTTPResponse(client)
        refused.begin()
    assert refused.status == 401


@pytest.mark.parametrize(
    ("address", "is_read"),
    [("", True), ("10.0.0.7", True), ("::ffff:10.0.0.7", True), ("41.0.0.1", False), ("nobody", False)],
)
def test_bodies_are_read_for_the_front_alone(settings, address, is_read):
    settings.TRUSTED_PROXIES = ["10.0.0.0/24"]
    body = BytesIO(b"a" * 10)
    drain_bodies(lambda environ, start: [b""])({"REMOTE_ADDR": address, "wsgi.input": body}, None)
    assert (body.tell() == 10) is is_read
