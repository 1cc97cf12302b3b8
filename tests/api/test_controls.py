"""No text holds a control character: not from a body, an address, a file or a platform."""

import io
from types import SimpleNamespace
from typing import Any

import openpyxl
import pytest

from config.controls import replace_controls
from config.outgoing_http import _replace_unstorable
from geo.areas.models import Region, Sector
from geo.tables.child_process import escape_copy_text
from geo.vector_files.feature_rows import format_copy_lines
from registry.households.models import HeadOfHousehold, Household
from registry.projects.models import Campaign, Project
from tests.registry.imports.conftest import csv_file, xlsx_file


@pytest.mark.parametrize("name", ["A\x01B", "A\x7fB", "A\x85B", "\x1b", "A\ufffe"])
def test_a_body_names_the_field(api: Any, cast: SimpleNamespace, name: str) -> None:
    answer = api(cast.admin).post("/api/campagnes", {"nom": name})
    assert (answer.status_code, answer.json()["code"]) == (400, "VALIDATION_ERROR")
    said = ["Ce texte contient un caractère de contrôle, qui ne se voit pas. Retapez-le."]
    assert answer.json()["details"] == {"nom": said}
    nested = api(cast.admin).post("/api/menages", {"tailleMenage": 1, "chefMenage": {"nomComplet": name}})
    assert nested.json()["details"] == {"chefMenage.nomComplet": said}
    assert not Campaign.objects.exists() and not Household.objects.exists()


def test_one_line_stays_one_and_long_texts_keep_theirs(api: Any, cast: SimpleNamespace) -> None:
    sent = {"code": "P1", "nom": "Filets\n sociaux\t2026 ", "description": "Un\n\tdeux"}
    assert api(cast.admin).post("/api/projets", sent).status_code == 201
    kept = Project.objects.get()
    assert (kept.nom, kept.description) == ("Filets  sociaux 2026", "Un\n\tdeux")


def test_the_template_survives_an_old_name(api: Any, cast: SimpleNamespace, country: SimpleNamespace) -> None:
    Region.objects.filter(id=country.west.id).update(nom="Oi\x01o")
    Sector.objects.filter(id=country.north.id).update(nom="\x0bMansoa")
    answer = api(cast.admin).get("/api/import/menages/excel/template")
    assert answer.status_code == 200
    book = openpyxl.load_workbook(io.BytesIO(answer.content))
    names = {cell.value for row in book["listes"].iter_rows() for cell in row}
    assert {"Oi\ufffdo", "\ufffdMansoa"} <= names


@pytest.mark.parametrize("file", [csv_file, xlsx_file])
def test_a_file_brings_none(api: Any, cast: SimpleNamespace, settings: Any, tmp_path: Any, file: Any) -> None:
    settings.FILES_ROOT = tmp_path
    name = "Mamadú\x01Baldé" if file is csv_file else "Mamadú_x0001_Baldé"
    sent, way = file({"nom_complet_chef": name}), "/excel" if file is xlsx_file else ""
    data = api(cast.admin).upload(f"/api/import/menages{way}", {"file": sent}).json()["data"]
    kept = [replace_controls(head.nom_complet) == head.nom_complet for head in HeadOfHousehold.objects.all()]
    assert (data["imported"], kept) == (1, [True]), "with a warning, as other damaged texts"
    marked = {"file": xlsx_file({"milieu": "Mamadú_x0001_Baldé"})}
    report = api(cast.admin).upload("/api/import/menages/excel/validation-report", marked)
    openpyxl.load_workbook(io.BytesIO(b"".join(report.streaming_content)))


def test_a_file_of_places_brings_none() -> None:
    (line,) = format_copy_lines([(1, {"nom": "Oi\x01o", "n": 3}, None, None)], 9)
    assert "Oi\ufffdo" in line.decode() and "u0001" not in line.decode()


def test_copies_and_platforms_lose_them() -> None:
    assert escape_copy_text("a\x00b\x1fc\td\n\x7f") == "a\ufffdb\ufffdc\\td\\n\ufffd"
    assert _replace_unstorable({"n\x01": ["a\x02", "b\nc"]}, 0) == {"n\ufffd": ["a\ufffd", "b\nc"]}
