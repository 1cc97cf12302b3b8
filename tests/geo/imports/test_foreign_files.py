"""Files that are something else than they seem: nothing of the server is read for them, and nobody is asked."""

import io
import json
import shutil
import socket
import sqlite3
import struct
import threading
import time
import zipfile
from contextlib import closing

import pytest

from config.api.statuses import get_status
from config.errors.problems import Problem
from geo.areas.models import Locality
from tests.accounts.files.test_heavy import crowded
from tests.geo.imports.conftest import VILLAGES, counts, feature, geojson, point, workbook

SECRET = "nom,lat,lon\nMot de passe,12.8,-15.4\n"
VRT = (
    '<OGRVRTDataSource><OGRVRTLayer name="secret"><SrcDataSource>{source}</SrcDataSource>'
    '<GeometryType>wkbPoint</GeometryType><GeometryField encoding="PointFromColumns" x="lon" y="lat"/>'
    "</OGRVRTLayer></OGRVRTDataSource>"
)


@pytest.fixture
def secret(tmp_path):
    path = tmp_path / "secret.csv"
    path.write_text(SECRET)
    return path


@pytest.fixture
def visits():
    """An address inside the network, and what was asked of it."""
    found = []
    with closing(socket.create_server(("127.0.0.1", 0))) as server:

        def answer():
            while True:
                try:
                    visitor, _address = server.accept()
                except OSError:
                    return
                with visitor:
                    found.append(visitor.recv(1000))
                    visitor.sendall(b"HTTP/1.0 404 Not Found\r\nContent-Length: 0\r\n\r\n")

        threading.Thread(target=answer, daemon=True).start()
        yield f"127.0.0.1:{server.getsockname()[1]}", found
        server.shutdown(socket.SHUT_RDWR)


def zipped(name, content):
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w") as archive:
        archive.writestr(name, content)
    return out.getvalue()


def refused(load, content, kind="localite"):
    """The sentences of the refusal, after which no place is there."""
    with pytest.raises(Problem) as problem:
        load(kind, content)
    assert problem.value.code == "VALIDATION_ERROR"
    assert not Locality.objects.filter(source="a").exists()
    return " ".join(str(item) for found in problem.value.details.values() for item in found)


DISGUISES = {
    "behind-a-brace": lambda vrt: b"{" + vrt,
    "behind-a-bracket": lambda vrt: b"[" + vrt,
    "behind-a-mark": lambda vrt: b"\xef\xbb\xbf{" + vrt,
    "behind-blanks": lambda vrt: b"\n  {" + vrt,
    "as-a-string": lambda vrt: json.dumps({"type": "FeatureCollection", "x": vrt.decode()}).encode(),
    "as-a-list": lambda vrt: json.dumps([vrt.decode()]).encode(),
    "in-a-zip": lambda vrt: zipped("places.geojson", b"{" + vrt),
    "in-a-zip-as-json": lambda vrt: zipped("places.json", b"{" + vrt),
}


@pytest.mark.sampled(4)
@pytest.mark.parametrize("disguise", DISGUISES.values(), ids=DISGUISES)
def test_a_vrt_that_begins_like_geojson_reads_no_file(country, load, secret, disguise):
    assert "abîmé" in refused(load, disguise(VRT.format(source=secret).encode()))


OTHERS = {
    "geojson-lines": b'{"type": "Feature", "geometry": null, "properties": {"nom": "A"}}\n' * 2,
    "topojson": json.dumps({"type": "Topology", "objects": {}, "arcs": []}).encode(),
    "esri-json": json.dumps({"geometryType": "esriGeometryPoint", "features": []}).encode(),
    "stac": json.dumps({"type": "Catalog", "stac_version": "1.0.0", "links": []}).encode(),
    "gdal-pipeline": b'{"type": "gdal_streamed_alg", "command_line": "gdal vector pipeline ! read /etc/passwd"}',
}


