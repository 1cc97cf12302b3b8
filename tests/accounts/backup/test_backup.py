"""A backup is restored for real, beside, and proves itself; a damaged one touches nothing."""

import io
import json
import os
import stat
import tarfile
import threading
import time
from pathlib import Path

import psycopg
import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.core.management import CommandError, call_command
from django.db import connection

from accounts.backup import services
from accounts.backup.archives import tar as archive
from accounts.backup.archives import uploads
from accounts.backup.checks import run_checks
from accounts.files import services as files
from accounts.files.models import StoredFile
from accounts.files.queries import build_file_path, build_relative_path
from registry.households.models import Household
from tests.api import world as worlds
from tests.conftest import make_user
from tests.threads import together

DRILLED = "SELECT count(*) FROM pg_database WHERE datname LIKE 'tabanca\\_drill\\_%'"
NEW = "tabanca_test_restored"
PIECE = b"%PDF-1.7 piece"


def deposited(user) -> StoredFile:
    return files.store_file(SimpleUploadedFile("piece.pdf", PIECE), user)


@pytest.fixture
def saved(transactional_db, country, settings, tmp_path: Path) -> Path:
    """An archive of a small world with one uploaded file."""
    settings.FILES_ROOT = tmp_path / "fichiers"
    worlds.build(country)
    deposited(make_user("ROLE_AGENT"))
    target = tmp_path / "tabanca.tar"
    call_command("backup", target)
    return target


@pytest.fixture
def clean():
    yield
    services.drop_database(NEW)


def scalar(url: str, statement: str):
    with psycopg.connect(url) as own:
        return own.execute(statement).fetchone()[0]


def rewritten(saved: Path, change) -> Path:
    """The archive with one member changed by `change(name, bytes)`."""
    target = saved.with_name("changed.tar")
    with tarfile.open(saved) as old, tarfile.open(target, "w") as new:
        for member in old:
            body = change(member.name, old.extractfile(member).read())
            if body is not None:
                info = tarfile.TarInfo(member.name)
                info.size = len(body)
                new.addfile(info, io.BytesIO(body))
    return target


@pytest.mark.slow
def test_restored_beside_with_its_files(saved, clean, tmp_path, capsys):
    households = Household.objects.count()
    assert households
    call_command("restore", saved, database=NEW, files=tmp_path / "again")
    url = services.build_sibling_url(services.build_database_url(), NEW)
    assert scalar(url, "SELECT count(*) FROM registry_menage") == households
    assert (tmp_path / "again" / build_relative_path(StoredFile.objects.get().id)).read_bytes() == PIECE
    # Indexes, triggers and rights to write came too.
    assert scalar(url, "SELECT count(*) FROM pg_trigger WHERE tgname = 'tally_insert'") == 1
    assert "Everything holds" in capsys.readouterr().out


def test_only_its_owner_reads_it(saved):
    assert stat.S_IMODE(os.stat(saved).st_mode) == 0o600


@pytest.mark.slow
def test_drill_leaves_nothing(saved, capsys):
    call_command("restore", saved, drill=True)
    assert "Everything holds" in capsys.readouterr().out
    assert scalar(services.build_database_url(), DRILLED) == 0


def test_an_existing_database_is_never_written_over(saved, clean, tmp_path):
    services._create_database(services.build_database_url(), NEW)
    with pytest.raises(CommandError, match="already"):
        call_command("restore", saved, database=NEW, files=tmp_path / "again")
    assert (
        scalar(
            services.build_sibling_url(services.build_database_url(), NEW),
            "SELECT count(*) FROM pg_tables WHERE tablename = 'registry_menage'",
        )
        == 0
    )


@pytest.mark.slow
def test_rows_that_were_not_saved_are_told(saved, clean, tmp_path, capsys):
    def more(name, body):
        if name != archive.MANIFEST:
            return body
        manifest = json.loads(body)
        manifest["rows"]["public.registry_menage"] += 1
        return json.dumps(manifest).encode()

    with pytest.raises(CommandError, match="not what was saved"):
        call_command("restore", rewritten(saved, more), database=NEW, files=tmp_path / "again")
    assert "registry_menage" in capsys.readouterr().err


@pytest.mark.sampled(5)
@pytest.mark.parametrize(
    "change",
    [
        lambda name, body: body[:-1] + b"?" if name == archive.DUMP else body,
        lambda name, body: None if name == archive.DUMP else body,
        lambda name, body: body.replace(b'"fichiers/', b'"fichiers/x') if name == archive.MANIFEST else body,
        lambda name, body: body.replace(b'"format": 2', b'"format": 9') if name == archive.MANIFEST else body,
        lambda name, body: b"not json" if name == archive.MANIFEST else body,
    ],
    ids=["changed", "without its dump", "another file", "newer format", "no manifest"],
)
def test_a_damaged_archive_touches_nothing(saved, tmp_path, change):
    with pytest.raises(CommandError, match="damaged"):
        call_command("restore", rewritten(saved, change), database=NEW, files=tmp_path / "again")
    assert scalar(services.build_database_url(), f"SELECT count(*) FROM pg_database WHERE datname = '{NEW}'") == 0
    assert not (tmp_path / "again").exists()


