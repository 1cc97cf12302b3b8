"""Who reads a deposit, and how it is handed out."""

from datetime import timedelta

import pytest
from django.db import transaction
from django.utils import timezone

from accounts.audit.models import Trace
from accounts.files.holders.hooks import file_holders
from accounts.files.models import StoredFile
from accounts.files.queries import build_file_path
from accounts.files.services import attach_file, deposit_file, remove_expired_files, store_file
from config.errors.problems import Problem
from tests.accounts.files import conftest as made
from tests.hooks import add_to


@pytest.fixture
def stored(cast):
    return deposit_file(upload=made.upload('Reçu "mars".pdf', made.PDF), caller=cast.agent_west)


@pytest.fixture
def held(monkeypatch):
    """What test objects hold: {user id: [file ids]}."""
    holds = {}
    add_to(
        monkeypatch,
        file_holders,
        essai=lambda user: StoredFile.objects.filter(id__in=holds.get(user.id, [])).values("id"),
    )
    return holds


def addresses(stored):
    return [f"/api/fichiers/{stored.id}", f"/api/fichiers/{stored.id}/contenu"]


def test_what_is_told(api, cast, stored):
    data = api(cast.agent_west).get(addresses(stored)[0]).json()["data"]
    assert data["nom"] == "Reçu _mars_.pdf"
    assert (data["id"], data["taille"], data["type"]) == (str(stored.id), len(made.PDF), "application/pdf")
    assert data["expiresAt"] > data["createdAt"]


def test_it_is_saved_and_never_shown(api, cast, stored):
    answer = api(cast.agent_west).get(addresses(stored)[1])
    assert b"".join(answer.streaming_content) == made.PDF
    assert answer["Content-Type"] == "application/pdf"
    assert answer["Content-Disposition"] == "attachment; filename*=utf-8''Re%C3%A7u%20_mars_.pdf"
    assert answer["X-Content-Type-Options"] == "nosniff"
    assert "no-store" in answer["Cache-Control"]
    assert answer["Content-Length"] == str(len(made.PDF))


@pytest.mark.parametrize("who", ["admin", "supervisor_west", "agent_east", "stranger"])
def test_nobody_else_sees_a_deposit(api, cast, stored, who):
    """Not an administrator either: he sees what he may see of what it will be attached to."""
    other = api(getattr(cast, who))
    for address in addresses(stored):
        assert other.get(address).status_code == 404
    assert other.delete(addresses(stored)[0]).status_code == 404
    assert build_file_path(stored).exists()


def test_a_file_of_an_import_is_nobody_s_to_read(api, cast):
    work = store_file(made.upload("menages.csv", b"a;b\n"), cast.agent_west, timedelta(hours=1))
    for address in addresses(work):
        assert api(cast.agent_west).get(address).status_code == 404


def test_once_attached_it_follows_what_holds_it(api, cast, stored, held):
    attach_file(file_id=stored.id, caller=cast.agent_west, kinds={"application/pdf"})
    held[cast.supervisor_west.id] = [stored.id]
    assert api(cast.supervisor_west).get(addresses(stored)[0]).json()["data"]["expiresAt"] is None
    for address in addresses(stored):
        assert api(cast.agent_west).get(address).status_code == 404, "he sees the object no longer"
    held[cast.agent_west.id] = [stored.id]
    refused = api(cast.agent_west).delete(addresses(stored)[0])
    assert (refused.status_code, refused.json()["code"]) == (400, "HAS_DEPENDENCIES")
    StoredFile.objects.update(created_at=timezone.now() - timedelta(days=90))
    assert remove_expired_files() == 0
    assert build_file_path(stored).exists()


def test_what_is_held_is_only_that(api, cast, stored, held):
    """A holder that names a file which is not attached gives it to nobody."""
    held[cast.admin.id] = [stored.id]
    assert api(cast.admin).get(addresses(stored)[0]).status_code == 404


def test_attaching(cast, stored):
    """Only the depositor's own, once, of an expected kind, and while it is there."""
    for caller, kinds in ((cast.admin, {"application/pdf"}), (cast.agent_west, {"text/csv"})):
        with pytest.raises(Problem) as refused:
            attach_file(file_id=stored.id, caller=caller, kinds=kinds)
        assert (refused.value.code, list(refused.value.details)) == ("VALIDATION_ERROR", ["fichier"])
    with transaction.atomic():
        assert attach_file(file_id=stored.id, caller=cast.agent_west, kinds={"application/pdf"}).expires_at is None
    with pytest.raises(Problem):
        attach_file(file_id=stored.id, caller=cast.agent_west, kinds={"application/pdf"})
    late = deposit_file(upload=made.upload("b.pdf", made.PDF), caller=cast.agent_west)
    StoredFile.objects.filter(id=late.id).update(expires_at=timezone.now() - timedelta(seconds=1))
    with pytest.raises(Problem):
        attach_file(file_id=late.id, caller=cast.agent_west, kinds={"application/pdf"})
    assert Trace.objects.filter(model="fichier", objet=stored.id, action="modification").count() == 1


def test_withdrawing(api, cast, stored, django_capture_on_commit_callbacks):
    with django_capture_on_commit_callbacks(execute=True):
        assert api(cast.agent_west).delete(addresses(stored)[0]).status_code == 200
    assert not build_file_path(stored).exists()
    assert api(cast.agent_west).delete(addresses(stored)[0]).status_code == 404
    assert Trace.objects.filter(model="fichier", objet=stored.id, action="suppression").exists()


def test_what_nothing_holds_goes_in_time(api, cast, stored, django_capture_on_commit_callbacks):
    StoredFile.objects.update(expires_at=timezone.now() - timedelta(seconds=1))
    for address in addresses(stored):
        assert api(cast.agent_west).get(address).status_code == 404, "also before the sweep"
    with django_capture_on_commit_callbacks(execute=True):
        assert remove_expired_files() == 1
    assert not build_file_path(stored).exists()


def test_bytes_that_are_gone(api, cast, stored):
    build_file_path(stored).unlink()
    assert api(cast.agent_west).get(addresses(stored)[1]).status_code == 404
