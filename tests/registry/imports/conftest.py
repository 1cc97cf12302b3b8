"""Files of households, built where they are needed."""

import csv
import io
from collections.abc import Callable, Iterable
from types import SimpleNamespace
from typing import Any

import openpyxl
import pytest

from registry.households.models import Household
from registry.imports.definition.columns import MAIN_COLUMNS

HEADER = [column.name for column in MAIN_COLUMNS]
GOOD = {
    "code_menage": "T-1", "nom_complet_chef": "Mamadú Baldé", "sexe_chef": "M", "age_chef": "47",
    "telephone_chef": "+245955100101", "region": "Oio", "secteur": "Mansoa", "tabanca": "Cutia", "milieu": "rural",
    "taille_menage": "7", "nb_enfants_0_4": "2", "nb_enfants_5_14": "2", "nb_adultes_15_64": "3",
    "nb_personnes_65_plus": "0", "nb_handicapes": "1", "nb_actifs_occupes": "2", "score_pmt": "18.5",
    "categorie_pauvrete": "extreme", "latitude": "12.75", "longitude": "-15.5",
}  # fmt: skip
Row = dict[str, Any]


def table(rows: Iterable[Row]) -> list[list[Any]]:
    """Header and rows; each row is GOOD with a code and a telephone of its own and its changes, extra columns at the end."""
    filled = [
        {**GOOD, "code_menage": f"T-{place}", "telephone_chef": f"+245955{100100 + place}", **row}
        for place, row in enumerate(rows, 1)
    ]
    names = [*HEADER, *dict.fromkeys(name for row in filled for name in row if name not in HEADER)]
    return [names, *([row.get(name, "") for name in names] for row in filled)]


def text_file(content: bytes | str, name: str = "menages.csv") -> io.BytesIO:
    file = io.BytesIO(content.encode() if isinstance(content, str) else content)
    file.name = name
    return file


def csv_file(*rows: Row, separator: str = ";", encoding: str = "utf-8") -> io.BytesIO:
    out = io.StringIO()
    csv.writer(out, delimiter=separator).writerows(table(rows))
    return text_file(out.getvalue().encode(encoding))


def xlsx_file(*rows: Row, name: str = "menages.xlsx") -> io.BytesIO:
    book = openpyxl.Workbook()
    for row in table(rows):
        book.active.append(row)
    file = io.BytesIO()
    book.save(file)
    file.seek(0)
    file.name = name
    return file


@pytest.fixture
def send(api: Any, cast: SimpleNamespace, settings: Any, tmp_path: Any) -> Callable[..., Any]:
    """`send(file, "excel/validate", user=…, mode=…)` -> the answer's JSON; the status must be the one said."""
    settings.FILES_ROOT = tmp_path

    def call(file: Any, path: str = "", user: Any = None, status: int = 200, **fields: Any) -> Any:
        address = f"/api/import/menages{'/' + path if path[:1].isalpha() else path}"
        response = api(user or cast.admin).upload(address, {"file": file, **fields})
        assert response.status_code == status, response.content
        return response.json()

    return call


@pytest.fixture
def problems(send: Callable[..., Any]) -> Callable[..., set[tuple[int, str | None]]]:
    """`problems({...}, {...})` -> the (line, column) of each error that validation finds in these rows."""

    def found(*rows: Row, **fields: Any) -> set[tuple[int, str | None]]:
        data = send(csv_file(*rows), "validate", **fields)["data"]
        return {(item["ligne"], item["colonne"]) for item in data["erreurs"]}

    return found


def household(code: str = "T-1") -> Household:
    return Household.objects.select_related("chef", "logement", "region", "secteur", "localite").get(code_menage=code)