def test_half_an_archive_is_refused(saved, tmp_path):
    half = saved.with_name("half.tar")
    half.write_bytes(saved.read_bytes()[: saved.stat().st_size // 2])
    with pytest.raises(CommandError, match="damaged"):
        call_command("restore", half, drill=True)


def test_a_backup_does_not_write_over_a_file(saved):
    with pytest.raises(CommandError, match="already"):
        call_command("backup", saved)


def remove_at(monkeypatch, moment, stored):
    """Have somebody remove a stored file when the backup comes to `moment`: a thread that does, or waits to."""
    begun, act = [], getattr(*moment)

    def beside(*given, **named):
        if not begun:
            begun.append(threading.Thread(target=together, args=(1, lambda: files.remove_file(stored))))
            begun[0].start()
            begun[0].join(1)
        return act(*given, **named)

    monkeypatch.setattr(*moment, beside)
    return begun


@pytest.mark.parametrize(
    "moment", [(uploads, "_link_file"), (services, "_dump_database"), (archive, "write_archive")], ids=lambda m: m[1]
)
@pytest.mark.slow
def test_a_file_that_is_removed_meanwhile_is_of_its_moment(saved, clean, tmp_path, monkeypatch, moment, capsys):
    stored, target = deposited(make_user("ROLE_AGENT")), tmp_path / "second.tar"
    begun = remove_at(monkeypatch, moment, stored)
    call_command("backup", target)
    begun[0].join()
    assert not StoredFile.objects.filter(id=stored.id).exists()
    assert not build_file_path(stored).exists()
    call_command("restore", target, database=NEW, files=tmp_path / "again")
    assert (tmp_path / "again" / build_relative_path(stored.id)).read_bytes() == PIECE
    assert "Everything holds" in capsys.readouterr().out


@pytest.mark.slow
def test_what_a_backup_lacks_is_told(saved, clean, tmp_path, capsys):
    """A file that was lost before is said to be, and is no fault of the restore; one more is."""
    lost = deposited(make_user("ROLE_AGENT"))
    build_file_path(lost).unlink()
    target = tmp_path / "second.tar"
    call_command("backup", target)
    assert f"1 recorded files are not there: {lost.id}" in capsys.readouterr().out
    call_command("restore", target, database=NEW, files=tmp_path / "again")
    url = services.build_sibling_url(services.build_database_url(), NEW)
    assert uploads.compare_files(url, tmp_path / "again", [str(lost.id)]) == []
    assert uploads.compare_files(url, tmp_path / "again", []) == [
        f"file {lost.id}: is not there, {len(PIECE)} bytes are recorded"
    ]


def test_links_leave_nothing_behind(saved, settings):
    assert [path.name for path in settings.FILES_ROOT.glob(".*")] == []
    with tarfile.open(saved) as tar:
        # The piece, and the photographs of the world's two households.
        assert sum(name.startswith(archive.FILES) for name in tar.getnames()) == 3


@pytest.mark.django_db
def test_checks_name_what_is_wrong(country):
    worlds.build(country)
    assert [finding for finding in run_checks() if finding.fault] == []
    with connection.cursor() as cursor:
        cursor.execute("UPDATE registry_menage_tally SET n = n + 1")
    StoredFile.objects.create(nom="piece.pdf", type="application/pdf", taille=3)
    assert [finding.name for finding in run_checks() if finding.fault] == ["files", "tallies"]


@pytest.mark.slow
def test_drop_while_autovacuum_works(transactional_db):
    """Autovacuum belongs to a superuser: dropping with force is refused beside it. Waits for autovacuum, up to 3 min."""
    url = services.build_sibling_url(services.build_database_url(), NEW)
    services._create_database(services.build_database_url(), NEW)
    try:
        with psycopg.connect(url, autocommit=True) as own:
            own.execute(
                "CREATE TABLE slow (a int, b text) WITH (autovacuum_vacuum_cost_delay = 100,"
                " autovacuum_vacuum_cost_limit = 1, autovacuum_vacuum_threshold = 0,"
                " autovacuum_vacuum_scale_factor = 0)"
            )
            own.execute("INSERT INTO slow SELECT i, repeat('x', 500) FROM generate_series(1, 200000) AS i")
            own.execute("DELETE FROM slow WHERE a % 2 = 0")
        sessions = f"SELECT count(*) FROM pg_stat_activity WHERE datname = '{NEW}'"
        end = time.monotonic() + 180
        while not scalar(services.build_database_url(), sessions):
            assert time.monotonic() < end, "autovacuum did not come"
            time.sleep(0.5)
        with psycopg.connect(url):
            services.drop_database(NEW)
        assert not scalar(services.build_database_url(), f"SELECT count(*) FROM pg_database WHERE datname = '{NEW}'")
    finally:
        services.drop_database(NEW)
