"""Roads and rivers of the base map: loaded from a file as a whole, in tiles by their class and zoom."""

import json

import pytest
from django.core.management import CommandError, call_command

from accounts.audit.models import Trace
from geo.base_map.models import BaseMapLine
from tests.geo.imports.conftest import feature, geojson, table
from tests.geo.layers.test_tile import features, tile_of

ROAD = [[-15.8, 12.2], [-15.4, 12.2001], [-15.0, 12.2], [-14.5, 12.4]]


def line(*corners):
    return {"type": "LineString", "coordinates": list(corners)}


ROADS = (
    feature(line(*ROAD[:2]), highway="primary", name="Estrada do Leste"),
    feature(line(*ROAD[1:]), highway="primary", name="Estrada do Leste"),
    feature(line([-15.2, 12.2], [-15.2, 12.6]), highway="tertiary", name=None),
    feature(line([-15.1, 12.3], [-15.12, 12.31]), highway="track", name=""),
    feature(line([-15.1, 12.3], [-15.11, 12.3]), highway="footway", name="Passeio"),
    feature({"type": "Point", "coordinates": [-15.1, 12.3]}, highway="primary", name="Cruzamento"),
    feature(line([2.0, 48.0], [2.1, 48.1]), highway="primary", name="Outra terra"),
)
RIVERS = (feature(line([-14.6, 12.8], [-15.0, 12.5], [-15.9, 12.1]), waterway="river", name="Geba"),)


@pytest.fixture
def load(tmp_path):
    def run(content, **options):
        path = tmp_path / "lignes.geojson"
        path.write_bytes(content)
        call_command("load_base_map", path, **options)

    return run


def known():
    rows = BaseMapLine.objects.order_by("classe", "nom")
    return [(row.classe, row.nom, row.source, row.geom.num_points) for row in rows]


TAKEN = [
    ("piste", "", "osm", 2),
    ("route_principale", "Estrada do Leste", "osm", 4),
    ("route_secondaire", "", "osm", 2),
]


def test_roads_of_known_classes_in_the_country_are_taken(country, load, capsys):
    load(geojson(*ROADS), source="osm", date="2026-01-31")
    assert known() == TAKEN  # both pieces of the road are one line
    assert str(BaseMapLine.objects.first().date_source) == "2026-01-31"
    said = " ".join(capsys.readouterr().out.split())
    assert "2 Route principale" in said
    assert "7 objets lus, 3 tracés ; écartés : 1 d'une autre classe" in said
    assert "1 qui ne sont pas des lignes, 1 hors du pays" in said
    entry = Trace.objects.get(model="fond_carte")
    assert (entry.action, entry.nombre, entry.details["filtre"]) == ("operation", 3, {"source": "osm"})


def test_a_file_replaces_its_kind_whole_and_leaves_the_other(country, load):
    load(geojson(*ROADS), source="osm")
    load(geojson(*RIVERS), source="eaux")
    assert known() == [("fleuve", "Geba", "eaux", 3), *TAKEN]
    load(geojson(ROADS[2]), source="osm 2")
    assert known() == [("fleuve", "Geba", "eaux", 3), ("route_secondaire", "", "osm 2", 2)]


@pytest.mark.parametrize(
    ("content", "said"),
    [
        (geojson(feature(line(*ROAD), type="primary")), "une des colonnes classe, highway, waterway, fclass"),
        (geojson(ROADS[4]), "n'a ni route ni cours d'eau d'une classe connue"),
        (geojson(ROADS[5]), "n'a pas de lignes"),
        (geojson(ROADS[6]), "hors du pays"),
        (table(["highway", "lat", "lon"], ["primary", 12.2, -15.4]), "est un tableau"),
        (b'{"type": "FeatureCollection", "features": [', "abîmé"),
    ],
    ids=["columns", "classes", "points", "abroad", "table", "broken"],
)
def test_a_wrong_file_is_refused_and_changes_nothing(country, load, content, said):
    load(geojson(*ROADS), source="osm")
    with pytest.raises(CommandError) as refusal:
        load(content, source="faux")
    assert said in str(refusal.value)
    assert known() == TAKEN


def find_classes(caller, zoom, lon=-15.15, lat=12.3, **query):
    found = features(caller, "fond_carte", zoom, *tile_of(lon, lat, zoom), **query)
    return sorted({item["properties"]["classe"] for item in found})


def test_tiles_hold_more_classes_the_nearer_they_are(country, cast, api, load):
    load(geojson(*ROADS), source="osm")
    load(geojson(*RIVERS), source="eaux")
    caller = api(cast.agent_west)  # rivers and roads do not end at the border of a region
    assert find_classes(caller, 4) == []
    assert find_classes(caller, 6) == ["fleuve", "route_principale"]
    assert find_classes(caller, 8) == ["fleuve", "route_principale", "route_secondaire"]
    assert find_classes(caller, 10) == ["fleuve", "piste", "route_secondaire"]
    assert find_classes(caller, 8, classe="fleuve") == ["fleuve"]
    assert api().get("/api/carte/tuiles/fond_carte/6/29/29.mvt").status_code == 401


def test_a_tile_leaves_out_corners_that_nobody_sees(country, cast, api, load):
    def measure(zoom):
        tile = tile_of(-15.4, 12.2, zoom)
        answer = api(cast.admin).get(f"/api/carte/tuiles/fond_carte/{zoom}/{tile[0]}/{tile[1]}.mvt")
        return len(answer.content)

    wiggle = [[-15.8 + step / 1000, 12.2 + (step % 2) / 100_000] for step in range(800)]
    load(geojson(feature(line(*wiggle), highway="primary", name="")), source="osm")
    assert measure(6) < 300  # a corner takes two bytes


def test_a_tile_is_made_again_once_a_file_is_loaded(country, cast, api, load):
    address = "/api/carte/tuiles/fond_carte/6/{}/{}.mvt".format(*tile_of(-15.4, 12.2, 6))
    caller = api(cast.admin)
    empty = caller.get(address)
    assert empty.status_code == 204
    load(geojson(*ROADS), source="osm")
    full = caller.get(address, HTTP_IF_NONE_MATCH=empty["ETag"])
    assert full.status_code == 200
    assert caller.get(address, HTTP_IF_NONE_MATCH=full["ETag"]).status_code == 304


def test_a_region_exports_what_runs_through_it(country, cast, api, load):
    load(geojson(*ROADS), source="osm")
    answer = api(cast.admin).get("/api/carte/export/geojson", {"type": "fond_carte", "region": country.east.id})
    found = json.loads(b"".join(answer.streaming_content))["features"]
    assert {item["properties"]["classe"] for item in found} == {"route_principale"}
    assert found[0]["geometry"]["type"] == "LineString"
