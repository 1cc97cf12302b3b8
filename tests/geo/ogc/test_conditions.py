"""CQL2: a filter finds exactly what the same condition in Python finds, and a wrong one is refused with its reason."""

import json

from django.contrib.gis.geos import Polygon

from registry.households.models import Household
from tests.cases import walk_cases

ITEMS = "/ogc/collections/menages/items"
BOX = Polygon.from_bbox((-15.6, 12.6, -15.2, 12.8))


def find(api, user, text, language="cql2-text"):
    query = {"filter": text, "filter-lang": language, "limit": 1000}
    answer = api(user).get(ITEMS, query)
    assert answer.status_code == 200, answer.content
    return {feature["properties"]["codeMenage"] for feature in json.loads(answer.content)["features"]}


CONDITIONS = {
    "scorePmt < 10": lambda row: row.score_pmt < 10,
    "scorePmt <= 10.5 AND scorePmt <> 4": lambda row: row.score_pmt <= 10.5 and row.score_pmt != 4,
    "scorePmt = 1 OR scorePmt = 2 AND milieu = 'urbain'": lambda row: row.score_pmt == 2 and row.milieu == "urbain",
    "(scorePmt = 7 OR scorePmt = 8) AND milieu = 'urbain'": lambda row: row.score_pmt == 8,
    "NOT scorePmt > 50 AND milieu = 'rural'": lambda row: row.score_pmt <= 50 and row.milieu == "rural",
    "NOT (scorePmt > 50 OR milieu = 'rural')": lambda row: row.score_pmt <= 50 and row.milieu == "urbain",
    "scorePmt BETWEEN 20 AND 30": lambda row: 20 <= row.score_pmt <= 30,
    "scorePmt NOT BETWEEN 20 AND 30": lambda row: not 20 <= row.score_pmt <= 30,
    "codeMenage LIKE 'M-01_'": lambda row: row.code_menage.startswith("M-01"),
    "codeMenage LIKE '%\\_%'": lambda row: "_" in row.code_menage,
    "codeMenage NOT LIKE 'M-0%'": lambda row: not row.code_menage.startswith("M-0"),
    "CASEI(milieu) = CASEI('RURAL')": lambda row: row.milieu == "rural",
    "CASEI(codeMenage) LIKE casei('m-08%')": lambda row: row.code_menage.startswith("M-08"),
    "ACCENTI(milieu) = ACCENTI('rùràl')": lambda row: row.milieu == "rural",
    "categoriePauvrete IN ('pauvre', 'vulnerable')": lambda row: row.categorie_pauvrete in ("pauvre", "vulnerable"),
    "categoriePauvrete NOT IN ('pauvre')": lambda row: row.categorie_pauvrete != "pauvre",
    "scorePmt IN (tailleMenage, 10, 11)": lambda row: row.score_pmt in (row.taille_menage, 10, 11),
    "CASEI(milieu) IN (casei('RURAL'), CASEI('x'))": lambda row: row.milieu == "rural",
    "eligible > FALSE": lambda row: row.eligible_programme,
    "eligible <= FALSE": lambda row: not row.eligible_programme,
    "scorePmt" + " + 1" * 40 + " > 60": lambda row: row.score_pmt > 20,
    "S_INTERSECTS(geometry, GEOMETRYCOLLECTION(POINT(1 2), POLYGON((-15.6 12.6,-15.2 12.6,-15.2 12.8,-15.6 12.8,"
    "-15.6 12.6))))": lambda row: BOX.covers(row.geom),
    "eligible = TRUE": lambda row: row.eligible_programme,
    "eligible": lambda row: row.eligible_programme,
    "NOT eligible": lambda row: not row.eligible_programme,
    "tailleMenage * 2 + 1 > scorePmt": lambda row: row.taille_menage * 2 + 1 > row.score_pmt,
    "scorePmt % 7 = 3": lambda row: row.score_pmt % 7 == 3,
    "scorePmt DIV 10 = 4": lambda row: row.score_pmt // 10 == 4,
    "scorePmt / 4 = 2.5": lambda row: row.score_pmt == 10,
    "2 ^ tailleMenage = 8": lambda row: row.taille_menage == 3,
    "tailleMenage > scorePmt": lambda row: row.taille_menage > row.score_pmt,
    "scorePmt IS NULL": lambda row: False,
    "scorePmt IS NOT NULL": lambda row: True,
    "S_INTERSECTS(geometry, BBOX(-15.6, 12.6, -15.2, 12.8))": lambda row: BOX.covers(row.geom),
    "S_DISJOINT(geom, BBOX(-15.6, 12.6, -15.2, 12.8))": lambda row: not BOX.covers(row.geom),
    "S_WITHIN(geometry, POLYGON((-15.6 12.6,-15.2 12.6,-15.2 12.8,-15.6 12.8,-15.6 12.6)))": lambda row: BOX.contains(
        row.geom
    ),
    "S_CONTAINS(BBOX(-15.6, 12.6, -15.2, 12.8), geometry)": lambda row: BOX.contains(row.geom),
    "NOT S_INTERSECTS(geometry, BBOX(-15.6, 12.6, -15.2, 12.8)) AND scorePmt < 40": lambda row: (
        not BOX.covers(row.geom) and row.score_pmt < 40
    ),
}


