"""Cells whose formula failed are errors of their column, never empty cells and never names."""

import io
import zipfile
from collections.abc import Callable, Iterator
from contextlib import suppress
from pathlib import Path
from typing import Any

import pytest
import xlrd
import xlwt

from geo.areas.models import Locality
from geo.tables.formula_errors import is_formula_error
from geo.tables.sandbox import UnreadableFile
from geo.tables.xls_layout import read_xls_layout
from registry.households.models import Household
from tests.registry.imports.conftest import csv_file, household, table, text_file, xlsx_file

ROWS = [
    {},
    {"score_pmt": "#N/A"},
    {"latitude": "#REF!"},
    {"nb_enfants_0_4": "#DIV/0!"},
    {"nom_complet_chef": "#VALUE!"},
    {"telephone_chef": "#NAME?"},
    {"region": "#REF!"},
    {"tabanca": "#REF!"},
    {"code_menage": "#N/A"},
    {"code_menage": "#N/A"},
    {"sexe_chef": "#NUM!"},
    {"date_collecte": "#NULL!"},
    {},
]
WRONG = [(line, *cell) for line, row in enumerate(ROWS, 2) for cell in row.items()]
CODES = {text: code for code, text in xlrd.error_text_from_code.items()}


def xls_file(*rows: dict[str, str], result: bool = False, start: tuple[int, int] = (0, 0)) -> io.BytesIO:
    """An .xls whose second sheet holds the rows; of its failed cells `result` makes results of formulas, each #N/A."""
    book = xlwt.Workbook()
    hidden, sheet = book.add_sheet("avant"), book.add_sheet("menages")
    hidden.visibility = 1
    hidden.row(1).set_cell_error(1, CODES["#N/A"])
    for place, row in enumerate(table(rows), start[0]):
        for column, value in enumerate(row, start[1]):
            if not is_formula_error(value):
                sheet.write(place, column, value)
            elif result:
                sheet.write(place, column, xlwt.Formula("1/0"))
            else:
                sheet.row(place).set_cell_error(column, CODES[value])
    file = io.BytesIO()
    book.save(file)
    empty, wrong = b"\x03\0\0\0\0\0\xff\xff", b"\x02\0\x2a\0\0\0\xff\xff"
    file = io.BytesIO(file.getvalue().replace(empty, wrong))
    file.name = "menages.xls"
    return file


def single_quoted(*rows: dict[str, str]) -> io.BytesIO:
    """An .xlsx as another program may write it: prefixed tags and single quotes."""
    out = io.BytesIO()
    with zipfile.ZipFile(xlsx_file(*rows)) as old, zipfile.ZipFile(out, "w") as new:
        for name in old.namelist():
            content = old.read(name)
            if name == "xl/worksheets/sheet1.xml":
                content = content.replace(b't="e"', b"t='e'").replace(b'"t=', b'" t=')
            new.writestr(name, content)
    out.seek(0)
    out.name = "menages.xlsx"
    return out


@pytest.mark.parametrize(
    ("make", "path"),
    [(csv_file, ""), (xlsx_file, "excel/"), (single_quoted, "excel/"), (xls_file, "excel/")],
    ids=["csv", "xlsx", "xlsx-quotes", "xls"],
)
def test_each_is_an_error_of_its_line_and_column(send: Any, make: Callable[..., Any], path: str) -> None:
    found = send(make(*ROWS), f"{path}validate")["data"]
    assert [(item["ligne"], item["colonne"]) for item in found["erreurs"]] == [cell[:2] for cell in WRONG]
    assert [item["message"].partition(" »")[0].removeprefix("« ") for item in found["erreurs"]] == [
        cell[2] for cell in WRONG
    ]
    assert all("erreur d'une formule" in item["message"] for item in found["erreurs"])
    assert found["avertissements"] == []
    assert send(make(*ROWS), path.rstrip("/"))["data"]["imported"] == Household.objects.count() == 2


def test_results_of_formulas_of_an_xls_and_where_they_stand(send: Any) -> None:
    rows = ({"score_pmt": "#N/A"}, {}, {"nom_complet_chef": "#N/A"})
    found = send(xls_file(*rows, result=True, start=(3, 2)), "excel/validate")["data"]["erreurs"]
    assert [(item["ligne"], item["colonne"]) for item in found] == [(5, "score_pmt"), (7, "nom_complet_chef")]
    assert "« #N/A »" in found[0]["message"]