@pytest.mark.sampled(3)
@pytest.mark.parametrize("content", OTHERS.values(), ids=OTHERS)
def test_other_formats_in_json_are_not_read(country, load, content):
    """Each has a driver of its own, which has no say in what is recognised as GeoJSON."""
    try:
        report = load("localite", content)
    except Problem as problem:
        assert problem.code == "VALIDATION_ERROR"
    else:
        assert counts(report)[0] == 0
    assert not Locality.objects.filter(source="a").exists()


def test_nobody_is_asked_for_a_vrt(country, load, visits):
    address, found = visits
    for source in (
        f"/vsicurl/http://{address}/a.csv",
        f"/vsicurl?proxy={address}&amp;url=http://example.org/a.csv",
        f"http://{address}/a.geojson",
        f"WFS:http://{address}/",
        f"PG:host=127.0.0.1 dbname={address}",
    ):
        refused(load, b"{" + VRT.format(source=source).encode())
    assert not found


@pytest.mark.parametrize("kind", ["ogcwkt", "proj4", "esriwkt"])
def test_nobody_is_asked_for_a_coordinate_system(country, load, visits, kind):
    address, found = visits
    crs = {"type": "link", "properties": {"href": f"http://{address}/crs", "type": kind}}
    content = json.loads(geojson(*VILLAGES)) | {"crs": crs}
    load("localite", json.dumps(content).encode())
    assert not found


@pytest.mark.parametrize("name", ["/etc/passwd", "http://127.0.0.1:9/crs", "urn:x-ogc:def:crs:file:/etc/passwd"])
def test_a_coordinate_system_is_no_file(country, load, name):
    content = json.loads(geojson(feature(point(-15.4, 12.8), nom="A", id="v1")))
    content["crs"] = {"type": "name", "properties": {"name": name}}
    assert counts(load("localite", json.dumps(content).encode())) == (1, 0, 0, 0)


@pytest.fixture
def altered(gis_files, tmp_path):
    """`altered(script, layer=…)` is a GeoPackage of places after these statements, one of them its layer."""

    def alter(script, layer=None):
        path = tmp_path / "altered.gpkg"
        shutil.copy(gis_files / "places.gpkg", path)
        with closing(sqlite3.connect(path)) as database:
            database.executescript("DROP TRIGGER IF EXISTS rtree_villages_geom_insert;" + script)
            if layer:
                database.execute("UPDATE gpkg_contents SET table_name = ?, identifier = ?", (layer, layer))
                database.execute("UPDATE gpkg_geometry_columns SET table_name = ?", (layer,))
            database.commit()
        return path

    return alter


def declare(path, name, sql):
    """Write an object that this SQLite could not make itself into the schema."""
    with closing(sqlite3.connect(path)) as database:
        database.execute("PRAGMA writable_schema = ON")
        database.execute(
            "INSERT INTO sqlite_master (type, name, tbl_name, rootpage, sql) VALUES ('table', ?, ?, 0, ?)",
            (name, name, sql),
        )
        database.commit()
    return path


ENDLESS = "WITH RECURSIVE n(x) AS (SELECT 1 UNION ALL SELECT x + 1 FROM n) SELECT x AS fid, x AS nom FROM n"


@pytest.mark.sampled(5)
@pytest.mark.parametrize("module", ["VirtualText", "VirtualShape", "VirtualOGR", "VirtualXL", '"VirtualText"'])
@pytest.mark.parametrize("is_layer", [True, False])
def test_a_virtual_table_reads_no_file(country, load, altered, secret, module, is_layer):
    path = altered("", "secret" if is_layer else None)
    sql = f"CREATE VIRTUAL TABLE secret USING {module}('{secret}', 'UTF-8', 1, POINT, DOUBLEQUOTE, ',')"
    sentence = refused(load, declare(path, "secret", sql))
    assert "(secret)" in sentence and "exportez" in sentence


@pytest.mark.parametrize("name", ["gpkg_contents", "gpkg_geometry_columns", "gpkg_spatial_ref_sys", "gpkg_extensions"])
def test_a_view_in_place_of_a_table_of_geopackage_does_not_run(country, load, altered, name):
    started = time.monotonic()
    path = altered(f"DROP TABLE {name}; CREATE VIEW {name} AS {ENDLESS};")
    assert name in refused(load, path)
    assert time.monotonic() - started < 30