@walk_cases("text", CONDITIONS)
def test_a_filter_finds_what_python_finds(scattered, cast, api, text):
    rows = Household.objects.filter(geom__isnull=False)
    expected = {row.code_menage for row in rows if CONDITIONS[text](row)}
    assert find(api, cast.admin, text) == expected


def test_json_says_the_same(scattered, cast, api):
    tree = {
        "op": "and",
        "args": [
            {"op": "<=", "args": [{"property": "scorePmt"}, 30]},
            {"op": "in", "args": [{"property": "milieu"}, ["rural"]]},
            {"op": "s_intersects", "args": [{"property": "geometry"}, {"bbox": [-15.6, 12.6, -15.2, 12.8]}]},
        ],
    }
    text = "scorePmt <= 30 AND milieu IN ('rural') AND S_INTERSECTS(geometry, BBOX(-15.6, 12.6, -15.2, 12.8))"
    found = find(api, cast.admin, json.dumps(tree), "cql2-json")
    assert found and found == find(api, cast.admin, text)


def test_a_missing_value_is_neither_equal_nor_different(scattered, cast, api):
    Household.objects.filter(code_menage="M-010").update(milieu=None)
    for text in ("milieu = 'rural'", "milieu <> 'rural'", "NOT milieu = 'rural'", "milieu LIKE '%'"):
        assert "M-010" not in find(api, cast.admin, text), text
    assert find(api, cast.admin, "milieu IS NULL") == {"M-010"}


def test_shapes_of_a_filter_may_be_in_metres(scattered, cast, api):
    shape = BOX.clone()
    shape.srid = 4326
    west, south, east, north = shape.transform(3857, clone=True).extent
    query = {
        "filter": f"S_INTERSECTS(geometry, BBOX({west},{south},{east},{north}))",
        "filter-crs": "http://www.opengis.net/def/crs/EPSG/0/3857",
        "limit": 1000,
    }
    found = json.loads(api(cast.admin).get(ITEMS, query).content)["features"]
    expected = find(api, cast.admin, "S_INTERSECTS(geometry, BBOX(-15.6, 12.6, -15.2, 12.8))")
    assert {feature["properties"]["codeMenage"] for feature in found} == expected
    for shape_text in (
        "BBOX(12.6, -15.6, 12.8, -15.2)",
        "POLYGON((12.6 -15.6,12.6 -15.2,12.8 -15.2,12.8 -15.6,12.6 -15.6))",
    ):
        query["filter"] = f"S_INTERSECTS(geometry, {shape_text})"
        query["filter-crs"] = "http://www.opengis.net/def/crs/EPSG/0/4326"
        found = json.loads(api(cast.admin).get(ITEMS, query).content)["features"]
        assert {feature["properties"]["codeMenage"] for feature in found} == expected


