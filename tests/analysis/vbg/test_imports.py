"""Workbooks of services, agents and cases: what is read, refused and written."""

import io
import re
import zipfile
from datetime import timedelta

import openpyxl
import pytest
from django.contrib.gis.geos import Point
from django.utils import timezone

from accounts.files.models import StoredFile
from accounts.files.services import remove_expired_files
from analysis.vbg.imports import services as import_services
from analysis.vbg.imports.models import VbgUpload
from analysis.vbg.imports.rules import MAX_ROWS, find_unsafe_columns, suggest_mapping
from geo.facilities.models import VbgAgent, VbgService

PATH = "/api/vbg-analytics"
TITLES = ("code", "nom", "typeService", "region", "secteur", "telephone", "responsable")
MAPPING = {name: name for name in TITLES}


@pytest.fixture(autouse=True)
def storage(settings, tmp_path):
    settings.FILES_ROOT = tmp_path


def workbook(*rows, sheet="services"):
    book = openpyxl.Workbook()
    book.active.title = sheet
    for row in rows:
        book.active.append(row)
    return save(book)


def save(book):
    file = io.BytesIO()
    book.save(file)
    file.seek(0)
    file.name = "classeur.xlsx"
    return file


def upload(caller, kind, *rows):
    return caller.upload(f"{PATH}/upload", {"file": workbook(*rows), "type": kind})


def services(caller, *rows, mapping=None, titles=TITLES, **options):
    sent = upload(caller, "services", titles, *rows)
    assert sent.status_code == 201, sent.content
    body = {"fileId": sent.json()["data"]["fileId"], "mapping": mapping or MAPPING, "options": options}
    return caller.post(f"{PATH}/import/services", body)


def counts(answer):
    data = answer.json()["data"]
    return data["imported"], data["updated"], data["skipped"]


ESCUTA = ("S1", "Ponto de Escuta", "centre_ecoute", "Oio", "mansoa", "+245955100401", "Maria")


def test_services_are_written_found_again_and_updated(country, cast, api):
    caller = api(cast.vbg)
    assert counts(services(caller, ESCUTA, dryRun=True)) == (1, 0, 0) and not VbgService.objects.exists()
    assert counts(services(caller, ESCUTA)) == (1, 0, 0)
    row = VbgService.objects.get()
    assert (row.code, row.region_id, row.secteur_id) == ("S1", country.west.id, country.north.id)
    again = services(caller, ("S1", "Autre nom", "Tribunal", "OI", None, None, None))
    assert counts(again) == (0, 0, 1) and again.json()["data"]["errors"][0]["row"] == 2
    assert counts(services(caller, ("S1", "Autre", "tribunal", "OI", None, None, None), updateExisting=True)) == (
        0,
        1,
        0,
    )
    row.refresh_from_db()
    assert (row.nom, row.type, row.telephone, row.secteur_id) == (
        "Autre",
        "tribunal",
        "+245955100401",
        country.north.id,
    )


def test_a_service_without_a_code_is_known_by_its_name_type_and_areas(country, cast, api):
    escuta, elsewhere = (None, *ESCUTA[1:]), (None, *ESCUTA[1:4], None, None, None)
    again = (None, "PONTO DE ESCUTA", "centre d'écoute", "OI", "Mansôa", None, None)
    caller = api(cast.vbg)
    assert counts(services(caller, escuta, elsewhere, again, again)) == (2, 0, 2)
    drawn = VbgService.objects.values_list("code", flat=True)
    assert all(re.fullmatch(r"VBG-I[0-9A-F]{12}", code) for code in drawn), drawn
    assert counts(services(caller, escuta, elsewhere, again, (None, "Outro", *again[2:]))) == (1, 0, 3)
    told = services(caller, again, again, updateExisting=True).json()["data"]
    assert (told["imported"], told["updated"]) == (0, 0) and "existe déjà" in told["errors"][0]["message"]
    told = services(caller, ("S1", *again[1:]), again, ("S1", *again[1:])).json()["data"]["errors"]
    assert [error["row"] for error in told] == [3, 4] and VbgService.objects.count() == 4