def test_a_view_is_no_layer(country, load, altered):
    started = time.monotonic()
    sentence = refused(load, altered(f"CREATE VIEW endless AS {ENDLESS};", "endless"))
    assert "aucune couche" in sentence
    assert time.monotonic() - started < 30


def test_a_view_beside_the_layer_is_left_alone(country, load, altered):
    script = f"CREATE VIEW st_spatial_ref_sys AS SELECT * FROM gpkg_spatial_ref_sys; CREATE VIEW endless AS {ENDLESS};"
    assert counts(load("localite", altered(script))) == (2, 0, 0, 0)


def test_a_view_that_calls_itself_a_table_is_none(country, load, altered):
    path = altered("CREATE TABLE shown (fid INTEGER PRIMARY KEY, nom TEXT);", "shown")
    with closing(sqlite3.connect(path)) as database:
        database.execute("PRAGMA writable_schema = ON")
        database.execute("UPDATE sqlite_master SET sql = ? WHERE name = 'shown'", (f"CREATE VIEW shown AS {ENDLESS}",))
        database.commit()
    refused(load, path)


def test_a_computed_column_calls_nothing(country, load, altered):
    sentence = refused(load, altered("ALTER TABLE villages ADD COLUMN computed AS (hex(zeroblob(100000000)));"))
    assert "(villages)" in sentence


def test_a_trigger_runs_not(country, load, altered):
    path = altered("CREATE TRIGGER attached AFTER INSERT ON villages BEGIN SELECT load_extension('/tmp/x.so'); END;")
    assert counts(load("localite", path)) == (2, 0, 0, 0)


def test_what_gpkg_extensions_name_is_not_loaded(country, load, altered):
    path = altered(
        "CREATE TABLE IF NOT EXISTS gpkg_extensions (table_name, column_name, extension_name, definition, scope);"
        "INSERT INTO gpkg_extensions VALUES (NULL, NULL, '/tmp/x.so', 'file:///etc/passwd', 'read-write');"
    )
    assert counts(load("localite", path)) == (2, 0, 0, 0)


def test_a_geopackage_with_an_open_journal_is_read(country, load, altered):
    """QGIS leaves them so; nothing is written beside the file."""
    path = altered("PRAGMA journal_mode = WAL;")
    assert path.read_bytes()[18] == 2
    assert counts(load("localite", path)) == (2, 0, 0, 0)
    assert [item.name for item in path.parent.glob("altered.gpkg-*")] == []


def test_a_link_in_a_zip_is_not_followed(country, load, secret):
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w") as archive:
        link = zipfile.ZipInfo("places.csv")
        link.create_system, link.external_attr = 3, 0o120777 << 16
        archive.writestr(link, str(secret))
    with pytest.raises(Problem):
        load("localite", out.getvalue())
    assert not Locality.objects.filter(source="a").exists()


@pytest.mark.parametrize("prefix", [b"", b"PK\x03\x04" + bytes(26) + b"[Content_Types].xml"], ids=["zip", "workbook"])
def test_a_zip_with_many_entries_is_not_listed(country, load, prefix):
    started = time.monotonic()
    assert "2000 fichiers" in refused(load, crowded(900_000, prefix=prefix))
    assert time.monotonic() - started < 20


def test_a_zip_in_a_zip_is_refused(country, load, gis_files):
    inner = (gis_files / "places.zip").read_bytes()
    for name in ("places.geojson", "places.zip"):
        assert "doit contenir" in refused(load, zipped(name, inner))