def test_a_damaged_xls_ends(tmp_path: Path) -> None:
    """Cut anywhere: what is there of it, or no workbook."""
    path = tmp_path / "a.xls"
    whole = xls_file({"score_pmt": "#N/A"}).getvalue()
    path.write_bytes(whole)
    assert [list(marks.values()) for _line, marks in read_xls_layout(path, "menages").marks] == [["#N/A"]]
    for content in (*(whole[:cut] for cut in range(8, len(whole), 97)), *damaged(whole)):
        path.write_bytes(content)
        with suppress(UnreadableFile):
            read_xls_layout(path, "menages")


def damaged(content: bytes) -> Iterator[bytes]:
    """The file with a few bytes of the container's and the workbook's beginning turned over."""
    for place in (*range(24, 120), *range(512, 1400, 7)):
        yield content[:place] + bytes([content[place] ^ 0xFF]) + content[place + 1 :]


def test_an_xls_whose_container_is_at_odds_with_itself(send: Any) -> None:
    """Some programs write two streams over the same sectors; spreadsheets open it."""
    content = bytearray(xls_file({}, {"score_pmt": "#N/A"}).getvalue())
    directory = 512 + 512 * int.from_bytes(content[48:52], "little")
    root = content[directory : directory + 128]
    book = content[directory + 128 : directory + 256]
    root[116:120], root[120:124] = book[116:120], (512).to_bytes(4, "little")
    content[directory : directory + 128] = root
    file = text_file(bytes(content), "menages.xls")
    found = send(file, "excel/validate")["data"]["erreurs"]
    assert [(item["ligne"], item["colonne"]) for item in found] == [(3, "score_pmt")]


def test_a_binary_workbook_is_none_that_can_be_looked_through(send: Any) -> None:
    """An .xlsb: its errors would be read as empty, and one far cell would take all memory."""
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w") as book:
        book.writestr("xl/workbook.bin", b"")
    assert ".xlsx ou .xls" in send(text_file(out.getvalue(), "menages.xlsx"), "excel/validate", status=400)["error"]


@pytest.mark.parametrize("cut", [100, 511, 700])
def test_an_xls_that_was_cut_is_said_to_be_damaged(send: Any, cut: int) -> None:
    """Also where its reader does not raise but panics."""
    file = text_file(xls_file({}).getvalue()[:-cut], "menages.xls")
    assert "abîmé" in send(file, "excel/validate", status=400)["error"]


def test_a_row_of_nothing_but_errors_is_no_blank_row(send: Any) -> None:
    blank = dict.fromkeys(table([{}])[0], "")
    data = send(xlsx_file({}, blank | {"code_menage": "#N/A"}), "excel")["data"]
    assert (data["total"], data["imported"]) == (2, 1)
    assert data["errors"][0].startswith("Ligne 3, colonne code_menage : « #N/A »")


@pytest.mark.sampled(4)
@pytest.mark.parametrize(
    "text",
    ["#VALEUR!", "#NOM?", "#N/D", "#VALOR!", "#NÚM!", "#NULO!", "#EPARS!", "Err:502", "########", "#GETTING_DATA"],
)
def test_as_other_programs_and_languages_write_it(problems: Any, text: str) -> None:
    assert problems({"nom_complet_chef": text}, {"score_pmt": text}, {}) == {(2, "nom_complet_chef"), (3, "score_pmt")}


def test_a_narrow_column_is_named_as_such(send: Any) -> None:
    found = send(csv_file({"telephone_chef": "########"}), "validate")["data"]["erreurs"]
    assert "trop étroite" in found[0]["message"]


def test_what_only_looks_like_it_is_taken(send: Any) -> None:
    names = ("Binta #2", "#12", "Erra: 502", "N/", "#Binta")
    rows = [{"nom_complet_chef": name} for name in names]
    assert send(csv_file(*rows))["data"]["errors"] == []
    assert [household(f"T-{n}").chef.nom_complet for n in range(1, 6)] == list(names)


def test_no_village_is_made_of_one(send: Any) -> None:
    before = Locality.objects.count()
    assert send(csv_file({"tabanca": "#REF!"}), creerLocalites="true")["data"]["imported"] == 0
    assert Locality.objects.count() == before
