"""Workbooks: how numbers are shown, merged and hidden cells, formulas that never ran, the sheet that is read."""

import io
import json
from collections.abc import Callable
from functools import partial
from typing import Any

import openpyxl
import pytest
import xlwt

from geo.tables.layout import Layout, apply_layout
from geo.tables.number_formats import parse_format
from geo.tables.xlsx_layout import _find_hidden_columns
from registry.households.models import Household
from tests.registry.imports.conftest import household, table

CODE, REGION, SECTOR, SIZE = 1, 6, 7, 10


def packed(book: Any, name: str = "menages.xlsx") -> io.BytesIO:
    file = io.BytesIO()
    book.save(file)
    file.seek(0)
    file.name = name
    return file


def workbook(*rows: dict[str, Any]) -> openpyxl.Workbook:
    book = openpyxl.Workbook()
    for row in table(rows):
        book.active.append(row)
    return book


@pytest.mark.parametrize(
    ("code", "number", "shown"),
    [
        ("000000000000", "95342307", "000095342307"), ('"GB-"0000', "12", "GB-0012"), ("00-00", "1234567", "12345-67"),
        ("0000;[Red]-0000", "7", "0007"), (r"\O\I000", "7", "OI007"), ("##0000", "12345", "12345"), ("[$-816]000", "7", "007"),
    ],
)  # fmt: skip
def test_formats_with_zeros(code: str, number: str, shown: str) -> None:
    found = parse_format(code)
    assert found
    assert found.render(number) == shown


@pytest.mark.parametrize(
    "code", ["General", "0", "0.00", "#,##0", "dd/mm/yyyy", "0%", "@", "0.00E+00", "", "00:00", "mm:ss"]
)
def test_other_formats_are_left_alone(code: str) -> None:
    assert parse_format(code) is None


@pytest.mark.parametrize(("text", "shown"), [("12", "0012"), ("²", "²"), ("٣", "٣")])
def test_only_figures_are_completed_with_zeros(text: str, shown: str) -> None:
    rows = apply_layout(iter([(2, [text])]), Layout(marks=[(2, {0: parse_format("0000")})]), 0)
    assert [cells for _line, cells in rows] == [[shown]]


def xlsx_code(value: Any, number_format: str) -> io.BytesIO:
    book = workbook({"code_menage": value}, {"code_menage": "T-2"})
    book.active.cell(2, CODE).number_format = number_format
    return packed(book)


def xls_code(value: Any, number_format: str) -> io.BytesIO:
    book = xlwt.Workbook()
    sheet = book.add_sheet("menages")
    for place, row in enumerate(table([{"code_menage": value}, {"code_menage": "T-2"}])):
        for column, cell in enumerate(row):
            sheet.write(place, column, cell, xlwt.easyxf(num_format_str=number_format if cell == value else "General"))
    return packed(book, "menages.xls")


MAKERS = pytest.mark.parametrize("make", [xlsx_code, xls_code])


@MAKERS
def test_a_code_is_read_as_it_is_shown(send: Any, make: Callable[..., io.BytesIO]) -> None:
    assert send(make(95342307, "000000000000"), "excel")["data"]["errors"] == []
    assert {row.code_menage for row in Household.objects.all()} == {"000095342307", "T-2"}


@MAKERS
def test_a_number_that_a_spreadsheet_rounds_is_no_code(send: Any, make: Callable[..., io.BytesIO]) -> None:
    data = send(make(123456789012345678, "0"), "excel/validate")["data"]
    assert [(item["ligne"], item["colonne"], "abrégé" in item["message"]) for item in data["erreurs"]] == [
        (2, "code_menage", True)
    ]


@MAKERS
def test_a_date_is_no_code(send: Any, make: Callable[..., io.BytesIO]) -> None:
    data = send(make(44460, "dd/mm/yyyy"), "excel/validate")["data"]
    assert [(item["ligne"], "une date" in item["message"]) for item in data["erreurs"]] == [(2, True)]


def xlsx_merged(first: int, last: int) -> io.BytesIO:
    book = workbook({}, *[{"region": None, "secteur": None, "tabanca": None, "latitude": None, "longitude": None}] * 3)
    book.active.merge_cells(start_row=first, end_row=last, start_column=REGION, end_column=REGION)
    return packed(book)