@pytest.mark.sampled(3)
@pytest.mark.parametrize("ending", [".prj", ".cpg", ".qix", ".shp.xml", ".vrt"])
def test_what_lies_beside_a_shapefile_names_no_file(country, load, gis_files, secret, ending):
    out = io.BytesIO()
    with zipfile.ZipFile(gis_files / "places.zip") as known, zipfile.ZipFile(out, "w") as archive:
        for item in known.infolist():
            if not item.filename.endswith(ending):
                archive.writestr(item.filename.rpartition("/")[2], known.read(item))
        archive.writestr(f"places{ending}", f"/vsicurl/http://127.0.0.1:9/{secret}")
    try:
        report = load("localite", out.getvalue())
    except Problem as problem:
        assert problem.code == "VALIDATION_ERROR"
    else:
        assert "Mot de passe" not in str(report)
    assert not Locality.objects.filter(nom="Mot de passe").exists()


FOREIGN = {
    "flatgeobuf": b"fgb\x03fgb\x00" + bytes(200),
    "geoparquet": b"PAR1" + bytes(200) + b"PAR1",
    "gml": b'<gml:FeatureCollection xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance" xsi:schemaLocation="a /etc/passwd"/>',
    "kml": b'<?xml version="1.0"?><kml><NetworkLink><href>http://127.0.0.1:9/</href></NetworkLink></kml>',
    "vrt": VRT.format(source="/etc/passwd").encode(),
}


@pytest.mark.parametrize("content", FOREIGN.values(), ids=FOREIGN)
def test_formats_that_are_not_taken(country, load, content):
    assert "Format inconnu" in refused(load, content)


def test_a_workbook_that_links_to_others_reads_its_own_cells(country, load):
    """The value that was kept with the formula counts; the other file is not looked for."""
    link = (
        '<externalLink xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main">'
        '<externalBook xmlns:r="http://schemas.openxmlformats.org/officeDocument/2006/relationships" r:id="rId1"/></externalLink>'
    )
    target = (
        '<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships"><Relationship Id="rId1" '
        'Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/externalLinkPath" '
        'Target="file:///etc/passwd" TargetMode="External"/></Relationships>'
    )
    known = workbook(["nom", "id", "lat", "lon"], ["=[1]Sheet!$A$1", "v1", 12.8, -15.4], ["Madina", "v2", 12.3, -14.4])
    out = io.BytesIO()
    with zipfile.ZipFile(io.BytesIO(known)) as old, zipfile.ZipFile(out, "w") as new:
        for item in old.infolist():
            new.writestr(item, old.read(item))
        new.writestr("xl/externalLinks/externalLink1.xml", link)
        new.writestr("xl/externalLinks/_rels/externalLink1.xml.rels", target)
    assert counts(load("localite", out.getvalue())) == (1, 0, 0, 1)
    assert not Locality.objects.filter(nom__contains="root:").exists()


def test_no_file_is_read_without_the_protections_that_must_hold(country, load, settings):
    settings.READER_PROTECTIONS = ["landlock", "another"]
    with pytest.raises(Problem) as problem:
        load("localite", geojson(*VILLAGES))
    assert (problem.value.code, get_status(problem.value)) == ("NOT_CONFIGURED", 503)
    assert "protection" in str(problem.value.message)
    assert not Locality.objects.filter(source="a").exists()


def test_a_zip_of_line_ends_is_not_read_to_its_end(country, load, settings):
    settings.UPLOAD_MAX_ROWS = 10
    assert "plus de 10 lignes vides" in refused(load, zipped("places.csv", b"nom;code\nCutia;1\n" + b"\n" * 11))


def test_a_shapefile_of_deleted_records_holds_no_row(country, load, gis_files):
    """Its number of records tells of rows that nobody reads; no coordinate says whether they are in degrees."""
    out = io.BytesIO()
    with zipfile.ZipFile(gis_files / "places.zip") as known, zipfile.ZipFile(out, "w") as archive:
        for name in (each for each in known.namelist() if not each.endswith(".prj")):
            content = bytearray(known.read(name))
            if name.endswith(".dbf"):
                first, size = struct.unpack_from("<HH", content, 8)
                for place in range(first, len(content) - 1, size):
                    content[place : place + 1] = b"*"
            archive.writestr(name, bytes(content))
    assert "La couche du fichier est vide" in refused(load, out.getvalue())
