"""Files of cases: what is read of them, refused and written."""

import io
import tempfile
import zipfile
from contextlib import contextmanager
from datetime import date

import openpyxl
import pytest

from accounts.audit.models import Trace
from accounts.files.models import StoredFile
from accounts.idempotency.models import IdempotencyKey
from analysis.vbg.cases.api import become_case_role
from analysis.vbg.cases.models import Case
from analysis.vbg.imports.models import VbgUpload
from analysis.vbg.imports.storage import services as storage_services
from config import memory_files
from geo.facilities.models import VbgService
from tests.analysis.vbg.test_imports import PATH, counts, save, upload, workbook

TITLES = ("Service", "Region", "Secteur", "Date", "Rubrique", "Faixa etaria", "Sexe", "Statut")
MAPPING = {
    "service": "Service",
    "region": "Region",
    "secteur": "Secteur",
    "date": "Date",
    "rubrique": "Rubrique",
    "trancheAge": "Faixa etaria",
    "sexe": "Sexe",
    "statut": "Statut",
}
GOOD = ("S1", None, None, "2025-03-10", "violence_physique", "12-17", "F", "en_cours")


@pytest.fixture(autouse=True)
def storage(settings, tmp_path):
    settings.FILES_ROOT = tmp_path


@pytest.fixture(autouse=True)
def services(country):
    VbgService.objects.create(nom="S", code="S1", type="ong", region=country.west, secteur=country.north)
    VbgService.objects.create(nom="E", code="E1", type="ong", region=country.east)
    VbgService.objects.create(nom="H", code="H1", type="hebergement", region=country.west)


def cases(caller, *rows, mapping=MAPPING, titles=TITLES, **options):
    sent = upload(caller, "cas", titles, *rows)
    assert sent.status_code == 201, sent.content
    body = {"fileId": sent.json()["data"]["fileId"], "mapping": mapping, "options": options}
    return caller.post(f"{PATH}/import/cas", body)


def stored():
    with become_case_role():
        return list(Case.objects.order_by("mois", "rubrique"))


def test_cases_are_written_once_and_their_file_is_wiped(
    country, cast, api, tmp_path, django_capture_on_commit_callbacks
):
    caller = api(cast.vbg)
    assert counts(cases(caller, GOOD, dryRun=True)) == (1, 0, 0) and stored() == []
    identity = StoredFile.objects.get().id
    StoredFile.objects.all().delete()
    with django_capture_on_commit_callbacks(execute=True):
        done = cases(
            caller, GOOD, (None, "Oio", "Nhacra", "12/2024", "Casamento forçado", "18+", "mulher", "resolvido")
        )
    assert counts(done) == (2, 0, 0), done.content
    old, new = stored()
    assert (old.mois, old.rubrique, old.tranche_age, old.statut) == (
        date(2024, 12, 1),
        "mariage_force",
        "18+",
        "resolu",
    )
    assert (old.service_id, old.secteur_id, new.secteur_id) == (None, country.south.id, country.north.id)
    assert (new.mois, new.tranche_age, new.sexe) == (date(2025, 3, 1), "12-17", "F")
    assert not StoredFile.objects.exists() and not [
        path for path in tmp_path.glob("??/??/*") if str(identity) != path.name
    ]
    entry = Trace.objects.get(model="import_cas_vbg")
    assert entry.nombre == 2 and not entry.details


def test_rows_with_an_error_are_left_out_and_named(cast, api):
    rows = [
        GOOD,
        GOOD,
        ("X9", *GOOD[1:]),
        ("E1", *GOOD[1:]),
        (None, "Bafatá", *GOOD[2:]),
        ("S1", None, "Cossé", *GOOD[3:]),
        (*GOOD[:3], "2999-01-01", *GOOD[4:]),
        (*GOOD[:3], "2025-13-40", *GOOD[4:]),
        (*GOOD[:4], "vol", *GOOD[5:]),
        (*GOOD[:5], "14", *GOOD[6:]),
        (*GOOD[:6], "X", "en_cours"),
        (*GOOD[:7], "perdu"),
    ]
    caller = api(cast.vbg)
    assert counts(cases(caller, *rows, skipErrors=False)) == (0, 0, 12) and stored() == []
    done = cases(caller, *rows)
    assert counts(done) == (1, 0, 11)
    assert [error["row"] for error in done.json()["data"]["errors"]] == list(range(3, 14))
    assert len(stored()) == 1