def test_a_service_is_not_moved_far_from_its_point(country, cast, api):
    VbgService.objects.create(
        nom="S", code="S1", type="ong", region=country.west, secteur=country.north, geom=Point(-15.5, 12.75, srid=4326)
    )
    caller = api(cast.admin)
    for region, sector in (("Bafatá", None), ("Oio", "Nhacra")):
        moved = services(caller, ("S1", "S", "ong", region, sector, None, None), updateExisting=True)
        assert counts(moved) == (0, 0, 1) and "2 km" in moved.json()["data"]["errors"][0]["message"]
    assert counts(services(caller, ("S1", "T", "ong", "Oio", "Mansoa", None, None), updateExisting=True)) == (0, 1, 0)


def test_a_broken_row_does_not_stop_the_others_unless_it_shall(country, cast, api):
    rows = (
        ESCUTA,
        ("S1", "Deux fois", "ong", "Oio", None, None, None),
        ("S3", None, "ong", "Oio", None, None, None),
        ("S4", "X", "boulangerie", "Oio", None, None, None),
        ("S5", "X", "ong", "Bafatá", None, None, None),
        ("S6", "X", "ong", "Oio", "Cossé", None, None),
        ("S7", "X", "ong", "Oio", None, "0" * 33, None),
    )
    caller = api(cast.vbg)
    assert counts(services(caller, *rows, skipErrors=False)) == (0, 0, 7) and not VbgService.objects.exists()
    done = services(caller, *rows)
    assert counts(done) == (1, 0, 6)
    assert [(error["row"], error["column"]) for error in done.json()["data"]["errors"]] == [
        *((3, None), (4, "nom"), (5, "typeService")),
        *((6, "region"), (7, "secteur"), (8, None)),
    ]
    assert len({error["message"] for error in done.json()["data"]["errors"]}) == 6


def test_shelters_are_imported_by_who_sees_them_only(country, cast, api):
    shelter = ("A1", "Casa", "casa de abrigo", "Oio", None, None, None)
    assert counts(services(api(cast.admin), shelter)) == (0, 0, 1)
    assert counts(services(api(cast.vbg), shelter)) == (1, 0, 0)
    assert VbgService.objects.get().visibilite == "restreinte"
    taken = services(api(cast.admin), ("A1", "Autre", "ong", "Oio", None, None, None), updateExisting=True)
    assert counts(taken) == (0, 0, 1) and VbgService.objects.get().nom == "Casa"


def test_agents_are_added_to_services_that_are_seen(country, cast, api):
    service = VbgService.objects.create(nom="S", code="S1", type="ong", region=country.west)
    VbgService.objects.create(nom="E", code="E1", type="ong", region=country.east)
    caller = api(cast.vbg)
    rows = (
        ("Sanhá", "Mariama", "Juriste", None, "S1"),
        ("Biai", "C", None, None, "E1"),
        ("SANHA", "mariama", "", "", "S1"),
        ("Sanhá", "Mariama", "", "", str(service.id).upper()),
    )
    sent = upload(caller, "agents", ("Nom", "Prenom", "Fonction", "Telephone", "Service"), *rows).json()["data"]
    mapping = {"nom": "Nom", "prenom": "Prenom", "fonction": "Fonction", "serviceId": "Service"}
    body = {"fileId": sent["fileId"], "mapping": mapping, "options": {"linkToService": True}}
    assert sent["rowCount"] == 4
    done = caller.post(f"{PATH}/import/agents", body)
    assert counts(done) == (1, 0, 3) and VbgAgent.objects.get().nom == "Sanhá"
    first = service.updated_at
    service.refresh_from_db()
    assert service.updated_at > first
    assert counts(caller.post(f"{PATH}/import/agents", body))[0] == 0


