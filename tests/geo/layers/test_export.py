"""Exports: every format holds the rows of the scope, unharmed."""

import csv
import io
import json
import sqlite3
import subprocess
import sys
from contextlib import closing

import pyarrow.parquet as pq
import pytest
from django.db import connection

from geo.layers.exports import queries as export
from geo.layers.hooks import map_layers
from registry.households.models import Household
from tests.cases import walk_cases

PATH = "/api/carte/export/geojson"
# In a child: the GDAL of pyogrio must not meet the one that GeoDjango has loaded here.
READ = """
import json, sys
import pyogrio
for path in sys.argv[1:]:
    info, table = pyogrio.read_arrow(path)
    names = sorted(row["nom"] for row in table.to_pylist())
    print(json.dumps([info["crs"], info["geometry_type"], names]))
"""


def body(answer):
    assert answer.status_code == 200, answer.content
    return b"".join(answer.streaming_content)


def test_geojson_has_the_households_with_a_position(scattered, cast, api):
    answer = api(cast.admin).get(PATH)
    assert answer["Content-Type"] == "application/geo+json"
    found = json.loads(body(answer))
    assert found["type"] == "FeatureCollection"
    assert len(found["features"]) == 88
    one = next(item for item in found["features"] if item["properties"]["codeMenage"] == "M-002")
    assert set(one["properties"]) == {
        "id",
        "codeMenage",
        "tailleMenage",
        "scorePmt",
        "categoriePauvrete",
        "eligible",
        "milieu",
    }
    assert one["properties"]["scorePmt"] == 2 and one["properties"]["eligible"] is True
    lon, lat = one["geometry"]["coordinates"]
    assert -15 < lon < -14 and 12 < lat < 13


@walk_cases(
    ("query", "count"),
    [
        ({"categorie": "pauvre,extreme_pauvre"}, 44),
        ({"eligible": "true"}, 49),
        ({"milieu": "rural"}, 44),
        ({"bbox": "-15,12,-14,13"}, 30),
        ({"bbox": "-14,12,-15,13"}, 58),
        ({"categorie": "pauvre", "milieu": "urbain"}, 0),
    ],
)
def test_filters_are_applied(scattered, cast, api, query, count):
    assert len(json.loads(body(api(cast.admin).get(PATH, query)))["features"]) == count


def test_areas_filter_and_never_widen_the_scope(scattered, cast, api):
    east, west = str(scattered.country.east.id), str(scattered.country.west.id)
    caller = api(cast.agent_west)
    assert len(json.loads(body(caller.get(PATH)))["features"]) == 58
    assert len(json.loads(body(caller.get(PATH, {"region": f"{west},{east}"})))["features"]) == 58
    assert json.loads(body(caller.get(PATH, {"region": east}))) == {"type": "FeatureCollection", "features": []}
    localite = str(scattered.country.galomaro.id)
    assert len(json.loads(body(api(cast.admin).get(PATH, {"localite": localite})))["features"]) == 30


def test_a_caller_without_regions_gets_no_row(scattered, cast, api):
    cast.stranger.role.permissions += ["geo.exporter"]
    cast.stranger.role.save()
    assert json.loads(body(api(cast.stranger).get(PATH)))["features"] == []


@walk_cases(
    ("query", "field"),
    [
        ({"type": "bateaux"}, "type"),
        ({"type": "bateaux "}, "type"),
        ({"format": "exe"}, "format"),
        ({"categorie": "riche"}, "categorie"),
        ({"region": "x"}, "region"),
        ({"bbox": "1,2,3"}, "bbox"),
        ({"eligible": "peut-être"}, "eligible"),
        ({"regions": "x"}, "regions"),
        ({"type": "ecoles", "categorie": "pauvre"}, "categorie"),
    ],
)
def test_bad_input_is_named(scattered, cast, api, query, field):
    answer = api(cast.admin).get(PATH, query)
    assert answer.status_code == 400
    assert answer.json()["code"] == "VALIDATION_ERROR" and field in answer.json()["details"]


def test_exporting_needs_its_right_and_that_of_the_layer(scattered, cast, api):
    assert api(cast.reader_west).get(PATH).status_code == 403
    cast.agent_west.role.permissions.remove("registre.lire")
    cast.agent_west.role.save()
    assert api(cast.agent_west).get(PATH).status_code == 403
    assert api(cast.agent_west).get(PATH, {"type": "ecoles"}).status_code == 200


def test_text_survives_in_geojson(scattered, cast, api):
    found = json.loads(body(api(cast.agent_west).get(PATH, {"type": "ecoles"})))["features"]
    assert {item["properties"]["nom"] for item in found} == {'École "Amílcar\nCabral"', "=HYPERLINK(1)"}
    assert {item["properties"]["typeLabel"] for item in found} == {"École publique", "École"}


def test_boundaries_are_whole(scattered, cast, api):
    found = json.loads(body(api(cast.agent_west).get(PATH, {"type": "regions"})))["features"]
    assert [item["properties"]["nom"] for item in found] == ["Oio"]
    assert found[0]["geometry"]["type"] == "MultiPolygon"


def test_csv_cells_run_nowhere_and_phones_stay(scattered, cast, api):
    scattered.schools[0].__class__.objects.filter(code="E0").update(code="+245955000001")
    answer = api(cast.admin).get(PATH, {"type": "ecoles", "format": "csv"})
    assert answer["Content-Type"].startswith("text/csv")
    rows = list(csv.DictReader(io.StringIO(body(answer).decode("utf-8-sig"))))
    assert {row["nom"] for row in rows} == {'École "Amílcar\nCabral"', "'=HYPERLINK(1)", "Escola"}
    assert "+245955000001" in {row["code"] for row in rows}
    assert {row["pilote"] for row in rows} == {"true", "false"}
    assert {row["longitude"] for row in rows} == {"-15.500000", "-15.400000", "-14.500000"}


