"""POST /api/geo/imports: who may, within which regions, at once or by a job."""

import io

import pytest

from accounts.files.models import StoredFile
from accounts.jobs.jobs import execute_job
from accounts.jobs.models import Job
from geo.areas.models import Locality, Region, Sector
from tests.conftest import make_user
from tests.geo.imports.conftest import table

PATH = "/api/geo/imports"
VILLAGES = table(["nom", "lat", "lon"], ["Sare", 12.8, -15.4], ["Madina", 12.3, -14.4])


@pytest.fixture(autouse=True)
def files_root(settings, tmp_path):
    settings.FILES_ROOT = tmp_path / "files"


def sent(content: bytes = VILLAGES, name: str = "villages.csv", **fields: str) -> dict:
    file = io.BytesIO(content)
    file.name = name
    return {"file": file, "type": "localite", **fields}


def stored_files(settings) -> list:
    return [path for path in settings.FILES_ROOT.rglob("*") if path.is_file() and path.parent.name != "lecteurs"]


def test_an_administrator_imports(cast, api, settings, django_capture_on_commit_callbacks):
    with django_capture_on_commit_callbacks(execute=True):
        answer = api(cast.admin).upload(PATH, sent(name="../../etc/Tabancas 2024.csv"))
    assert answer.status_code == 200, answer.content
    body = answer.json()
    assert (body["success"], body["data"]["imported"], body["data"]["skipped"]) == (True, 2, 0)
    assert body["data"]["correspondance"] == {"nom": "nom", "lat": "lat", "lon": "lon"}
    assert "2 créées" in body["message"]
    assert Locality.objects.get(nom="Sare").source == "Tabancas 2024"
    assert (StoredFile.objects.count(), stored_files(settings)) == (0, [])
    assert api(cast.admin).upload(PATH, sent(name="Tabancas 2024.csv")).json()["data"]["unchanged"] == 2


@pytest.mark.parametrize("name", ["dry-run", "dryRun", "DRY_RUN"])
def test_another_spelling_of_an_option_is_refused(cast, api, name):
    answer = api(cast.admin).upload(PATH, sent(**{name: "oui"}))
    assert (answer.status_code, answer.json()["details"]) == (400, {name: ["Ce champ s'écrit « dry_run »."]})
    assert not Locality.objects.filter(nom="Sare").exists()


@pytest.mark.parametrize(("who", "status"), [(None, 401), ("agent_west", 403), ("stranger", 403), ("vbg", 403)])
def test_others_may_not(cast, api, who, status):
    answer = api(getattr(cast, who) if who else None).upload(PATH, sent())
    assert (answer.status_code, Locality.objects.filter(nom="Sare").exists()) == (status, False)


def regional_admin(country):
    user = make_user("ROLE_AGENT", country.west)
    user.role.permissions = [*user.role.permissions, "geo.gerer"]
    user.role.save()
    return user


def test_a_regional_caller_touches_only_their_regions(country, api):
    caller = api(regional_admin(country))
    body = caller.upload(PATH, sent()).json()["data"]
    assert (body["imported"], body["skipped"]) == (1, 1)
    assert body["errors"][0]["message"] == "Hors des régions que vous gérez."
    rows = table(["nom", "code", "population"], ["Cossé", "BA01", "9"], ["Mansoa", "OI01", "9"])
    body = caller.upload(PATH, sent(rows, type="secteur")).json()["data"]
    assert (body["updated"], body["skipped"]) == (1, 1)
    assert Sector.objects.get(code="BA01").population is None
    body = caller.upload(PATH, sent(table(["nom"], ["Nova"]), type="region")).json()["data"]
    assert (body["skipped"], Region.objects.count()) == (1, 2)