def test_a_file_is_analysed_and_shown(country, cast, api):
    caller = api(cast.vbg)
    rows = (ESCUTA, ("S1", None, "ong", "Oio", None, None, None))
    sent = upload(caller, "services", TITLES, *rows).json()["data"]
    assert (sent["filename"], sent["sheets"], sent["rowCount"]) == ("classeur.xlsx", ["services"], 2)
    told = caller.get(f"{PATH}/analyze/{sent['fileId']}").json()["data"]
    analysis = told["analysis"]
    assert (analysis["totalRows"], analysis["validRows"], analysis["invalidRows"]) == (2, 1, 1)
    assert analysis["duplicates"] == [{"column": "code", "value": "S1", "rows": [2, 3]}]
    assert [(one["row"], one["column"]) for one in analysis["errors"]] == [(3, "nom")]
    assert analysis["columns"][0] == {"name": "code", "type": "texte", "filled": 2, "unique": 1}
    assert told["mappingSuggestion"] == MAPPING
    shown = caller.get(f"{PATH}/sample/{sent['fileId']}", {"sheet": "services", "limit": 1}).json()["data"]
    assert shown.get("headers") == list(TITLES) and shown["rows"] == [list(ESCUTA)] and shown["totalRows"] == 2
    assert caller.get(f"{PATH}/sample/{sent['fileId']}", {"sheet": "autre"}).status_code == 400


def test_titles_are_understood_in_portuguese():
    columns = ["Código", "Nome do serviço", "Tipo", "Região", "Setor", "Telemóvel", "Responsável", "Outra"]
    assert list(suggest_mapping("services", columns).values()) == columns[:7]
    cases = ["Serviço", "Região", "Setor", "Mês", "Rubrica", "Faixa etária", "Sexo", "Situação"]
    assert list(suggest_mapping("cas", cases).values()) == cases and find_unsafe_columns(cases) == []


@pytest.mark.parametrize(
    "title", ["Nome", "Telefone", "Prénom de la victime", "Tabanca", "Récit", "Âge", "GPS", "X", "Date فاطمة"]
)
def test_a_file_of_cases_with_another_column_is_refused_by_name_and_not_stored(cast, api, title, tmp_path):
    refused = upload(api(cast.vbg), "cas", ("Service", "Mois", "Sexe", title), ("S1", "2025-03", "F", "Kasaskondida"))
    assert refused.status_code == 400 and title in refused.json()["error"]
    assert "Kasaskondida" not in refused.content.decode()
    assert not StoredFile.objects.exists() and list(tmp_path.glob("??/??/*")) == []


def test_files_expire_and_are_wiped(cast, api, tmp_path, django_capture_on_commit_callbacks):
    caller = api(cast.vbg)
    identity = upload(caller, "cas", ("Service", "Date", "Sexe"), ("S1", "2025-03-10", "F")).json()["data"]["fileId"]
    assert caller.get(f"{PATH}/analyze/{identity}").status_code == 200
    assert api(cast.admin).get(f"{PATH}/analyze/{identity}").status_code == 404
    for stored in StoredFile.objects.all():
        left = stored.expires_at - timezone.now()
        assert timedelta(hours=23) < left <= timedelta(hours=24)
    assert len(list(tmp_path.glob("??/??/*"))) == 1
    StoredFile.objects.update(expires_at=timezone.now() - timedelta(seconds=1))
    assert caller.get(f"{PATH}/analyze/{identity}").status_code == 404
    with django_capture_on_commit_callbacks(execute=True):
        remove_expired_files()
    assert not VbgUpload.objects.exists() and not StoredFile.objects.exists()
    assert list(tmp_path.glob("??/??/*")) == []


def test_a_workbook_is_parsed_once_unless_another_sheet_is_wanted(cast, api, monkeypatch):
    book = openpyxl.load_workbook(workbook(TITLES, ("S-1", "Casa", "ong", "OI", "OI01", "", "")))
    other = book.create_sheet("autre")
    other.append(("x", "y"))
    other.append((1, 2))
    caller, parsed = api(cast.vbg), []
    sent = caller.upload(f"{PATH}/upload", {"file": save(book), "type": "services"}).json()["data"]
    extract_file = import_services.extract_file
    monkeypatch.setattr(
        import_services, "extract_file", lambda path, **how: parsed.append(how["layer"]) or extract_file(path, **how)
    )
    identity = sent["fileId"]
    assert caller.get(f"{PATH}/analyze/{identity}").json()["data"]["analysis"]["totalRows"] == 1
    for sheet in ({}, {"sheet": "services"}):
        sample = caller.get(f"{PATH}/sample/{identity}", sheet).json()["data"]
        assert sample["headers"] == list(TITLES) and sample["rows"][0][:2] == ["S-1", "Casa"]
    assert parsed == []
    sample = caller.get(f"{PATH}/sample/{identity}", {"sheet": "autre"}).json()["data"]
    assert sample == {"headers": ["x", "y"], "rows": [["1", "2"]], "totalRows": 1} and parsed == ["autre"]
    done = caller.post(f"{PATH}/import/services", {"fileId": identity, "mapping": MAPPING, "options": {}})
    assert counts(done) == (1, 0, 0) and parsed == ["autre"]