def test_files_open_again(scattered, cast, api, tmp_path):
    paths = []
    for form, layer in (("gpkg", "ecoles"), ("fgb", "regions")):
        answer = api(cast.agent_west).get(PATH, {"type": layer, "format": form})
        content = body(answer)
        assert int(answer["Content-Length"]) == len(content)
        assert f'filename="{layer}.{form}"' in answer["Content-Disposition"]
        paths.append(tmp_path / f"file.{form}")
        paths[-1].write_bytes(content)
    run = subprocess.run([sys.executable, "-c", READ, *paths], capture_output=True, check=True, text=True)
    schools, regions = (json.loads(line) for line in run.stdout.splitlines())
    assert schools == ["EPSG:4326", "Point", ["=HYPERLINK(1)", 'École "Amílcar\nCabral"']]
    assert regions == ["EPSG:4326", "MultiPolygon", ["Oio"]]


def test_a_geopackage_is_of_a_version_that_debian_s_gdal_knows(scattered, cast, api, tmp_path):
    path = tmp_path / "file.gpkg"
    path.write_bytes(body(api(cast.admin).get(PATH, {"type": "menages", "format": "gpkg"})))
    with closing(sqlite3.connect(path)) as file:
        # 10300: 1.3 (OGC 12-128r18, requirement 2).
        assert file.execute("PRAGMA user_version").fetchone() == (10300,)
        assert file.execute("PRAGMA application_id").fetchone() == (0x47504B47,)


def test_geoparquet_keeps_types_and_nulls(scattered, cast, api, tmp_path):
    scattered.schools[1].__class__.objects.filter(code="E1").update(code=None)
    path = tmp_path / "file.parquet"
    path.write_bytes(body(api(cast.admin).get(PATH, {"type": "menages", "format": "parquet"})))
    table = pq.read_table(path)
    made = {"geo": json.loads(table.schema.metadata[b"geo"]), "rows": table.to_pylist()}
    assert made["geo"]["columns"]["geometry"]["encoding"] == "WKB"
    assert len(made["rows"]) == 88
    row = next(row for row in made["rows"] if row["codeMenage"] == "M-005")
    assert (row["tailleMenage"], row["scorePmt"], row["eligible"]) == (6, 5.0, True)
    assert row["geometry"].startswith(bytes.fromhex("0101000000")) and len(row["geometry"]) == 21


def test_rows_come_in_blocks_and_leaving_frees_the_connection(db):
    blocks = export.stream_copy("COPY (SELECT repeat('x', 1000) FROM generate_series(1, 1000000)) TO STDOUT", ())
    first = next(blocks)
    assert export.BLOCK_BYTES < len(first) < export.BLOCK_BYTES + 2000
    blocks.close()
    with connection.cursor() as cursor:
        # The statement was cancelled, so the transaction of the test is what remains to be ended.
        assert connection.connection.info.transaction_status.name in ("INERROR", "INTRANS", "IDLE")
        if connection.connection.info.transaction_status.name == "INERROR":
            connection.connection.rollback()
        cursor.execute("SELECT 1")
        assert cursor.fetchone() == (1,)


def test_a_fault_of_the_database_is_an_answer_not_half_a_file(scattered, cast, api, monkeypatch):
    monkeypatch.setattr(export, "build_geojson_copy_sql", lambda select: "COPY (SELECT 1 / 0) TO STDOUT")
    answer = api(cast.admin).get(PATH)
    assert answer.status_code in (400, 500)
    assert answer["Content-Type"] == "application/json"


def move_to_the_end(model, *codes):
    """Have the rows stand behind all others in their table, whatever their ids."""
    for row in model.objects.filter(code_menage__in=codes):
        fields = {field.attname: getattr(row, field.attname) for field in model._meta.concrete_fields}
        row.delete()
        model.objects.create(**fields)


@pytest.mark.parametrize("query", [{}, {"milieu": "rural"}, {"bbox": "-15.9,12,-14,13"}], ids=["all", "rural", "box"])
def test_rows_are_in_the_order_of_their_ids(scattered, cast, api, tmp_path, query):
    """In files whose format has no order of its own (FlatGeobuf sorts by its index of positions)."""
    move_to_the_end(Household, "M-003", "M-005", "M-050")
    paths = {}
    for form in ("geojson", "csv", "parquet", "gpkg"):
        paths[form] = tmp_path / f"file.{form}"
        paths[form].write_bytes(body(api(cast.admin).get(PATH, {"type": "menages", "format": form, **query})))
    found = {
        "geojson": [one["properties"]["id"] for one in json.loads(paths["geojson"].read_text())["features"]],
        "csv": [row["id"] for row in csv.DictReader(io.StringIO(paths["csv"].read_text("utf-8-sig")))],
        "parquet": pq.read_table(paths["parquet"])["id"].to_pylist(),
    }
    with closing(sqlite3.connect(paths["gpkg"])) as file:
        found["gpkg"] = [row[0] for row in file.execute("SELECT id FROM menages ORDER BY fid")]
    for form, ids in found.items():
        assert len(ids) > 30 and ids == sorted(ids), form


def test_a_file_of_flatgeobuf_is_the_same_again(scattered, cast, api):
    first, again = (body(api(cast.admin).get(PATH, {"type": "menages", "format": "fgb"})) for _ in range(2))
    assert first == again


def test_every_layer_of_the_catalogue_can_be_exported(scattered, cast, api):
    for name in map_layers:
        found = json.loads(body(api(cast.admin).get(PATH, {"type": name})))
        assert found["type"] == "FeatureCollection", name
        ids = [one["properties"]["id"] for one in found["features"]]
        assert ids == sorted(ids), name
