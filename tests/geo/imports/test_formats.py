"""Every format, in another CRS or encoding, gives the same rows; a hostile file gives a clear error and no row."""

import io
import zipfile

import openpyxl
import pytest

from config.errors.problems import Problem
from geo.areas.models import Locality
from tests.geo.imports.conftest import VILLAGES, box, counts, feature, geojson, said, table, workbook

ROWS = (["nom", "id", "lat", "lon"], ["Sare Uoreá", "v1", 12.8, -15.4], ["Madina", "v2", 12.3, -14.4])


def places():
    found = Locality.objects.filter(source="a").order_by("source_id")
    return [(row.nom, row.source_id, row.secteur.nom, round(row.geom.x, 5), round(row.geom.y, 5)) for row in found]


EXPECTED = [("Sare Uoreá", "v1", "Mansoa", -15.4, 12.8), ("Madina", "v2", "Cossé", -14.4, 12.3)]


@pytest.mark.parametrize(
    "content",
    [
        geojson(*VILLAGES),
        table(*ROWS),
        "\n".join(";".join(map(str, row)) for row in ROWS).replace(".", ",").encode("cp1252"),
        ("\ufeff" + "\n".join("\t".join(map(str, row)) for row in ROWS)).encode("utf-16-le"),
        workbook(*ROWS),
    ],
    ids=["geojson", "csv", "csv-cp1252-decimal-comma", "csv-utf16-tabs", "xlsx"],
)
def test_formats(country, load, content):
    assert counts(load("localite", content)) == (2, 0, 0, 0)
    assert places() == EXPECTED


@pytest.mark.parametrize("name", ["places.gpkg", "places.zip"])
def test_gis_files_are_projected(country, load, gis_files, name):
    report = load("localite", gis_files / name)
    assert (counts(report), report["crs"]) == ((2, 0, 0, 0), "EPSG:32628")
    assert places() == EXPECTED


def test_projected_columns_need_a_crs(country, load):
    content = table(["nom", "x", "y"], ["Sare", 456588.5, 1415052.9])
    assert counts(load("localite", content)) == (0, 0, 0, 1)
    assert counts(load("localite", content, crs="EPSG:32628")) == (1, 0, 0, 0)
    _nom, _id, secteur, lon, lat = places()[0]
    assert (secteur, round(lon, 3), round(lat, 3)) == ("Mansoa", -15.4, 12.8)


def test_polygon_in_wkt_column(country, load):
    wkt = "POLYGON((-15 12, -14.5 12, -14.5 13, -15 13, -15 12))"
    report = load("secteur", table(["nom", "region", "wkt"], ["Bambadinca", "BA", wkt], ["Xitole", "BA", "POLYGON((1"]))
    assert counts(report) == (0, 0, 0, 2)
    assert "surface commune 100 %" in report["errors"][0]["message"]
    assert "ne peut pas être lue" in report["errors"][1]["message"]


def bomb() -> bytes:
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr("xl/workbook.xml", b"<workbook/>")
        archive.writestr("xl/worksheets/sheet1.xml", b"0" * 30_000_000)
    return out.getvalue()


def far_corner() -> bytes:
    book = openpyxl.Workbook()
    book.active["A1"] = "nom"
    book.active["XFD1048576"] = "x"
    out = io.BytesIO()
    book.save(out)
    return out.getvalue()


def zipped(name: str, content: bytes) -> bytes:
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w") as archive:
        archive.writestr(name, content)
    return out.getvalue()


@pytest.mark.sampled(3)
@pytest.mark.parametrize(
    ("content", "sentence"),
    [
        (b"", "vide"),
        (b"%PDF-1.7 ...", "Format inconnu"),
        (b'<?xml version="1.0"?><!DOCTYPE x [<!ENTITY a "b">]><x>&a;</x>', "Format inconnu"),
        (b"\x00\x01\x02" * 50, "Format inconnu"),
        (b"SQLite format 3\x00" + bytes(200), "Format inconnu"),
        (b'{"type": "FeatureCollection", "features": [{"type"', "abîmé"),
        (b"PK\x03\x04 not a zip", "archive"),
        (bomb(), "trop volumineux"),
        (far_corner(), "très loin"),
        (zipped("a/places.shp", b"\x00\x00\x27\x0a"), "incomplet"),
        (zipped("x.exe", b"MZ"), "doit contenir"),
        (b"nom,lat,lon\n" + b'"' + b"x" * 2_000_000, "démesurément"),
        (("," * 300).encode() + b"\n1", "Quelle colonne"),
        (",".join(f"c{i}" for i in range(300)).encode(), "200 colonnes"),
    ],
    ids=[
        "empty",
        "pdf",
        "xml",
        "binary",
        "sqlite",
        "half-json",
        "half-zip",
        "bomb",
        "corner",
        "half-shapefile",
        "wrong-zip",
        "huge-cell",
        "no-header",
        "columns",
    ],
)
def test_hostile_files_are_refused(country, load, settings, content, sentence):
    settings.SHEET_MAX_INFLATED_BYTES = 20_000_000
    before = Locality.objects.count()
    with pytest.raises(Problem) as refused:
        load("localite", content)
    assert refused.value.code == "VALIDATION_ERROR"
    sentences = " ".join(str(item) for found in refused.value.details.values() for item in found)
    assert sentence in sentences
    assert Locality.objects.count() == before


def test_nul_and_surplus_cells_are_row_errors(country, load):
    content = b"nom,lat,lon\n" + b"\n" * 5000 + b"Ma\0dina,12.8,-15.4\nA,B,12.8,-15.4\n"
    report = load("localite", content)
    assert counts(report) == (0, 0, 0, 2)
    assert "abîmés" in said(report, 5002)
    assert "plus de cellules" in said(report, 5003)


def test_a_geometry_with_too_many_vertices_is_an_error_of_its_row(country, load, settings):
    settings.IMPORT_MAX_VERTICES = 5
    ring = [[-15, 12], [-14.5, 12], [-14.5, 13], [-14.7, 13], [-15, 13], [-15, 12]]
    heavy = feature({"type": "Polygon", "coordinates": [ring]}, nom="Bambadinca", region="BA")
    report = load("secteur", geojson(heavy, feature(box(-14.5, 12, -14, 13), nom="Xitole", region="BA")))
    assert "trop de sommets" in said(report, 1)
    assert "sommets" not in said(report, 2)


def test_a_shape_that_cannot_be_read_differs_from_none(country, load):
    """And a column may be named like what libraries call the shape."""
    shapes = ({"type": "LineString", "coordinates": [[-15, 12]]}, None, VILLAGES[0]["geometry"])
    features = (feature(shape) | {"properties": {"geometry": f"Uaque {n}"}} for n, shape in enumerate(shapes))
    report = load("localite", geojson(*features), map="nom=geometry")
    assert ["ne peut pas être lue" in said(report, line) for line in (1, 2, 3)] == [True, False, False]
    assert "Uaque 2" in Locality.objects.filter(source="a").values_list("nom", flat=True)