def xls_merged(first: int, last: int) -> io.BytesIO:
    book = xlwt.Workbook()
    sheet = book.add_sheet("menages")
    bare = {"region": "", "secteur": "", "tabanca": "", "latitude": "", "longitude": ""}
    for place, row in enumerate(table([{}, bare, bare, bare]), 1):
        for column, cell in enumerate(row, 1):
            if not (column == REGION and first < place <= last):
                sheet.write(place - 1, column - 1, cell)
    sheet.merge(first - 1, last - 1, REGION - 1, REGION - 1)
    return packed(book, "menages.xls")


@pytest.mark.parametrize("make", [xlsx_merged, xls_merged])
def test_merged_cells_are_filled_down(send: Any, country: Any, make: Callable[..., io.BytesIO]) -> None:
    data = send(make(2, 4), "excel/validate")["data"]
    assert [(item["ligne"], item["colonne"]) for item in data["erreurs"]] == [(5, "region")]
    assert [(item["ligne"], item["colonne"]) for item in data["avertissements"]] == [(2, "region")]
    assert "de la ligne 2 à la ligne 4" in data["avertissements"][0]["message"]
    assert send(make(2, 4), "excel")["data"]["imported"] == 3
    assert household("T-3").region == country.west


def test_merged_titles_are_none_of_a_household(send: Any) -> None:
    book = workbook({}, {})
    book.active.merge_cells("U1:V2")
    assert send(packed(book), "excel/validate")["data"]["avertissements"] == []


def test_a_formula_that_never_ran_is_an_error(send: Any) -> None:
    rows = ({}, {"taille_menage": "=1+6"}, {"nom_complet_chef": '=A3&"x"'})
    data = send(packed(workbook(*rows)), "excel/validate")["data"]
    assert [(item["ligne"], item["colonne"]) for item in data["erreurs"]] == [
        (3, "taille_menage"), (4, "nom_complet_chef"),
    ]  # fmt: skip
    assert all("jamais été calculée" in item["message"] for item in data["erreurs"])


def test_hidden_rows_are_told(send: Any) -> None:
    book = workbook({}, {}, {})
    book.active.row_dimensions[3].hidden = book.active.row_dimensions[4].hidden = True
    data = send(packed(book), "excel/validate")["data"]
    assert [(item["ligne"], item["colonne"]) for item in data["avertissements"]] == [(3, None)]
    assert "masquées ou filtrées dans le tableur (2," in data["avertissements"][0]["message"]
    assert data["stats"]["total_lignes"] == 3


def hidden_xlsx() -> io.BytesIO:
    book = workbook({"couleur": "bleu"}, {})
    for letter in ("J", "U", "X", "AZ"):  # a size, an unknown column, two beyond the titles
        book.active.column_dimensions[letter].hidden = True
    return packed(book)


def hidden_xls() -> io.BytesIO:
    book = xlwt.Workbook()
    sheet = book.add_sheet("menages")
    for line, cells in enumerate(table([{}, {}])):
        for column, cell in enumerate(cells):
            sheet.write(line, column, cell)
    sheet.col(9).hidden = True
    return packed(book, "menages.xls")


def test_columns_that_are_described_again_and_again_count_once() -> None:
    tags = b'<cols><col min="3" max="4" hidden="1"/><col min="2" max="9999999" hidden="true"/>'
    found = list(_find_hidden_columns(tags + b'<col min="1" max="9999999" hidden="1"/>' * 10_000 + b"</cols>"))
    assert found == list(range(2, 16_384))


@pytest.mark.parametrize("make", [hidden_xlsx, hidden_xls])
def test_hidden_columns_are_told(send: Any, make: Callable[[], io.BytesIO]) -> None:
    data = send(make(), "excel/validate")["data"]
    told = [item for item in data["avertissements"] if "masquée" in item["message"]]
    assert [(item["ligne"], item["colonne"]) for item in told] == [(1, "taille_menage")]
    assert (data["valid"], data["stats"]["total_lignes"]) == (True, 2)


def test_hidden_sheets_of_households_are_told(send: Any) -> None:
    book = covered("Gabu", "Listes")
    book["Gabu"].sheet_state, book["Listes"].sheet_state = "hidden", "veryHidden"
    for line in (1, 2, 3):
        book["Listes"].cell(line, 1).value = "x"
        book["Listes"].delete_cols(2, 30)
    data = send(packed(book), "excel/validate")["data"]
    assert data["feuille"] == {"lue": "Ménages", "nonLues": ["Page de garde"], "masquees": ["Gabu", "Listes"]}
    [told] = [item["message"] for item in data["avertissements"] if "masquées" in item["message"]]
    assert "ne sont pas lues : Gabu. Affichez-les" in told
    assert send(packed(book), "excel", feuille="Gabu")["data"]["imported"] == 2