def test_a_day_that_its_month_does_not_have_is_named_by_line_and_column(cast, api):
    days = ("31/02/2024", "2023-02-29", "2024-04-31T00:00:00", "00/03/2024", "29/02/2024", "2024-12-31", "٢٠٢٤-٠٣-١٠")
    done = cases(api(cast.vbg), *((*GOOD[:3], day, *GOOD[4:]) for day in days), ("X9", *GOOD[1:]))
    errors = [(one["row"], one["column"]) for one in done.json()["data"]["errors"]]
    assert errors == [(2, "Date"), (3, "Date"), (4, "Date"), (5, "Date"), (8, "Date"), (9, "Service")]
    assert [case.mois for case in stored()] == [date(2024, 2, 1), date(2024, 12, 1)]


def test_rows_of_whole_months_may_be_alike(cast, api):
    row = (*GOOD[:3], "2025-03", *GOOD[4:])
    assert counts(cases(api(cast.vbg), row, row, row)) == (3, 0, 0)


def test_a_row_is_repeated_by_what_was_read_however_it_is_written(cast, api):
    by_id = str(VbgService.objects.get(code="S1").id).upper()
    told = (*GOOD[:3], "2025-02-01", *GOOD[4:])
    alike = [
        (*GOOD[:3], "01/02/2025", *GOOD[4:]),
        (*GOOD[:3], "1.2.2025", *GOOD[4:]),
        (*GOOD[:3], "2025-02-01T00:00:00", *GOOD[4:]),
        (by_id, "Oio", "Mansoa", "2025-02-01", "Violência física", "12 a 17", "mulher", "em curso"),
    ]
    others = [(*GOOD[:3], day, *GOOD[4:]) for day in ("02/01/2025", "2025-02", "02/2025")]
    done = cases(api(cast.vbg), told, *alike, *others)
    assert counts(done) == (4, 0, 4), done.content
    assert [one["row"] for one in done.json()["data"]["errors"]] == [3, 4, 5, 6]


def test_a_day_to_come_is_refused_by_file_as_by_form(cast, api, monkeypatch):
    monkeypatch.setattr("django.utils.timezone.localdate", lambda: date(2026, 3, 15))
    caller = api(cast.vbg)
    days = ("2026-03", "2026-03-15", "14/03/2026", "16/03/2026", "2026-03-31T00:00:00", "2026-04")
    done = cases(caller, *((*GOOD[:3], day, *GOOD[4:]) for day in days))
    assert counts(done) == (3, 0, 3) and [one["row"] for one in done.json()["data"]["errors"]] == [5, 6, 7]
    service = str(VbgService.objects.get(code="S1").id)
    for day, status in (("2026-03-15", 201), ("2026-03-16", 400)):
        body = {"date": day, "rubrique": "autre", "service": service}
        assert caller.post("/api/vbg-cas", body).status_code == status


def test_who_does_not_see_a_shelter_does_not_write_its_cases(cast, api):
    named = ("H1", str(VbgService.objects.get(code="H1").id).upper())
    rows = [(name, *GOOD[1:3], f"2025-03-{day}", *GOOD[4:]) for day, name in enumerate(named, 10)]
    assert counts(cases(api(cast.admin), *rows)) == (0, 0, 2)
    assert counts(cases(api(cast.vbg), *rows)) == (2, 0, 0)


def test_date_and_rubrique_need_a_column_and_the_right_is_its_own(cast, api):
    assert cases(api(cast.vbg), GOOD, mapping={"service": "Service"}).status_code == 400
    wrong = cases(api(cast.vbg), GOOD, mapping=MAPPING | {"nom": "Service"})
    assert wrong.status_code == 400
    body = {"fileId": "00000000-0000-7000-8000-000000000000", "mapping": MAPPING}
    assert api(cast.vbg).post(f"{PATH}/import/cas", body).status_code == 404
    assert api(cast.agent_west).post(f"{PATH}/import/cas", body).status_code == 403


@pytest.mark.parametrize("state", ["visible", "hidden", "veryHidden"])
def test_a_second_sheet_could_hold_names(cast, api, state):
    book = openpyxl.load_workbook(workbook(TITLES, GOOD))
    book.create_sheet("Vazia")
    caller = api(cast.vbg)
    assert caller.upload(f"{PATH}/upload", {"file": save(book), "type": "cas"}).status_code == 201
    StoredFile.objects.all().delete()
    book.create_sheet("Nomes").append(["Fatu Mané", "+245955000001"])
    book["Nomes"].sheet_state = state
    refused = caller.upload(f"{PATH}/upload", {"file": save(book), "type": "cas"})
    assert (refused.status_code, refused.json()["code"]) == (400, "VALIDATION_ERROR")
    assert "Nomes" in refused.json()["error"] and "Fatu" not in str(refused.json())
    assert not StoredFile.objects.exists()
    assert caller.upload(f"{PATH}/upload", {"file": save(book), "type": "services"}).status_code == 201


