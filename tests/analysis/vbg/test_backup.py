"""Backups hold cases only encrypted, with a key of their own, and bring them back."""

import io
import secrets
import subprocess
import tarfile
from types import SimpleNamespace

import psycopg
import pytest
from django.core.management import CommandError, call_command

from accounts.audit.models import Trace
from accounts.backup import services
from accounts.backup.archives import sealing
from accounts.files.models import StoredFile
from analysis.vbg.cases.api import become_case_role
from analysis.vbg.cases.models import Case
from tests.analysis.vbg.cases import add_cases
from tests.analysis.vbg.test_imports import workbook
from tests.api.test_canaries import CANARIES, send_by_every_door
from tests.conftest import PASSWORD, Api, make_user
from tests.transfers.complaints.test_limits import make_complaint
from transfers.complaints.models import ConfidentialText

NEW = "tabanca_test_cases_restored"
STORY = "Zumbarika na tabanka, Kanarinia Mbalidu"


@pytest.fixture
def saved(transactional_db, country, settings, tmp_path):
    """A backup of all that the canaries of the API leave behind, of a file of cases that waits, and of seven cases."""
    settings.FILES_ROOT = tmp_path / "fichiers"
    add_cases(6, country.west)
    ConfidentialText.objects.create(plainte=make_complaint(1, categorie="vbg"), description=STORY)
    caller = Api(make_user("ROLE_VBG", country.west))
    send_by_every_door(caller, SimpleNamespace(west=SimpleNamespace(region=country.west)))
    waiting = workbook(("Mois", "Rubrique"), ("2025-03", "Zumbarika"))
    waiting.name = "Kanarinia Mbalidu.xlsx"
    assert caller.upload("/api/vbg-analytics/upload", {"file": waiting, "type": "cas"}).status_code == 201
    assert StoredFile.objects.count() == 1
    target = tmp_path / "tabanca.tar"
    call_command("backup", target)
    yield target
    services.drop_database(NEW)


@pytest.mark.slow
def test_cases_are_saved_encrypted_and_restored(saved, settings, tmp_path):
    with tarfile.open(saved) as archive:
        archive.extractall(tmp_path / "unpacked")
    sealed = (tmp_path / "unpacked" / "vbg.dump.sealed").read_bytes()
    assert sealed.startswith(sealing.MAGIC) and b"PGDMP" not in sealed and b"vbg.cas" not in sealed
    assert "vbg." not in (tmp_path / "unpacked" / "manifest.json").read_text().replace("vbg.dump.sealed", "")
    listing = subprocess.run(
        [services._find_program("pg_restore"), "--list", str(tmp_path / "unpacked" / "database.dump")],
        capture_output=True,
        text=True,
        check=True,
    ).stdout
    assert " public registry_menage " in listing and " vbg " not in listing
    # Unpacked, without a key: neither the story nor a case is in the part that is not sealed, nor in the archive's bytes.
    plain = subprocess.run(
        [services._find_program("pg_restore"), "--file=-", str(tmp_path / "unpacked" / "database.dump")],
        capture_output=True,
        check=True,
    ).stdout
    with become_case_role():
        cases = {str(identity).encode() for identity in Case.objects.values_list("id", flat=True)}
    # The history names a case that somebody read by its id, which says nothing without the key.
    read = {
        str(identity).encode() for identity in Trace.objects.filter(model="cas_vbg").values_list("objet", flat=True)
    }
    assert b"registry_menage" in plain and len(cases) == 7 and len(cases - read) == 6
    # Nor in the files beside: what waits to be imported is no workbook there, so that no cell hides in what is packed.
    files = [path.read_bytes() for path in (tmp_path / "unpacked").rglob("*") if path.is_file()]
    assert len(files) == 4 and sum(content.startswith(sealing.MAGIC) for content in files) == 2
    assert not any(content.startswith(b"PK") for content in files)
    for mark in (*(word.encode() for word in CANARIES), *(cases - read)):
        assert mark not in plain.lower() and mark not in saved.read_bytes().lower()
        assert not any(mark in content.lower() for content in files)
    call_command("restore", saved, database=NEW, files=tmp_path / "again")
    url = services.build_sibling_url(services.build_database_url(), NEW)
    with psycopg.connect(url) as own:
        # Backups hold no privileges: what everybody gets of PostgreSQL is taken away again.
        posting = (
            "SELECT has_function_privilege('public', 'transfers_post_entries(uuid[], transfers_line[])', 'EXECUTE')"
        )
        assert own.execute(posting).fetchone() == (False,)
        own.execute("SET ROLE tabanca_vbg")
        assert own.execute("SELECT count(*) FROM vbg.cas").fetchone() == (7,)
        assert own.execute("SELECT sum(nombre) FROM vbg.cube").fetchone() == (7,)
        own.execute("RESET ROLE")
        assert own.execute("SELECT count(*) FROM vbg.plainte_texte WHERE description = %s", [STORY]).fetchone() == (1,)
    services.drop_database(NEW)
    settings.VBG_BACKUP_KEY = secrets.token_hex(16)
    with pytest.raises(CommandError, match="cannot be decrypted"):
        call_command("restore", saved, database=NEW, files=tmp_path / "third")
    with psycopg.connect(services.build_database_url()) as own:
        assert own.execute("SELECT count(*) FROM pg_database WHERE datname = %s", [NEW]).fetchone() == (0,)


def test_without_the_key_no_backup_is_made(settings, tmp_path):
    settings.VBG_BACKUP_KEY = ""
    with pytest.raises(CommandError, match="TABANCA_VBG_BACKUP_KEY"):
        call_command("backup", tmp_path / "x.tar")
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize("size", [0, 1, sealing.BLOCK, 2 * sealing.BLOCK + 5])
def test_a_stream_comes_back_only_whole_and_with_its_key(size):
    plain, sealed = secrets.token_bytes(size), io.BytesIO()
    sealing.seal_stream(io.BytesIO(plain), sealed, PASSWORD)
    whole = sealed.getvalue()
    assert b"".join(sealing.unseal_stream(io.BytesIO(whole), PASSWORD)) == plain
    for wrong in (whole[:-1], whole[: len(whole) // 2], whole[:-1] + bytes([whole[-1] ^ 1]), b"", whole[:48]):
        with pytest.raises(sealing.WrongKey):
            list(sealing.unseal_stream(io.BytesIO(wrong), PASSWORD))
    with pytest.raises(sealing.WrongKey):
        list(sealing.unseal_stream(io.BytesIO(whole), "another"))