def test_a_shape_outside_its_system_and_a_count_that_fails_are_refused(scattered, cast, api):
    query = {"filter-crs": "http://www.opengis.net/def/crs/EPSG/0/32628"}
    query["filter"] = "S_INTERSECTS(geometry, POINT(100000000 100000000))"
    assert api(cast.admin).get(ITEMS, query).status_code == 400
    # The first row is written before the one that cannot be computed is met by the count.
    worst = {"filter": "1 / (scorePmt - 50) < 5", "limit": 1}
    assert api(cast.admin).get(ITEMS, worst).status_code == 400


@walk_cases(
    "text",
    [
        "",
        "((((1",
        "scorePmt",
        "scorePmt <",
        "inconnu = 1",
        "scorePmt = 'dix'",
        "milieu < 5",
        "id = 'abc'",
        "codeMenage LIKE 5",
        "codeMenage LIKE 'a\\'",
        "scorePmt IN ('a')",
        "scorePmt > 1e300",
        "scorePmt / 0 = 1",
        "(scorePmt + 10) ^ 1000 > 5",
        "milieu + 1 = 2",
        "geometry = 'x'",
        "geometry IS NULL",
        "S_INTERSECTS(geometry, POLYGON((0 0,1 1,1 0,0 1,0 0)))",
        "S_WITHIN(geometry, GEOMETRYCOLLECTION(POINT(1 2)))",
        "S_INTERSECTS(geometry, POINT(181 12))",
        "S_INTERSECTS(geometry, GEOMETRYCOLLECTION(POINT(1 2), POINT(1 91)))",
        "S_INTERSECTS(geometry, geometry)",
        "S_INTERSECTS(POINT(1 2), POINT(1 2))",
        "S_INTERSECTS(geometry, 5)",
        "T_AFTER(scorePmt, DATE('2020-01-01'))",
        "taille(scorePmt) = 1",
        "a'; DROP TABLE registry_household; --",
        "(" * 60 + "eligible" + ")" * 60,
        "NOT " * 600 + "eligible",
        "scorePmt" + " + 1" * 200 + " > 5",
        "scorePmt" + "+1" * 9_000 + ">5",
        "scorePmt" + "=1" * 9_000,
        "NOT " * 4_000 + "eligible",
        "2" + " ^ 1" * 60 + " > 5",
        " AND ".join(["scorePmt > 1"] * 5000),
    ],
)
def test_a_wrong_filter_is_refused_with_its_reason(scattered, cast, api, text):
    answer = api(cast.admin).get(ITEMS, {"filter": text})
    assert answer.status_code == 400, answer.content
    assert "filter: " in json.loads(answer.content)["description"]


def test_a_long_chain_is_computed(scattered, cast, api):
    assert len(find(api, cast.admin, " OR ".join(f"scorePmt = {number}" for number in range(60)))) == 58


@walk_cases(
    "text",
    [
        "{",
        "[]",
        "5",
        '{"op":"and"}',
        '{"op":"and","args":[]}',
        '{"op":"=","args":[{"property":"scorePmt"}]}',
        '{"op":"=","args":[{"property":"scorePmt"},NaN]}',
        '{"op":"not","args":[]}',
        '{"op":"in","args":[{"property":"scorePmt"},5]}',
        '{"op":"in","args":[{"property":"milieu"},"rural"]}',
        '{"op":"s_intersects","args":[{"property":"geometry"},{"type":"Rien","coordinates":[1,2]}]}',
        '{"op":"s_intersects","args":[{"property":"geometry"},{"type":"Point","coordinates":"x"}]}',
        '{"op":"s_intersects","args":[{"property":"geometry"},{"bbox":5}]}',
        '{"op":"s_intersects","args":[{"property":"geometry"},{"bbox":["a","b","c","d"]}]}',
        "[" * 90 + "]" * 90,
    ],
)
def test_wrong_json_is_refused(scattered, cast, api, text):
    answer = api(cast.admin).get(ITEMS, {"filter": text, "filter-lang": "cql2-json"})
    assert answer.status_code == 400, answer.content
