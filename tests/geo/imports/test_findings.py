"""What an import tells: coded values and what became of them, one finding for many lines, failed formulas."""

import io

import openpyxl
import pytest
from django.core.management import call_command

from geo.facilities.models import School, WaterPoint
from tests.geo.imports.conftest import counts, said, table, workbook

WATER = [
    "Functional",
    "Functional, needs repair",
    "Functional, needs repair",
    "Partiellement fonctionnel",
    "Parcialmente funcional",
    "Abandoned or not functional",
    "Não funcional",
    "Unknown",
    "Inconnu",
    "peut-être",
    "En panne",
    "Non fonctionnel, à réparer",
]


def points(words: list[str]) -> list[list]:
    return [[f"P{place}", 12.8, -15.4 + place / 100, word] for place, word in enumerate(words)]


def test_every_word_of_functionality_is_told_with_its_count_and_result(country, load):
    report = load("points_eau", table(["nom", "lat", "lon", "functional"], *points(WATER)))
    assert counts(report) == (11, 0, 0, 1)
    told = {row["valeur"]: (row["nombre"], row["devient"], row["refuse"]) for row in report["valeurs"]}
    assert told == {
        "Functional, needs repair": (2, "oui", False),
        "Functional": (1, "oui", False),
        "Partiellement fonctionnel": (1, "oui", False),
        "Parcialmente funcional": (1, "oui", False),
        "Abandoned or not functional": (1, "non", False),
        "Não funcional": (1, "non", False),
        "En panne": (1, "non", False),
        "Non fonctionnel, à réparer": (1, "non", False),
        "Unknown": (1, None, False),
        "Inconnu": (1, None, False),
        "peut-être": (1, None, True),
    }
    assert report["valeurs"][0]["colonne"] == "functional"
    partly = [row for row in report["avertissements"] if "compté comme oui" in row["message"]]
    assert sum(row["nombre"] for row in partly) == 4
    assert "« Functional, needs repair » est compté comme oui" in said(report, 4)
    assert WaterPoint.objects.filter(fonctionnel__isnull=True).count() == 2


def test_types_and_status_are_told(country, load):
    rows = table(
        ["nom", "lat", "lon", "type", "statut", "niveau"],
        ["A", 12.8, -15.4, "Private", "ouvert", "Primaire|Secondaire"],
        ["B", 12.8, -15.3, "Lycée", "ouvert", "Primaire"],
    )
    report = load("ecoles", rows)
    told = [(row["champ"], row["valeur"], row["nombre"], row["devient"]) for row in report["valeurs"]]
    assert told == [
        ("niveaux_enseignes", "Primaire", 1, "primaire"),
        ("niveaux_enseignes", "Primaire|Secondaire", 1, "primaire, secondaire"),
        ("statut", "ouvert", 2, "ouvert"),
        ("type", "Lycée", 1, "Lycée"),
        ("type", "Private", 1, "privee"),
    ]


def test_more_values_than_are_listed_are_counted(country, load):
    report = load("ecoles", table(["nom", "lat", "lon", "statut"], *points([f"mot {place}" for place in range(60)])))
    assert (len(report["valeurs"]), report["valeursTotal"]) == (50, 60)


def test_one_problem_of_many_lines_is_one_finding_with_its_lines(country, load):
    rows = [["", 12.8, -15.4 + place / 100] for place in range(30)]
    report = load("ecoles", table(["nom", "lat", "lon"], *rows))
    assert (counts(report), report["erreursTotal"]) == ((0, 0, 0, 30), 1)
    [found] = report["errors"]
    assert found["message"] == (
        "Le nom manque. Un nom pour toutes ces lignes se donne par default_name. (30 lignes : 2, 3, 4, 5, 6, …)"
    )
    assert (found["ligne"], found["nombre"]) == (2, 30)
    assert [row["ligne"] for row in found["lignes"]] == list(range(2, 22))


