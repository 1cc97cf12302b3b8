"""Whoever sends files where none are taken, or without the right, fills no disk: the body is not even read."""

import io
import re
import tempfile

import pytest
from django.core.files import uploadedfile
from django.test import Client

from accounts.files.models import StoredFile
from accounts.idempotency.models import IdempotencyKey
from config.ids import uuid7
from tests.api.routes import ROUTES

BOUNDARY = "tabanca"
MEBIBYTE = 1024 * 1024
HUGE = 200 * MEBIBYTE


class Body(io.RawIOBase):
    """A form with a file of `size` bytes, made while it is read; `read_bytes` tells how much was."""

    def __init__(self, size, parts=1):
        head = f'--{BOUNDARY}\r\nContent-Disposition: form-data; name="file"; filename="m.csv"\r\n\r\n'.encode()
        self.head, self.end = b"\r\n".join([head] * parts), f"\r\n--{BOUNDARY}--\r\n".encode()
        self.length, self.read_bytes = len(self.head) + size + len(self.end), 0

    def read(self, size=-1):
        start = self.read_bytes
        stop = self.length if size < 0 else min(start + size, self.length)
        self.read_bytes = stop
        middle = self.length - len(self.end)
        found = self.head[start:stop] + b"x" * (min(stop, middle) - max(min(start, middle), len(self.head)))
        return found + (self.end[max(start - middle, 0) : stop - middle] if stop > middle else b"")


@pytest.fixture
def spooled(monkeypatch):
    """Every temporary file that an upload made."""
    made = []

    def noted(*args, **kwargs):
        made.append(tempfile.NamedTemporaryFile(*args, **kwargs))  # noqa: SIM115 - the upload closes it
        return made[-1]

    monkeypatch.setattr(uploadedfile.tempfile, "NamedTemporaryFile", noted)
    return made


def send(path, body, caller=None, method="POST", length=None, **headers):
    extra = {"HTTP_AUTHORIZATION": f"Bearer {caller.token}"} if caller else {}
    return Client().request(
        REQUEST_METHOD=method,
        PATH_INFO=path,
        CONTENT_TYPE=f"multipart/form-data; boundary={BOUNDARY}",
        CONTENT_LENGTH=str(length or body.length),
        **{"wsgi.input": body},
        **extra,
        **headers,
    )


@pytest.mark.parametrize(
    ("path", "status"),
    [
        ("/api/auth/login", 415),
        ("/api/auth/password/forgot", 415),
        ("/api/menages", 401),
        ("/api/nothing", 404),
        ("/api/import/menages", 401),
        ("/api/import/menages/excel/validation-report", 401),
        ("/api/geo/imports", 401),
    ],
)
def test_a_stranger_fills_no_disk(db, spooled, path, status):
    body = Body(HUGE)
    assert send(path, body).status_code == status
    assert (body.read_bytes, spooled) == (0, [])


def test_multipart_is_taken_only_where_it_is_declared(cast, api, spooled):
    """Every route, also with all rights."""
    for route, how in ROUTES.items():
        path = "/" + re.sub(r"<uuid:\w+>", str(uuid7()), re.sub(r"<(int|str|path):\w+>", "1", route))
        if how.upload:
            continue
        body = Body(HUGE)
        status = send(path, body, api(cast.admin)).status_code
        assert (path, body.read_bytes, status < 500) == (path, 0, True)
    assert spooled == []


@pytest.mark.parametrize("path", ["/api/import/menages", "/api/geo/imports"])
def test_the_right_is_looked_at_before_the_body(cast, api, spooled, path):
    body = Body(HUGE)
    assert send(path, body, api(cast.reader_west)).status_code == 403
    assert (body.read_bytes, spooled) == (0, [])


def test_a_too_long_body_is_refused_by_its_length(cast, api, spooled):
    body = Body(HUGE)
    answer = send("/api/import/menages", body, api(cast.admin))
    assert (answer.status_code, answer.json()["code"]) == (413, "PAYLOAD_TOO_LARGE")
    assert "50 Mo" in answer.json()["error"]
    assert (body.read_bytes, spooled) == (0, [])


def test_a_file_above_the_limit_stops_where_it_is_seen(cast, api, settings, tmp_path, spooled):
    settings.FILES_ROOT, settings.UPLOAD_MAX_BYTES = tmp_path, 100_000
    body = Body(900_000)
    answer = send("/api/import/menages", body, api(cast.admin), HTTP_IDEMPOTENCY_KEY="k")
    assert (answer.status_code, answer.json()["code"]) == (413, "PAYLOAD_TOO_LARGE")
    assert body.read_bytes < 400_000
    assert not StoredFile.objects.exists()
    assert not IdempotencyKey.objects.exists()
    assert all(file.closed for file in spooled)


def test_many_files_in_one_form(cast, api, settings, tmp_path):
    settings.FILES_ROOT = tmp_path
    assert send("/api/import/menages", Body(10, parts=50), api(cast.admin)).status_code == 413
    assert not StoredFile.objects.exists()


def test_a_form_of_the_administration_takes_no_file(db, spooled):
    body = Body(HUGE)
    send("/admin/login/", body)
    assert spooled == []
    assert body.read_bytes < MEBIBYTE


def test_a_statement_may_be_longer_than_other_files(cast, api, settings, tmp_path, spooled):
    """Of who reconciles only; for all others the announced length is too long."""
    settings.FILES_ROOT = tmp_path
    body = Body(60 * MEBIBYTE)
    assert send("/api/fichiers", body, api(cast.reader_west)).status_code == 413
    assert (body.read_bytes, spooled) == (0, [])
    answer = send("/api/fichiers", body, api(cast.admin))
    assert (answer.status_code, len(spooled)) == (201, 1), answer.content
    assert StoredFile.objects.get().taille == 60 * MEBIBYTE
    answer = send("/api/fichiers", Body(300 * MEBIBYTE), api(cast.admin))
    assert (answer.status_code, "256 Mo" in answer.json()["error"]) == (413, True)
