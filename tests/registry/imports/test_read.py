"""Reading hostile, damaged and merely odd files."""

import io
import zipfile
from typing import Any
from unittest.mock import ANY

import openpyxl
import pytest
import xlwt

from registry.households.models import Household
from tests.registry.imports.conftest import GOOD, csv_file, household, table, text_file, xlsx_file

NAMES = ";".join(GOOD)
LINE = ";".join(GOOD.values())


def rewritten(file: io.BytesIO, name: str, change: Any) -> io.BytesIO:
    """A workbook with one of its parts changed."""
    out = io.BytesIO()
    with zipfile.ZipFile(file) as old, zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as new:
        for item in old.namelist():
            content = old.read(item)
            new.writestr(item, change(content) if item == name else content)
    out.seek(0)
    out.name = "menages.xlsx"
    return out


@pytest.mark.parametrize(
    ("encoding", "separator"), [("utf-8", ","), ("utf-8-sig", ";"), ("cp1252", "\t"), ("cp1252", ";"), ("utf-16", "\t")]
)
def test_encodings_and_separators(send: Any, encoding: str, separator: str) -> None:
    data = send(csv_file({"nom_complet_chef": "João Embaló; dit, «Té»"}, separator=separator, encoding=encoding))[
        "data"
    ]
    assert (data["imported"], data["errors"]) == (1, [])
    assert household().chef.nom_complet == "João Embaló; dit, «Té»"


@pytest.mark.parametrize("end", ["\n", "\r\n", "\r"])
def test_line_ends_and_blank_lines(send: Any, end: str) -> None:
    data = send(text_file(end.join(["sep=;", NAMES, LINE, "", "  ", LINE.replace("T-1", "T-2")])))["data"]
    assert (data["total"], data["imported"]) == (2, 2)


def test_other_names_of_columns(send: Any) -> None:
    send(text_file("Code Ménage;tailleMenage;nbEnfants04;Région\nT-1;4;2;Oio"))
    assert (household().taille_menage, household().nb_enfants_04) == (4, 2)


@pytest.mark.parametrize(
    "content",
    [
        b"",
        b"\xef\xbb\xbf",
        b" \n\n",
        NAMES.encode(),
        b"nom;age\nA;3",
        b"code_menage;code menage\n1;1",
        b"\x00\x01" * 500,
        b"code_menage\x00;taille_menage\nA;1",
        b"PK\x03\x04rest",
        b"%PDF-1.7 ...",
        (";".join(f"c{n}" for n in range(2_000)) + ";code_menage\n1").encode(),
        b"code_menage;a\n" + b"x" * 3_000_000,
    ],
)
def test_unreadable_csv(send: Any, content: bytes) -> None:
    answer = send(text_file(content), status=400)
    assert answer["code"] == "VALIDATION_ERROR"
    assert answer["details"]["file"]
    assert not Household.objects.exists()


def test_cut_file(send: Any) -> None:
    data = send(text_file(f"{NAMES}\n{LINE}\nT-2;Mari"))["data"]
    assert (data["imported"], len(data["errors"])) == (1, 1)
    assert data["errors"][0].startswith("Ligne 3 ")


def test_rows_of_another_length(send: Any) -> None:
    short, long = LINE.rpartition(";")[0].rpartition(";")[0], LINE.replace("T-1", "T-2") + ";x"
    spare = LINE.replace("T-1", "T-3") + ";;;"
    data = send(text_file(f"{NAMES}\n{short}\n{long}\n{spare}\n"))["data"]
    assert (data["imported"], len(data["errors"])) == (2, 1)
    assert data["errors"][0].startswith("Ligne 3 ")
    checked = send(text_file(f"{NAMES}\n{short}\n"), "validate")["data"]
    assert [item["ligne"] for item in checked["avertissements"]] == [2]


def test_stray_quote_blames_its_line_only(send: Any) -> None:
    lines = [LINE.replace("T-1", f"T-{n}") for n in range(1, 60)]
    lines[3] = lines[3].replace("Mamadú", '"Mamadú')
    lines[9] = lines[9].replace("Mamadú Baldé", '"Mamadú ""Bá""\nBaldé"')
    lines[40] = lines[40].replace(";rural;", ';"rural;')
    data = send(text_file("\n".join([NAMES, *lines])))["data"]
    assert (data["total"], data["imported"]) == (59, 57)
    assert [line.partition(" :")[0] for line in data["errors"]] == ["Ligne 5", "Ligne 43"]
    assert household("T-10").chef.nom_complet == 'Mamadú "Bá"\nBaldé'


