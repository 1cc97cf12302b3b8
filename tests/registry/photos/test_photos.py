"""Photographs of a household: added, seen and removed by who may, small enough, and gone with their household."""

from datetime import timedelta

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.utils import timezone

from accounts.files.models import StoredFile
from accounts.files.services import remove_expired_files
from registry.erasure.services import anonymise_household
from registry.photos import rules, services
from registry.photos.models import HouseholdPhoto
from registry.projects.models import Project
from tests.accounts.files import conftest as made


@pytest.fixture(autouse=True)
def folder(settings, tmp_path):
    settings.FILES_ROOT = tmp_path


def deposit(caller, name="case.png", content=None):
    """The id of a file that a caller has deposited."""
    file = SimpleUploadedFile(name, made.png() if content is None else content)
    answer = caller.client.post("/api/fichiers", {"file": file}, headers={"Authorization": f"Bearer {caller.token}"})
    assert answer.status_code == 201, answer.json()
    return answer.json()["data"]["id"]


def photograph(caller, household, **file):
    answer = caller.post(f"/api/menages/{household.id}/photos", {"fichier": deposit(caller, **file)})
    assert answer.status_code == 201, answer.json()
    return answer.json()["data"]


def test_a_photo_is_added_seen_and_removed(api, cast, household):
    caller, reader = api(cast.agent_west), api(cast.reader_west)
    first, second = photograph(caller, household), photograph(caller, household)
    listed = reader.get(f"/api/menages/{household.id}/photos").json()
    assert ([row["id"] for row in listed["data"]], listed["total"]) == ([second["id"], first["id"]], 2)
    assert listed["data"][0]["auteur"] == {"id": str(cast.agent_west.id), "nom": "Bacar Mané"}
    content = f"/api/fichiers/{first['fichier']}/contenu"
    assert b"".join(reader.get(content).streaming_content).startswith(b"\x89PNG")
    assert caller.delete(f"/api/menages/{household.id}/photos/{first['id']}").status_code == 200
    assert [row["id"] for row in reader.get(f"/api/menages/{household.id}/photos").json()["data"]] == [second["id"]]
    assert (reader.get(content).status_code, caller.get(content).status_code) == (404, 404)
    assert remove_expired_files() == 1
    trail = caller.get(f"/api/menages/{household.id}/historique").json()["data"]
    assert [entry["action"] for entry in trail if entry["model"] == "photo_menage"] == [
        *("suppression", "creation", "creation"),
    ]


def test_nobody_of_another_region_sees_it(api, cast, household):
    photo = photograph(api(cast.agent_west), household)
    other = api(cast.agent_east)
    assert other.get(f"/api/menages/{household.id}/photos").status_code == 404
    assert other.get(f"/api/fichiers/{photo['fichier']}/contenu").status_code == 404
    assert other.post(f"/api/menages/{household.id}/photos", {"fichier": deposit(other)}).status_code == 404
    assert other.delete(f"/api/menages/{household.id}/photos/{photo['id']}").status_code == 404
    assert api(cast.reader_west).delete(f"/api/menages/{household.id}/photos/{photo['id']}").status_code == 403
    assert api(cast.stranger).get(f"/api/fichiers/{photo['fichier']}/contenu").status_code == 404


def test_a_photo_is_of_one_household(api, cast, household, eastern):
    """Its address under another household, which the caller sees, does not remove it."""
    photo = photograph(api(cast.admin), eastern)
    assert api(cast.admin).delete(f"/api/menages/{household.id}/photos/{photo['id']}").status_code == 404
    assert HouseholdPhoto.objects.count() == 1


def test_what_is_no_photo(api, cast, household, monkeypatch):
    caller, path = api(cast.agent_west), f"/api/menages/{household.id}/photos"
    sheet = deposit(caller, name="a.csv", content=b"a,b\n1,2\n")
    foreign = deposit(api(cast.admin))
    for wrong in (sheet, foreign, str(household.id), "x"):
        answer = caller.post(path, {"fichier": wrong})
        assert (answer.status_code, list(answer.json()["details"])) == (400, ["fichier"])
    monkeypatch.setattr(services, "MOST_BYTES", 20)
    assert caller.post(path, {"fichier": deposit(caller)}).status_code == 413
    assert not HouseholdPhoto.objects.exists()
    assert StoredFile.objects.filter(expires_at__isnull=True).count() == 0


def test_there_is_an_end(api, cast, household):
    caller = api(cast.agent_west)
    for _ in range(rules.MOST_PHOTOS):
        photograph(caller, household)
    answer = caller.post(f"/api/menages/{household.id}/photos", {"fichier": deposit(caller)})
    assert (answer.status_code, answer.json()["code"]) == (400, "INVALID_STATUS")


def test_a_closed_project_takes_none(api, cast, household):
    household.projet = Project.objects.create(code="P", nom="Clos", lecture_seule=True)
    household.save()
    caller = api(cast.agent_west)
    answer = caller.post(f"/api/menages/{household.id}/photos", {"fichier": deposit(caller)})
    assert answer.json()["code"] == "READ_ONLY_PROJECT"


def test_a_household_with_photos_is_not_deleted_and_is_anonymised_with_them(api, cast, household):
    photo = photograph(api(cast.agent_west), household)
    refused = api(cast.admin).delete(f"/api/menages/{household.id}")
    assert (refused.json()["code"], refused.json()["data"]["dependencies"]) == ("HAS_DEPENDENCIES", {"photos": 1})
    anonymise_household(which=household.code_menage, reason="demande écrite")
    assert not HouseholdPhoto.objects.exists()
    assert StoredFile.objects.get(id=photo["fichier"]).expires_at <= timezone.now() + timedelta(seconds=1)
