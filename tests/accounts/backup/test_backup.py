"""A backup is restored for real, beside, and proves itself; a damaged one touches nothing."""

import io
import json
import os
import stat
import tarfile
from pathlib import Path

import psycopg
import pytest
from django.core.management import CommandError, call_command
from django.db import connection

from accounts.backup import archive, services
from accounts.backup.invariants import findings
from registry.households.models import Household
from tests.api import world as worlds

DRILLED = "SELECT count(*) FROM pg_database WHERE datname LIKE 'tabanca\\_drill\\_%'"
NEW = "tabanca_test_restored"


@pytest.fixture
def saved(transactional_db, country, settings, tmp_path: Path) -> Path:
    """An archive of a small world with one uploaded file."""
    settings.FILES_ROOT = tmp_path / "fichiers"
    (settings.FILES_ROOT / "ab").mkdir(parents=True)
    (settings.FILES_ROOT / "ab" / "piece").write_bytes(b"%PDF-1.7 piece")
    worlds.build(country)
    target = tmp_path / "tabanca.tar"
    call_command("backup", target)
    return target


@pytest.fixture
def clean():
    yield
    services.drop(NEW)


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


def test_restored_beside_with_its_files(saved, clean, tmp_path, capsys):
    households = Household.objects.count()
    assert households
    call_command("restore", saved, database=NEW, files=tmp_path / "again")
    url = services.beside(services.address(), NEW)
    assert scalar(url, "SELECT count(*) FROM registry_menage") == households
    assert (tmp_path / "again" / "ab" / "piece").read_bytes() == b"%PDF-1.7 piece"
    # Indexes, triggers and rights to write came too.
    assert scalar(url, "SELECT count(*) FROM pg_trigger WHERE tgname = 'tally_insert'") == 1
    assert "Everything holds" in capsys.readouterr().out


def test_only_its_owner_reads_it(saved):
    assert stat.S_IMODE(os.stat(saved).st_mode) == 0o600


@pytest.mark.slow
def test_drill_leaves_nothing(saved, capsys):
    call_command("restore", saved, drill=True)
    assert "Everything holds" in capsys.readouterr().out
    assert scalar(services.address(), DRILLED) == 0


def test_an_existing_database_is_never_written_over(saved, clean, tmp_path):
    services._create(services.address(), NEW)
    with pytest.raises(CommandError, match="already"):
        call_command("restore", saved, database=NEW, files=tmp_path / "again")
    assert (
        scalar(
            services.beside(services.address(), NEW),
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


@pytest.mark.parametrize(
    "change",
    [
        lambda name, body: body[:-1] + b"?" if name == archive.DUMP else body,
        lambda name, body: None if name == archive.DUMP else body,
        lambda name, body: body.replace(b"fichiers/ab", b"fichiers/cd") if name == archive.MANIFEST else body,
        lambda name, body: body.replace(b'"format": 1', b'"format": 9') if name == archive.MANIFEST else body,
        lambda name, body: b"not json" if name == archive.MANIFEST else body,
    ],
    ids=["changed", "without its dump", "another file", "newer format", "no manifest"],
)
def test_a_damaged_archive_touches_nothing(saved, tmp_path, change):
    with pytest.raises(CommandError, match="damaged"):
        call_command("restore", rewritten(saved, change), database=NEW, files=tmp_path / "again")
    assert scalar(services.address(), f"SELECT count(*) FROM pg_database WHERE datname = '{NEW}'") == 0
    assert not (tmp_path / "again").exists()


def test_half_an_archive_is_refused(saved, tmp_path):
    half = saved.with_name("half.tar")
    half.write_bytes(saved.read_bytes()[: saved.stat().st_size // 2])
    with pytest.raises(CommandError, match="damaged"):
        call_command("restore", half, drill=True)


def test_a_backup_does_not_write_over_a_file(saved):
    with pytest.raises(CommandError, match="already"):
        call_command("backup", saved)


@pytest.mark.django_db
def test_checks_name_what_is_wrong(country):
    worlds.build(country)
    assert [finding for finding in findings() if finding.fault] == []
    with connection.cursor() as cursor:
        cursor.execute("UPDATE registry_menage_tally SET n = n + 1")
    assert [finding.name for finding in findings() if finding.fault] == ["tallies"]