def test_a_workbook_whose_visible_sheets_are_empty_says_so(send: Any) -> None:
    book = workbook({})
    book.create_sheet("vide")
    book.active.sheet_state = "hidden"
    book.active = 1
    assert "masquées ne sont pas lues : Sheet." in send(packed(book), "excel", status=400)["details"]["file"][0]
    assert "Toutes les feuilles" in send(packed(openpyxl.Workbook()), "excel", status=400)["details"]["file"][0]


def covered(*others: str) -> openpyxl.Workbook:
    book = workbook({}, {})
    book.active.title = "Ménages"
    cover = book.create_sheet("Page de garde", 0)
    for line in (["Registre social"], ["Région", "Oio"], ["Total", 2]):
        cover.append(line)
    for place, name in enumerate(others):
        sheet = book.create_sheet(name)
        for row in table([{"code_menage": f"{name}-{place}"}, {"code_menage": f"{name}-{place}b"}]):
            sheet.append(row)
    return book


def test_the_sheet_with_the_columns_is_found(send: Any) -> None:
    data = send(packed(covered()), "excel/validate")["data"]
    assert (data["valid"], data["stats"]["total_lignes"]) == (True, 2)
    assert data["feuille"] == {"lue": "Ménages", "nonLues": ["Page de garde"], "masquees": []}
    assert ["« Ménages » qui est lue" in item["message"] for item in data["avertissements"]] == [True]


def test_other_sheets_of_households_are_named_and_can_be_chosen(send: Any) -> None:
    data = send(packed(covered("Gabu")), "excel/validate")["data"]
    assert any("D'autres contiennent aussi des ménages : Gabu" in item["message"] for item in data["avertissements"])
    assert "Gabu" in send(packed(covered("Gabu")), "excel")["data"]["errors"][0]
    done = send(packed(covered("Gabu")), "excel", feuille="Gabu")["data"]
    assert done["imported"] == Household.objects.filter(code_menage__startswith="Gabu").count() == 2
    told = send(packed(covered("Gabu")), "excel/validate", feuille="Gabu")["data"]["avertissements"]
    assert ["Seule la feuille « Gabu »" in item["message"] for item in told] == [True]
    refused = send(packed(covered()), "excel", feuille="Bafata", status=400)
    assert "La feuille « Bafata » n'existe pas" in refused["details"]["file"][0]


def own_titles(*titles: str) -> openpyxl.Workbook:
    """A page of words, then a sheet with these titles and one household."""
    book = covered()
    del book["Ménages"]
    sheet = book.create_sheet("Agregados")
    sheet.append(list(titles))
    sheet.append(["T-1", "Ana Cá", "4", "Oio"])
    return book


def test_a_sheet_with_the_titles_that_people_use_is_found(send: Any) -> None:
    book = own_titles("Código do agregado", "Nome do chefe", "Tamanho do agregado", "Região")
    data = send(packed(book), "excel/validate")["data"]
    assert (data["feuille"]["lue"], data["valid"]) == ("Agregados", True)


def test_a_sheet_with_titles_that_were_chosen_by_hand_is_found_again(send: Any, cast: Any) -> None:
    file = partial(packed, own_titles("Ref", "Quem manda", "Quantos", "Onde"))
    assert send(file(), "excel/validate")["data"]["feuille"]["lue"] == "Page de garde"
    fields = ("code_menage", "nom_complet_chef", "taille_menage", "region")
    said = json.dumps(dict(zip(("Ref", "Quem manda", "Quantos", "Onde"), fields, strict=True)))
    assert send(file(), "excel", correspondances=said)["data"]["imported"] == 1
    data = send(file(), "excel/validate")["data"]
    assert (data["feuille"]["lue"], data["valid"]) == ("Agregados", True)
    assert send(file(), "excel/validate", user=cast.agent_west)["data"]["feuille"]["lue"] == "Page de garde"


def test_the_report_names_the_sheets(api: Any, cast: Any, settings: Any, tmp_path: Any) -> None:
    settings.FILES_ROOT = tmp_path
    answer = api(cast.admin).upload("/api/import/menages/excel/validation-report", {"file": packed(covered())})
    book = openpyxl.load_workbook(io.BytesIO(b"".join(answer)))
    summary = {row[0]: row[1] for row in book.worksheets[1].iter_rows(values_only=True, max_col=2)}
    assert (summary["Feuille lue"], summary["Feuilles non lues"]) == ("Ménages", "Page de garde")
    assert any("qui est lue" in str(text) for text in summary)