def test_what_is_no_workbook_is_refused(cast, api):
    caller = api(cast.vbg)
    bomb = io.BytesIO()
    with zipfile.ZipFile(bomb, "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr("xl/worksheets/sheet1.xml", b"0" * 200_000_000)
    zips = [io.BytesIO() for _names in range(3)]
    for file, names in zip(zips, (("a.txt",), ("a.shp", "a.dbf", "a.shx"), ("a.gpkg",)), strict=True):
        with zipfile.ZipFile(file, "w") as archive:
            for name in names:
                archive.writestr(name, b"a")
    zipped = [file.getvalue() for file in zips]
    for content in (b"", b"code;nom\nS1;X\n", b"%PDF-1.7", bomb.getvalue(), *zipped):
        file = io.BytesIO(content)
        file.name = "faux.xlsx"
        assert caller.upload(f"{PATH}/upload", {"file": file, "type": "services"}).status_code == 400
    assert upload(caller, "autre", TITLES).status_code == 400
    assert not StoredFile.objects.exists()


@pytest.mark.parametrize("rows", [3, pytest.param(1_000_000, marks=pytest.mark.slow)])
def test_too_many_rows_are_refused_and_not_stored(cast, api, monkeypatch, rows):
    most = MAX_ROWS
    if rows < MAX_ROWS:
        most = 2
        monkeypatch.setattr("analysis.vbg.imports.services.MAX_ROWS", 2)
    cells = "".join(f'<c t="inlineStr"><is><t>{word}</t></is></c>' for word in ("2025-03", "autre", "Oio"))
    heads = "".join(f'<c t="inlineStr"><is><t>{word}</t></is></c>' for word in ("Mois", "Rubrique", "Region"))
    whole = workbook(("Mois",)).getvalue()
    file = io.BytesIO()
    with zipfile.ZipFile(io.BytesIO(whole)) as old, zipfile.ZipFile(file, "w", zipfile.ZIP_DEFLATED) as new:
        for name in old.namelist():
            content = old.read(name)
            if name == "xl/worksheets/sheet1.xml":
                start, end = content.index(b"<row"), content.index(b"</sheetData>")
                lines = f"<row>{heads}</row>" + f"<row>{cells}</row>" * rows
                content = content[:start] + lines.encode() + content[end:]
                content = re.sub(rb"<dimension [^>]*/>", b"", content)
            new.writestr(name, content)
    file.seek(0)
    file.name = "classeur.xlsx"
    refused = api(cast.vbg).upload(f"{PATH}/upload", {"file": file, "type": "cas"})
    assert (refused.status_code, refused.json()["code"]) == (400, "VALIDATION_ERROR"), refused.content
    assert refused.json()["error"] == f"Le fichier a plus de {most} lignes."
    assert not StoredFile.objects.exists()


def test_a_mapping_names_columns_of_the_file_and_files_their_kind(country, cast, api):
    caller = api(cast.vbg)
    wrong = services(caller, ESCUTA, mapping={"nom": "absent", "typeService": "typeService"})
    assert wrong.status_code == 400 and "mapping.nom" in wrong.json()["details"]
    assert services(caller, ESCUTA, mapping={"nom": "nom"}).status_code == 400
    agents = upload(caller, "agents", TITLES, ESCUTA).json()["data"]["fileId"]
    assert caller.post(f"{PATH}/import/services", {"fileId": agents, "mapping": MAPPING}).status_code == 404


def test_only_who_may_imports(cast, api):
    assert upload(api(cast.agent_west), "services", TITLES, ESCUTA).status_code == 403