def test_what_stands_under_no_title_could_be_a_name(cast, api):
    for rows in ((TITLES, GOOD, (*GOOD, "Fatu Mané")), ((*TITLES, None), (*GOOD, "Fatu Mané"))):
        refused = api(cast.vbg).upload(f"{PATH}/upload", {"file": workbook(*rows), "type": "cas"})
        assert (refused.status_code, refused.json()["code"]) == (400, "VALIDATION_ERROR")
        assert not StoredFile.objects.exists()


def test_no_answer_that_names_a_file_or_counts_cases_is_kept(cast, api):
    file = workbook(TITLES, GOOD, sheet="Fatu Mané")
    file.name = "Fatu Mané.xlsx"
    sent = api(cast.vbg).upload(f"{PATH}/upload", {"file": file, "type": "cas"}, HTTP_IDEMPOTENCY_KEY="un")
    assert sent.json()["data"]["filename"] == "Fatu Mané.xlsx"
    body = {"fileId": sent.json()["data"]["fileId"], "mapping": MAPPING}
    key = {"Idempotency-Key": "deux"}
    assert [api(cast.vbg).post(f"{PATH}/import/cas", body, headers=key).status_code for _ in range(2)] == [200, 404]
    assert not IdempotencyKey.objects.exists()


def test_no_row_of_the_database_tells_the_sheet_or_the_number_of_cases(cast, api):
    sizes = set()
    for many in (1, 300):
        file = workbook(TITLES, *[GOOD] * many, sheet="Fatu Mané")
        sent = api(cast.vbg).upload(f"{PATH}/upload", {"file": file, "type": "cas"}).json()["data"]
        assert (sent["rowCount"], sent["sheets"]) == (many, ["Fatu Mané"])
        upload = VbgUpload.objects.values().get(id=sent["fileId"])
        stored = StoredFile.objects.values().get(id=upload["fichier_id"])
        assert "Fatu" not in str([upload, stored]) and upload["classeur_id"] is None
        sizes.add(stored["taille"])
        other = api(cast.vbg).get(f"{PATH}/sample/{sent['fileId']}", {"sheet": "Vazia"})
        assert (other.status_code, other.json()["code"]) == (400, "VALIDATION_ERROR")
    assert len(sizes) == 1


@pytest.mark.parametrize("title", ["Service", "Nome"])
def test_a_file_of_cases_is_on_no_disk_in_the_clear(cast, api, settings, monkeypatch, tmp_path, title):
    """No temporary file can be made but in memory: what a file above the limit of memory, and each step after, would do."""
    seen = []
    open_folder = memory_files.open_memory_folder

    @contextmanager
    def watch(prefix):
        with open_folder(prefix) as folder:
            try:
                yield folder
            finally:
                seen.append((folder, [path.read_bytes() for path in folder.rglob("*") if path.is_file()]))

    monkeypatch.setattr(storage_services, "open_memory_folder", watch)
    plain, book = io.BytesIO(), workbook((title, *TITLES[1:]), ("Fatu-Canario", *GOOD[1:]), GOOD)
    with zipfile.ZipFile(book) as packed, zipfile.ZipFile(plain, "w", zipfile.ZIP_STORED) as out:
        for name in packed.namelist():
            out.writestr(name, packed.read(name))
    settings.FILE_UPLOAD_MAX_MEMORY_SIZE, settings.FILE_UPLOAD_TEMP_DIR = 1, tmp_path / "nowhere"
    monkeypatch.setattr(tempfile, "tempdir", str(tmp_path / "nowhere"))
    plain.seek(0)
    plain.name = "casos.xlsx"
    caller = api(cast.vbg)
    sent = caller.upload(f"{PATH}/upload", {"file": plain, "type": "cas"})
    assert sent.status_code == (201 if title in TITLES else 400), sent.content
    if title in TITLES:
        identity = sent.json()["data"]["fileId"]
        assert "Fatu-Canario" in str(caller.get(f"{PATH}/sample/{identity}").json())
        assert counts(caller.post(f"{PATH}/import/cas", {"fileId": identity, "mapping": MAPPING})) == (1, 0, 1)
    assert seen and any(b"Fatu-Canario" in content for content in seen[0][1])
    assert all(memory_files.is_in_memory(folder.parent) and not folder.exists() for folder, _contents in seen)
    assert not [path for path in tmp_path.rglob("*") if path.is_file() and b"Canario" in path.read_bytes()]
    monkeypatch.setattr(memory_files, "MEMORY_FOLDER", tmp_path)
    plain.seek(0)
    refused = caller.upload(f"{PATH}/upload", {"file": plain, "type": "cas"})
    assert (refused.status_code, refused.json()["code"]) == (507, "INSUFFICIENT_STORAGE")