@pytest.mark.parametrize(
    ("fields", "field"),
    [
        ({"type": ""}, "type"),
        ({"type": "menages"}, "type"),
        ({"niveau": "region"}, "type"),
        ({"fuzzy": "7"}, "fuzzy"),
        ({"map": "nom"}, "map"),
        ({"map": "nom=absent"}, "map.nom"),
        ({"dry_run": "peut-être"}, "dry_run"),
        ({"layer": "\x07"}, "layer"),
    ],
)
def test_bad_forms_are_named(cast, api, settings, fields, field, django_capture_on_commit_callbacks):
    with django_capture_on_commit_callbacks(execute=True):
        answer = api(cast.admin).upload(PATH, sent(**fields))
    assert (answer.status_code, answer.json()["code"]) == (400, "VALIDATION_ERROR"), answer.content
    assert field in answer.json()["details"]
    assert (Locality.objects.filter(nom="Sare").exists(), stored_files(settings)) == (False, [])


def test_bad_files(cast, api, settings, django_capture_on_commit_callbacks):
    caller = api(cast.admin)
    assert caller.upload(PATH, {"type": "localite"}).json()["details"]["file"] == ["Le fichier manque."]
    assert caller.post(PATH, {"type": "localite"}).status_code == 400
    with django_capture_on_commit_callbacks(execute=True):
        answer = caller.upload(PATH, sent(b"%PDF-1.4", name="villages.csv"))
    assert (answer.status_code, list(answer.json()["details"])) == (400, ["file"])
    settings.UPLOAD_MAX_BYTES = 10
    assert caller.upload(PATH, sent()).status_code == 413
    assert stored_files(settings) == []


def test_a_dry_run_keeps_nothing(cast, api):
    body = api(cast.admin).upload(PATH, sent(dry_run="1")).json()
    assert (body["data"]["imported"], body["data"]["simulation"]) == (2, True)
    assert not Locality.objects.filter(nom="Sare").exists()


@pytest.mark.parametrize("why", ["asked", "big"])
def test_a_job_does_the_same(cast, api, settings, why, django_capture_on_commit_callbacks):
    settings.SYNCHRONOUS_MAX_ROWS = 1 if why == "big" else 5000
    answer = api(cast.admin).upload(PATH + ("?async=1" if why == "asked" else ""), sent())
    assert answer.status_code == 202, answer.content
    job = Job.objects.get(id=answer.json()["data"]["jobId"])
    assert not Locality.objects.filter(nom="Sare").exists()
    with django_capture_on_commit_callbacks(execute=True):
        execute_job(job.id)
    job.refresh_from_db()
    assert (job.statut, job.resultat["imported"], job.resultat["source"]) == ("termine", 2, "villages")
    assert stored_files(settings) == []


def test_a_job_that_fails_says_why_as_the_answer_does(cast, api):
    content = table(["x", "y"], [1, 2])
    short = api(cast.admin).upload(PATH, sent(content)).json()
    execute_job(api(cast.admin).upload(PATH + "?async=1", sent(content)).json()["data"]["jobId"])
    [sentence] = short["details"]["map.nom"]
    assert Job.objects.get().erreur == f"{short['error']} map.nom : {sentence} Rien n'a été modifié."


def test_a_job_that_cannot_read_its_file_says_it_once(cast, api):
    short = api(cast.admin).upload(PATH, sent(b"%PDF-1.4")).json()
    execute_job(api(cast.admin).upload(PATH + "?async=1", sent(b"%PDF-1.4")).json()["data"]["jobId"])
    assert Job.objects.get().erreur == f"{short['error']} Rien n'a été modifié."


def test_a_job_stops_when_the_right_is_gone(cast, api):
    make_user("ROLE_ADMIN")  # the last administrator cannot be put out
    answer = api(cast.admin).upload(PATH + "?async=1", sent())
    cast.admin.is_active = False
    cast.admin.save()
    execute_job(answer.json()["data"]["jobId"])
    assert Job.objects.get().statut == "echoue"
    assert not Locality.objects.filter(nom="Sare").exists()
