"""The web server with slow clients, and what nginx answers by itself."""

import gzip
import http.client
import json
import socket
import threading
import time
from contextlib import ExitStack

import pytest
from django.db import connection

from accounts.tokens.services import open_session
from config.devtools import packages
from tests.faults import serving
from tests.threads import wait_for_quiet

pytestmark = [
    pytest.mark.django_db(transaction=True),
    pytest.mark.skipif(packages.find_nginx() is None, reason="no nginx"),
]
EXPORT = "/api/carte/export/geojson?type=localites"
MANY = """
INSERT INTO geo_localite (id, nom, code, type, secteur_id, geom, created_at, updated_at)
SELECT gen_random_uuid(), repeat('Tabanca ', 12) || number, 'X' || number, 'village', %s,
       ST_SetSRID(ST_MakePoint(-15.5, 12.75), 4326), now(), now()
FROM generate_series(1, 30000) AS number
"""


@pytest.fixture
def many(country):
    """An export of some ten megabytes: more than the sockets between server and client hold."""
    with connection.cursor() as cursor:
        cursor.execute(MANY, [country.north.id])


@pytest.fixture(scope="module")
def port(django_db_setup, tmp_path_factory):
    """One service for the tests that ask nothing special of it."""
    with serving.service(tmp_path_factory.mktemp("service"), TABANCA_SIGN_INS_PER_MINUTE="2") as found:
        yield found


def token_of(user):
    return open_session(user=user).access_token


def seconds_of(port, path, token=""):
    began = time.monotonic()
    status = serving.ask(port, path, token)[0]
    return status, time.monotonic() - began


@pytest.mark.slow
def test_slow_clients_keep_nobody_waiting(port, cast, many):
    token = token_of(cast.admin)
    with ExitStack() as clients:
        for _ in range(16):
            clients.enter_context(serving.begin_to_read(port, EXPORT, token))
            clients.enter_context(serving.begin_to_upload(port, "/api/fichiers", token))
        answers = [seconds_of(port, path, token) for path in ("/readyz", "/api/regions") for _ in range(8)]
        # Nobody's statement is open either: a slow reader holds no connection of the database.
        wait_for_quiet()
    assert {status for status, _ in answers} == {200}
    assert max(seconds for _, seconds in answers) < 1


def test_what_nginx_says_has_the_documented_shape(tmp_path):
    upstream = tmp_path / "nobody.sock"
    with serving.nginx(upstream, tmp_path) as port:
        while not (read := serving.ask(port, "/api/regions", Accept_Language="pt"))[0]:
            time.sleep(0.05)
        written = serving.ask(port, "/api/regions", method="POST")
        page = serving.ask(port, "/", Accept="text/html,*/*", Accept_Language="pt")
        sent = serving.ask(port, "/admin/login/", method="POST", Accept="text/html,*/*")
        program = serving.ask(port, "/api/regions", Accept="text/html,*/*")
        client = serving.open_client(port)
        client.sendall(b"POST /api/fichiers HTTP/1.1\r\nHost: x\r\nContent-Length: 400000000\r\n\r\n")
        refused = http.client.HTTPResponse(client)
        refused.begin()
        too_large = json.loads(refused.read())
        client.close()
    assert (read[0], read[2]["retry-after"]) == (503, "5")
    assert json.loads(read[1]) == {
        "success": False,
        "code": "SERVICE_UNAVAILABLE",
        "error": "O serviço está momentaneamente indisponível. Tente de novo daqui a alguns segundos.",
        "@context": "/api/contexts/Error",
        "@type": "hydra:Error",
        "hydra:title": "O serviço está momentaneamente indisponível. Tente de novo daqui a alguns segundos.",
        "hydra:description": "O serviço está momentaneamente indisponível. Tente de novo daqui a alguns segundos.",
    }
    # A person's browser gets a page that reloads itself, but not what it sent.
    assert (page[0], page[2]["content-type"], page[2]["retry-after"]) == (503, "text/html; charset=utf-8", "5")
    assert "momentaneamente indisponível" in page[1].decode() and 'http-equiv="refresh"' in page[1].decode()
    assert "a peut-être été faite" in sent[1].decode() and "refresh" not in sent[1].decode()
    assert json.loads(program[1])["code"] == "SERVICE_UNAVAILABLE"
    assert "a peut-être été faite" in json.loads(written[1])["error"]
    assert (refused.status, too_large["code"], too_large["error"]) == (
        413,
        "PAYLOAD_TOO_LARGE",
        "L'envoi est trop volumineux.",
    )


@pytest.mark.slow
def test_a_forged_address_counts_for_nothing(port, cast):
    body = json.dumps({"email": "x@tabanca.example", "password": "wrong"}).encode()

    def sign_in(number):
        asking = http.client.HTTPConnection("127.0.0.1", port, timeout=20)
        forged = {"X-Forwarded-For": f"41.0.0.{number}", "Content-Type": "application/json"}
        asking.request("POST", "/api/auth/login", body, forged)
        return asking.getresponse().status

    assert 429 in [sign_in(number) for number in range(6)]