def test_nul_and_unreadable_characters(send: Any) -> None:
    rows = [
        LINE.encode(),
        LINE.replace("T-1", "T-2").replace("Bald", "B\x00ld").encode(),
        LINE.replace("T-1", "T-3").encode().replace(b"\xc3\xba", b"\xc3"),
        LINE.replace("T-1", "T-4").encode(),
        LINE.replace("T-1", "T\\N-5\\").encode(),
    ]
    data = send(text_file(b"\n".join([NAMES.encode(), *rows])))["data"]
    assert data["imported"] == 3
    assert [line.partition(" :")[0] for line in data["errors"]] == ["Ligne 3", "Ligne 4"]
    assert household("T\\N-5\\")


def test_xlsx(send: Any, country: Any) -> None:
    row = {
        "age_chef": 47,
        "taille_menage": 7.0,
        "latitude": 12.75,
        "longitude": -15.5,
        "telephone_chef": 245955123456,
        "score_pmt": 18.5,
    }
    assert send(xlsx_file(row), "excel")["data"] == {
        "total": 1,
        "imported": 1,
        "updated": 0,
        "unchanged": 0,
        "known": 0,
        "skipped": 0,
        "errors": [],
        "problemes": [],
        "colonnes": ANY,
    }
    stored = household()
    assert (stored.chef.age, stored.chef.telephone, stored.taille_menage) == (47, "+245955123456", 7)
    assert (stored.geom.y, stored.localite) == (12.75, country.cutia)


def test_xls_and_line_numbers(send: Any) -> None:
    book = xlwt.Workbook()
    sheet = book.add_sheet("dados")
    rows = table([{"age_chef": 50.0}, {"sexe_chef": "X"}])
    for place, row in enumerate([rows[0], rows[1], [], rows[2]]):
        for column, value in enumerate(row):
            sheet.write(place + 2, column, value)
    file = io.BytesIO()
    book.save(file)
    file.seek(0)
    file.name = "menages.xls"
    data = send(file, "excel")["data"]
    assert (data["imported"], data["skipped"]) == (1, 1)
    assert data["errors"][0].startswith("Ligne 6,")
    assert household().chef.age == 50


@pytest.mark.parametrize("path", ["excel", "excel/validate", "excel/validate-detailed", "excel/validation-report"])
def test_not_a_workbook(send: Any, path: str) -> None:
    for content in (b"", b"PK\x03\x04 broken", b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1" + b"\0" * 600):
        assert send(text_file(content, "faux.xlsx"), path, status=400)["code"] == "VALIDATION_ERROR"
    if path != "excel/validation-report":
        assert send(csv_file({}), path, status=400)["code"] == "VALIDATION_ERROR"


def test_empty_workbook(send: Any) -> None:
    book = openpyxl.Workbook()
    file = io.BytesIO()
    book.save(file)
    file.seek(0)
    file.name = "vide.xlsx"
    assert send(file, "excel", status=400)["code"] == "VALIDATION_ERROR"


def test_inflation_bomb(send: Any, settings: Any) -> None:
    settings.SHEET_MAX_INFLATED_BYTES = 5_000_000
    bomb = rewritten(xlsx_file({}), "docProps/app.xml", lambda content: content + b" " * 6_000_000)
    assert len(bomb.getvalue()) < 100_000
    assert "volumineux" in send(bomb, "excel", status=400)["error"]


@pytest.mark.parametrize("cell", [b"XFD1048576", b"ZZ1048576"])
def test_dimension_bomb(send: Any, settings: Any, cell: bytes) -> None:
    settings.IMPORT_CHILD_MAX_BYTES = 512 * 1024 * 1024
    far = b'<row r="1048576"><c r="%s"><v>1</v></c></row></sheetData>' % cell
    bomb = rewritten(xlsx_file({}), "xl/worksheets/sheet1.xml", lambda old: old.replace(b"</sheetData>", far))
    assert send(bomb, "excel", status=400)["code"] == "VALIDATION_ERROR"


def test_entities(send: Any) -> None:
    declared = b'<!DOCTYPE x [<!ENTITY e SYSTEM "file:///etc/passwd">]>'
    evil = rewritten(
        xlsx_file({}), "xl/worksheets/sheet1.xml", lambda old: old.replace(b"<worksheet", declared + b"<worksheet", 1)
    )
    assert "XML" in send(evil, "excel", status=400)["error"]


def test_limits(send: Any, settings: Any) -> None:
    settings.UPLOAD_MAX_ROWS = 2
    assert "2" in send(csv_file({}, {}, {}), status=400)["error"]
    assert not Household.objects.exists()
    settings.UPLOAD_MAX_BYTES = 100
    assert send(csv_file({}), status=413)["code"] == "PAYLOAD_TOO_LARGE"
