"""Places of service: region and secteur from the point, types in our words, names for the nameless, the command."""

import csv
import io

import pytest
from django.core.management import CommandError, call_command

from geo.areas.models import Locality
from geo.facilities.models import HealthService, School, WaterPoint
from tests.geo.imports.conftest import counts, said, table

NODES = table(
    ["id", "lat", "lon", "name", "tag", "value", "Fonctionnel"],
    [1, 12.8, -15.4, "Escola de Cutia", "amenity", "school", ""],
    [2, 12.4, -14.4, "", "amenity", "school", ""],
    [3, 12.8, -15.2, "Hospital", "amenity", "hospital", ""],
    [4, 14.7, -17.4, "Dakar", "amenity", "school", ""],
    [5, 12.7, -15.2, "", "man_made", "water_well", "Partially functional"],
    [6, 12.7, -15.2, "", "man_made", "water_well", "yes"],
    [7, 12.7, -15.1, "", "man_made", "water_well", "maybe"],
    [8, "", "", "Sem lugar", "amenity", "school", ""],
)


def test_schools_of_a_node_list(country, load):
    report = load("ecoles", NODES, where="tag=amenity,value=school", map="type=value")
    assert (counts(report), report["filtrees"]) == ((1, 0, 0, 3), 4)
    school = School.objects.get()
    assert (school.region, school.secteur, school.type) == (country.west, country.north, "ecole")
    assert "Le nom manque" in said(report, 3)
    assert "Hors du pays" in said(report, 5)
    assert "La position manque" in said(report, 9)


def test_nameless_water_points_take_the_default_name(country, load):
    told = {"where": "value=water_well", "map": "type=value", "default_name": "Poço"}
    report = load("points_eau", NODES, **told)
    assert counts(report) == (1, 0, 0, 2)
    point = WaterPoint.objects.get()
    assert (point.nom, point.type, point.fonctionnel) == ("Poço", "puits", True)
    assert "Doublon" in said(report, 7)
    assert "ni oui ni non" in said(report, 8)
    assert counts(load("points_eau", NODES, **told)) == (0, 0, 1, 2)


def test_without_boundaries_points_are_taken_and_it_is_said(load):
    content = table(["nom", "lat", "lon", "Facility Type"], ["Balambala", "-0.04", "39.05", "District Hospital"])
    report = load("services_sante", content)
    assert (counts(report), HealthService.objects.get().type) == ((1, 0, 0, 0), "hopital")
    assert HealthService.objects.get().region is None
    assert "positions ne sont pas vérifiées" in report["avertissements"][0]["message"]


def run(*args: str) -> str:
    out = io.StringIO()
    call_command(*args, stdout=out)
    return out.getvalue()


def test_the_command_shows_a_table_and_writes_a_report(country, tmp_path):
    path, report = tmp_path / "nodes.csv", tmp_path / "report.csv"
    path.write_bytes(NODES)
    shown = run(
        "import_facilities",
        "--type",
        "ecoles",
        str(path),
        "--where",
        "value=school",
        "--map",
        "type=value",
        "--report",
        str(report),
    )
    assert "1 créées, 0 modifiées, 0 inchangées, 3 refusées ; 4 écartées" in shown
    assert "nom=name" in shown
    rows = list(csv.reader(report.open(encoding="utf-8-sig")))
    assert [(row[0], row[1]) for row in rows[1:]] == [("erreur", "3"), ("erreur", "5"), ("erreur", "9")]


def test_the_commands_of_areas_and_places(country, tmp_path):
    path = tmp_path / "rows.csv"
    path.write_bytes(table(["nom", "admin"], ["Sare", "Mansoa"]))
    assert "1 créées" in run("import_places", str(path), "--parent", "admin", "--dry-run")
    assert not Locality.objects.filter(nom="Sare").exists()
    path.write_bytes(table(["nom", "admin"], ["Xitole", "Bafatá"]))
    assert "1 créées" in run("import_areas", "--niveau", "secteur", str(path), "--parent", "admin")


@pytest.mark.parametrize(("args", "sentence"), [(["absent.csv"], "n'existe pas"), ([__file__, "--crs", "x"], "EPSG")])
def test_the_command_says_what_is_wrong(db, args, sentence):
    with pytest.raises(CommandError, match=sentence):
        run("import_places", *args)


def test_levels_taught_are_measured_one_by_one(country, load):
    levels = ["prescolaire|primaire|secondaire", "x" * 31]
    rows = [[f"E{place}", 12.8, -15.4 + place / 100, word] for place, word in enumerate(levels)]
    report = load("ecoles", table(["nom", "lat", "lon", "niveau"], *rows))
    assert counts(report) == (1, 0, 0, 1)
    assert "31 caractères ; au plus 30." in said(report, 3)
