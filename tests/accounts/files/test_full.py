"""A disk that is full: the caller is told so, nothing half is left, and whoever runs the service reads it in the log."""

import errno
import io
import os
import tempfile
from datetime import timedelta
from pathlib import Path

import pytest
from django.core.files import uploadedfile
from django.db import OperationalError, connection

from accounts.files import services
from accounts.files.models import StoredFile
from accounts.jobs.hooks import JobKind, job_kinds
from accounts.jobs.jobs import execute_job
from accounts.jobs.models import Job
from accounts.jobs.services import start_job
from config.disk_space import is_disk_full
from geo.layers.exports import services as export
from tests.accounts.files import conftest as made
from tests.hooks import add_to


class Full(io.FileIO):
    """A file on a disk that takes ten more bytes."""

    number = errno.ENOSPC

    def write(self, content):
        super().write(bytes(content[:10]))
        raise OSError(self.number, os.strerror(self.number))


class OverShare(Full):
    number = errno.EDQUOT


def describe(answer):
    body = answer.json()
    return answer.status_code, body["code"], "place" in body["error"]


@pytest.fixture
def full_store(monkeypatch):
    """`full_store(cls)`: whatever is written under FILES_ROOT is a `cls`."""
    known = Path.open

    def fill(cls):
        def opened(self, mode="r", *args, **kwargs):
            return cls(str(self), "w") if mode == "wb" else known(self, mode, *args, **kwargs)

        monkeypatch.setattr(Path, "open", opened)

    return fill


@pytest.mark.parametrize("cls", [Full, OverShare])
def test_the_store_is_full(api, cast, own_folder, full_store, caplog, cls):
    full_store(cls)
    answer = api(cast.agent_west).upload("/api/fichiers", {"file": made.upload("a.csv", b"a;b\n" * 100)})
    assert describe(answer) == (507, "INSUFFICIENT_STORAGE", True)
    assert [path for path in own_folder.rglob("*") if path.is_file()] == []
    assert not StoredFile.objects.exists()
    assert "no room left" in caplog.text


@pytest.mark.parametrize(
    "path", ["/api/geo/imports", "/api/import/menages", "/api/import/menages/excel/validation-report"]
)
def test_the_store_is_full_for_an_import(api, cast, own_folder, full_store, path):
    full_store(Full)
    options = {"type": "localite"} if "geo" in path else {}
    answer = api(cast.admin).upload(path, {"file": made.upload("a.csv", b"nom;lat\n" * 100), **options})
    assert describe(answer) == (507, "INSUFFICIENT_STORAGE", True)
    assert [path for path in own_folder.rglob("*") if path.is_file() and path.parent.name != "lecteurs"] == []


def test_the_folder_of_uploads_is_full(api, cast, settings, monkeypatch, tmp_path):
    settings.FILE_UPLOAD_MAX_MEMORY_SIZE = 100
    spooled = []

    def named(*args, **kwargs):
        file = tempfile.NamedTemporaryFile(*args, **kwargs | {"dir": tmp_path})  # noqa: SIM115 - the upload closes it
        monkeypatch.setattr(file, "write", Full(os.dup(file.fileno()), "w").write)
        spooled.append(file.name)
        return file

    monkeypatch.setattr(uploadedfile.tempfile, "NamedTemporaryFile", named)
    answer = api(cast.agent_west).upload("/api/fichiers", {"file": made.upload("a.csv", b"a;b\n" * 10_000)})
    assert describe(answer) == (507, "INSUFFICIENT_STORAGE", True)
    assert spooled and not any(os.path.exists(name) for name in spooled)


def test_no_record_no_bytes(cast, own_folder, monkeypatch):
    def fail(*args, **kwargs):
        raise OperationalError("gone")

    monkeypatch.setattr(StoredFile, "save", fail)
    for keep in (
        lambda: services.store_file(made.upload("a.csv", b"a;b\n"), cast.agent_west, timedelta(hours=1)),
        lambda: services.deposit_file(upload=made.upload("a.csv", b"a;b\n"), caller=cast.agent_west),
    ):
        with pytest.raises(OperationalError):
            keep()
    assert [path for path in own_folder.rglob("*") if path.is_file()] == []


def database_full():
    with connection.cursor() as cursor:
        cursor.execute("DO $$ BEGIN RAISE EXCEPTION 'could not extend file' USING ERRCODE = '53100'; END $$")


def test_the_database_s_disk_is_full(api, cast, monkeypatch, own_folder):
    monkeypatch.setattr(services, "_require_quota", lambda caller, size: database_full())
    answer = api(cast.agent_west).upload("/api/fichiers", {"file": made.upload("a.csv", b"a;b\n")})
    assert describe(answer) == (507, "INSUFFICIENT_STORAGE", True)
    assert [path for path in own_folder.rglob("*") if path.is_file()] == []


def test_other_faults_are_none_of_it():
    assert is_disk_full(OSError(errno.ENOSPC, "full"))
    for fault in (OSError(errno.EIO, "broken"), OSError("no number"), ValueError(), OperationalError()):
        assert not is_disk_full(fault)


def test_a_job_says_so(cast, monkeypatch, db):
    def fill(job, progress):
        raise OSError(errno.ENOSPC, "No space left on device")

    add_to(monkeypatch, job_kinds, essai=JobKind(fill))
    job = start_job("essai", {}, cast.admin)
    execute_job(job.id)
    job = Job.objects.get(id=job.id)
    assert (job.statut, "place" in job.erreur) == ("echoue", True)


@pytest.mark.parametrize(("free", "raised"), [(10_000, "Problem"), (10**12, "RuntimeError")])
def test_an_export_without_room(monkeypatch, tmp_path, free, raised):
    """GDAL does not say of every format why it fails: the room tells."""
    usage = export.shutil.disk_usage(tmp_path)._replace(free=free)
    monkeypatch.setattr(export.shutil, "disk_usage", lambda path: usage)
    plan = {"path": str(tmp_path / "none" / "x.fgb"), "format": "fgb", "layer": "x", "shape": "Point", "columns": {}}
    with pytest.raises(Exception) as failed:
        export._run_conversion(plan, [b"lon__,lat__\n-15,12\n"])
    assert type(failed.value).__name__ == raised