def test_different_problems_stay_apart(country, load):
    report = load("ecoles", table(["nom", "lat", "lon"], ["", 12.8, -15.4], ["Dakar", 14.7, -17.4], ["A", "", ""]))
    assert [(row["ligne"], row["nombre"], row["nom"]) for row in report["errors"]] == [
        (2, 1, None),
        (3, 1, "Dakar"),
        (4, 1, "A"),
    ]


@pytest.mark.sampled(6)
@pytest.mark.parametrize("error", ["#N/A", "#REF!", "#DIV/0!", "#VALEUR!", "####"])
@pytest.mark.parametrize("column", ["nom", "lat", "code", "type", "statut", "region"])
def test_failed_formulas_are_errors(country, load, column, error):
    row = {"nom": "Escola", "lat": 12.8, "lon": -15.4, "code": "E1", "type": "ecole", "statut": "x", "region": "Oio"}
    report = load("ecoles", table(list(row), list((row | {column: error}).values())), default_name="École")
    assert counts(report) == (0, 0, 0, 1)
    assert [found["colonne"] for found in report["errors"]] == [column]
    assert f"« {error} »" in report["errors"][0]["message"]
    assert not School.objects.exists()


def test_error_cells_of_a_workbook_are_errors(country, load, tmp_path):
    book = openpyxl.Workbook()
    for row in (["nom", "lat", "lon", "type"], ["A", 12.8, -15.4, "#N/A"], ["B", 12.8, -15.3, "ecole"]):
        book.active.append(row)
    book.active["D2"].data_type = "e"
    out = io.BytesIO()
    book.save(out)
    report = load("ecoles", out.getvalue(), where="type=ecole")
    assert (counts(report), report["filtrees"]) == ((1, 0, 0, 1), 0)
    assert "« #N/A » est l'erreur d'une formule du tableur" in said(report, 2)


@pytest.mark.sampled(3)
@pytest.mark.parametrize("nothing", ["NA", "N/A", "n/a", "NULL", "null", "-", "--", "—", "NaN", " ", "none"])
def test_the_ways_of_writing_nothing_are_nothing_in_every_column(country, load, nothing):
    header = [
        "nom",
        "lat",
        "lon",
        "code",
        "id",
        "type",
        "statut",
        "adresse",
        "telephone",
        "responsable",
        "region",
        "secteur",
        "localite",
        "beds",
        "staff",
        "maternity",
    ]
    row = ["Hospital", 12.8, -15.4, *[nothing] * (len(header) - 3)]
    for content in (table(header, row), workbook(header, row)):
        report = load("services_sante", content)
        assert (report["skipped"], report["errors"], report["avertissements"], report["valeurs"]) == (0, [], [], [])
    shop = report["correspondance"]
    assert len(shop) == len(header)


def test_the_command_tells_the_same(country, tmp_path):
    path = tmp_path / "points.csv"
    path.write_bytes(table(["nom", "lat", "lon", "functional"], *points([*WATER, "peut-être"])))
    out = io.StringIO()
    call_command("import_facilities", "--type", "points_eau", str(path), stdout=out)
    assert "fonctionnel         « Functional, needs repair » -> oui" in out.getvalue()
    assert "« peut-être » -> refusé" in out.getvalue()
    assert "« peut-être » n'est ni oui ni non. (2 lignes : 11, 14)" in out.getvalue()


def test_the_command_counts_findings_and_rows(country, tmp_path):
    path = tmp_path / "points.csv"
    rows = [["", 12.8, -15.4 + place / 100, ""] for place in range(30)]
    path.write_bytes(
        table(["nom", "lat", "lon", "functional"], *rows, ["A", 12.1, -15.1, "peut-être"], ["B", 12.2, -15.2, ""])
    )
    out = io.StringIO()
    call_command("import_facilities", "--type", "points_eau", str(path), stdout=out)
    assert "Erreurs (lignes non prises) : 2 constats sur 31 lignes" in out.getvalue()
    assert "32 lignes : 1 créées" in out.getvalue()