def test_lists_exports_and_tiles_are_compressed(port, cast, country):
    with connection.cursor() as cursor:
        cursor.execute(MANY.replace("30000", "300"), [country.north.id])
    token = token_of(cast.admin)
    tile = "/api/carte/tuiles/localites/8/116/118.mvt"
    for path in ("/api/localites?limit=100", EXPORT, f"{EXPORT}&format=csv", tile):
        status, body, headers = serving.ask(port, path, token, Accept_Encoding="gzip")
        assert (status, headers["content-encoding"]) == (200, "gzip"), path
        plain = gzip.decompress(body)
        assert b"Tabanca" in plain and len(body) * 1.5 < len(plain), path
    # A compressed answer has a weak tag, which is recognised all the same.
    assert headers["etag"].startswith("W/")
    assert serving.ask(port, tile, token, Accept_Encoding="gzip", If_None_Match=headers["etag"])[0] == 304


def test_static_files_go_out_as_they_were_compressed(port, settings):
    """nginx would compress them anew for each request, and less."""
    names = json.loads((settings.CONSOLE_PACK / "pack.json").read_text())
    path = settings.CONSOLE_PACK / names["script"]
    for coding, ending in (("br", ".br"), ("gzip", ".gz")):
        status, body, headers = serving.ask(port, f"/static/console/pack/{path.name}", Accept_Encoding=coding)
        assert (status, headers["content-encoding"]) == (200, coding)
        assert body == path.with_name(path.name + ending).read_bytes()


def test_http_1_0_gets_no_file_that_could_be_cut(port, cast, country):
    token = token_of(cast.admin)

    def ask_old(path):
        client = serving.open_client(port)
        client.sendall(f"GET {path} HTTP/1.0\r\nHost: x\r\nAuthorization: Bearer {token}\r\n\r\n".encode())
        answer = b""
        while block := client.recv(4096):
            answer += block
        client.close()
        return answer

    streamed = ask_old(f"{EXPORT}&format=csv")
    measured = ask_old(f"{EXPORT}&format=fgb")
    assert b" 400 " in streamed.splitlines()[0]
    assert "un fichier coupé semblerait complet" in streamed.decode()
    assert b" 200 " in measured.splitlines()[0]
    assert b"content-length" in measured.lower()


def test_nginx_passes_on_that_an_answer_was_cut(tmp_path):
    """The web server dies in the middle of an export."""
    upstream = tmp_path / "web.sock"
    with socket.socket(socket.AF_UNIX) as door:
        door.bind(str(upstream))
        door.listen()

        def die():
            client = door.accept()[0]
            client.recv(4096)
            client.sendall(b"HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n5\r\nnom\r\n\r\n5\r\nCu")
            client.close()

        thread = threading.Thread(target=die)
        thread.start()
        with serving.nginx(upstream, tmp_path) as port, socket.create_connection(("127.0.0.1", port)) as client:
            client.sendall(b"GET /x HTTP/1.1\r\nHost: x\r\n\r\n")
            answer = http.client.HTTPResponse(client)
            answer.begin()
            with pytest.raises(http.client.IncompleteRead):
                answer.read()
        thread.join()


@pytest.mark.slow
def test_a_stream_that_nobody_reads_ends(tmp_path, cast, many):
    """Also without nginx: the thread, its connection and its turn are free again."""
    token = token_of(cast.admin)
    settings = {
        "TABANCA_SEND_SECONDS": "1",
        "WEB_CONCURRENCY": "1",
        "TABANCA_WEB_THREADS": "2",
        "TABANCA_EXPORTS_AT_ONCE": "1",
    }
    with serving.bare_service(tmp_path, **settings) as port:
        with serving.begin_to_read(port, EXPORT, token):
            refused = serving.ask(port, EXPORT, token)
            assert (refused[0], refused[2]["retry-after"]) == (429, "10")
            until = time.monotonic() + 15
            while (status := serving.ask(port, EXPORT, token)[0]) == 429 and time.monotonic() < until:
                time.sleep(0.2)
            assert status == 200
        wait_for_quiet()


@pytest.mark.slow
def test_a_refused_upload_gets_its_refusal(tmp_path, cast):
    """The answer to a body that nobody reads is not lost, although nginx is still sending that body."""
    address = tmp_path / "web.sock"
    head = (
        "POST /api/import/menages HTTP/1.1\r\nHost: x\r\nContent-Length: 3000000\r\n"
        f"Authorization: Bearer {'A' * 43}\r\nContent-Type: multipart/form-data; boundary=b\r\n\r\n"
    )
    with serving.gunicorn(f"unix:{address}", tmp_path / "web.log"), socket.socket(socket.AF_UNIX) as client:
        until = time.monotonic() + serving.START_SECONDS
        while client.connect_ex(str(address)):
            assert time.monotonic() < until
            time.sleep(0.1)
        client.settimeout(20)
        client.sendall(head.encode() + b"a" * 50_000)
        time.sleep(2)  # time enough to refuse and to close
        client.sendall(b"a" * 2_950_000)
        refused = http.client.HTTPResponse(client)
        refused.begin()
    assert refused.status == 401
