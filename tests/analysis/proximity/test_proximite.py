"""POST /api/carte/analyse/proximite."""

import numpy as np
import pytest

from analysis.proximity.distances.circle_cover import compute_cover
from analysis.proximity.distances.planar_measure import compute_planar_measure
from analysis.proximity.distances.service_index import WGS84
from analysis.proximity.queries import count_households_around
from registry.households.models import Household
from tests.analysis.proximity.world import households, run, services
from tests.cases import walk_cases

PATH = "/api/carte/analyse/proximite"
HERE = {"lat": 12.75, "lng": -15.5, "radius": 5000, "types": ["menages"]}


def within(lon, lat, radius, regions=None):
    """The count by measuring every household."""
    return run(
        """SELECT count(*) FROM registry_menage WHERE ST_Distance(geom::geography, ST_SetSRID(ST_MakePoint(%s, %s), 4326)::geography)
           <= %s AND (%s::uuid[] IS NULL OR region_id = ANY (%s::uuid[]))""",
        lon,
        lat,
        radius,
        regions,
        regions,
    )[0][0]


@pytest.fixture
def town(country):
    """A town of 3,000 households across the border of the two regions, in each the half of it."""
    run("SELECT setseed(0.5)")
    households(2000, "V", (-15.03, 12.47, -14.97, 12.53))
    households(1000, "C", (-15.003, 12.497, -14.997, 12.503))
    run(
        "UPDATE registry_menage SET region_id = CASE WHEN ST_X(geom) < -15 THEN %s ELSE %s END, secteur_id = NULL",
        country.west.id,
        country.east.id,
    )
    return country


@walk_cases("place", [(-15.0, 12.5), (-15.02, 12.49), (-14.6, 12.5)])
def test_count_is_exact(town, cast, place):
    west = [town.west.id]
    for radius in (3, 40, 300, 1111.1, 2999, 3001, 4000, 19_000, 25_000, 100_000):
        assert count_households_around(cast.admin, *place, radius) == within(*place, radius), radius
        assert count_households_around(cast.reader_west, *place, radius) == within(*place, radius, west), radius
        assert count_households_around(cast.stranger, *place, radius) == 0


@pytest.mark.parametrize("place", [(180.0, 0.0), (-179.999, -35.0), (0.0, 83.5), (0.0, 89.9), (25.0, -90.0)])
def test_count_across_the_antimeridian_and_at_the_poles(cast, place):
    run(
        """INSERT INTO registry_menage (code_menage, taille_menage, geom)
           SELECT 'P' || n, 1, ST_Project(ST_SetSRID(ST_MakePoint(%s, %s), 4326)::geography, n * 111, n)::geometry
           FROM generate_series(1, 600) AS n""",
        *place,
    )
    for radius in (900, 10_000, 60_000):
        assert count_households_around(cast.admin, *place, radius) == within(*place, radius) > 0


def test_most_households_are_counted_without_measuring():
    found = compute_cover(-15.0, 12.5, 5000)
    # The circle has 950 cells of 300 m, its rim crosses some 130.
    assert (found.whole17[:, 2] - found.whole17[:, 1] + 1).sum() > 300
    assert 100 < ((found.rim[:, 1] - found.rim[:, 0] + 1) / 64).sum() < 200


@pytest.mark.parametrize("lat", [0.0, -0.03, 12.3, -47.0, 66.5, 83.9])
def test_the_flat_measure_is_right_and_leaves_little(lat):
    chance = np.random.default_rng(7)
    for metres in (3.0, 300.0, 5_000.0, 100_000.0):
        measure = compute_planar_measure(-15.0, lat, metres)
        turn, far = chance.uniform(0, 360, 5000), metres * chance.uniform(0.5, 1.5, 5000)
        lon, at, _back = WGS84.fwd(np.full(5000, -15.0), np.full(5000, lat), turn, far)
        found = (lon + 15.0) ** 2 * measure.east + (at - lat) ** 2 * measure.north
        assert (far[found < measure.within] <= metres).all()
        assert (far[found >= measure.beyond] > metres).all()
        unknown = ((found >= measure.within) & (found < measure.beyond)).mean()
        # A degree of longitude changes fast near the poles.
        assert unknown < 0.01 + 4 * metres / 6_335_000 / np.cos(np.radians(lat))


def test_a_circle_over_the_antimeridian_or_a_pole_is_not_judged_flat():
    for lon, lat in ((179.99, 10.0), (0.0, 89.99)):
        measure = compute_planar_measure(lon, lat, 5_000)
        assert measure.within < 360**2 * measure.east < measure.beyond


def test_items_are_the_nearest_by_metres(town, cast, api):
    answer = api(cast.admin).post(PATH, HERE | {"lat": 12.5, "lng": -15.0, "limit": 50})
    data = answer.json()["data"]["menages"]
    nearest = run(
        """SELECT id::text, code_menage, round(ST_Distance(geom::geography, 'SRID=4326;POINT(-15 12.5)'::geography)::numeric, 1)
           FROM registry_menage WHERE geom IS NOT NULL
           ORDER BY ST_Distance(geom::geography, 'SRID=4326;POINT(-15 12.5)'::geography), id LIMIT 50"""
    )
    assert [(item["id"], item["codeMenage"], item["distance"]) for item in data["items"]] == [
        (identity, code, float(metres)) for identity, code, metres in nearest
    ]
    assert data["count"] == within(-15, 12.5, 5000) == 2700
    assert set(data["items"][0]) == {"id", "codeMenage", "latitude", "longitude", "categoriePauvrete", "distance"}


def test_items_far_north_where_degrees_mislead(cast, api):
    """At 70 degrees a degree of longitude is a third of one of latitude."""
    for code, lon, lat in (("EAST", 20.05, 70), ("NORTH", 20, 70.03)):
        run(
            "INSERT INTO registry_menage (code_menage, taille_menage, geom) VALUES (%s, 1, ST_SetSRID(ST_MakePoint(%s, %s), 4326))",
            code,
            lon,
            lat,
        )
    answer = api(cast.admin).post(PATH, HERE | {"lat": 70, "lng": 20, "limit": 1})
    data = answer.json()["data"]["menages"]
    assert data["count"] == 2
    assert [(item["codeMenage"], item["distance"]) for item in data["items"]] == [("EAST", 1909.3)]


def test_places_within_the_radius(cast, api, country):
    run(
        "INSERT INTO geo_ecole (nom, type, region_id, geom) VALUES ('A', 'publique', %s, 'SRID=4326;POINT(-15.5 12.76)'),"
        " ('B', '', %s, 'SRID=4326;POINT(-15.5 12.79)'), ('C', '', NULL, 'SRID=4326;POINT(-15.5 12.751)')",
        country.west.id,
        country.west.id,
    )
    body = HERE | {"types": ["ecoles", "points_eau", "services_vbg", "polices_judiciaires", "services_sante"]}
    data = api(cast.admin).post(PATH, body).json()["data"]
    assert {name: found["count"] for name, found in data.items()} == {
        "ecoles": 3,
        "points_eau": 0,
        "services_vbg": 0,
        "polices_judiciaires": 0,
        "services_sante": 0,
    }
    # A hundredth of a degree of latitude at 12.75 degrees north.
    assert [(item["nom"], item["distance"]) for item in data["ecoles"]["items"]] == [
        ("C", 110.6),
        ("A", 1106.3),
        ("B", 4425.1),
    ]
    assert data["ecoles"]["items"][1]["typeLabel"] == "École publique"
    assert data["ecoles"]["items"][2]["type"] == "ecole"
    seen = api(cast.reader_west).post(PATH, body | {"limit": 1}).json()["data"]["ecoles"]
    assert (seen["count"], [item["nom"] for item in seen["items"]]) == (2, ["A"])
    assert api(cast.agent_east).post(PATH, body).json()["data"]["ecoles"] == {"count": 0, "items": []}


def test_a_radius_is_metres_not_degrees(cast, api, country):
    """1,000 degrees would be the whole world."""
    services("geo_ecole", 30, (-15.0, 12.0, -14.0, 13.0))
    body = {"lat": 12.75, "lng": -15.5, "radius": 1000, "types": ["ecoles"]}
    assert api(cast.admin).post(PATH, body).json()["data"]["ecoles"]["count"] == 0


BAD = [
    ({"lat": -115.5, "lng": 12.75}, "lat"),
    ({"lat": 90.1}, "lat"),
    ({"lng": 180.5}, "lng"),
    ({"lat": "x"}, "lat"),
    ({"lat": True}, "lat"),
    ({"lat": None}, "lat"),
    ({"lat": "NaN"}, "lat"),
    ({"lng": "Infinity"}, "lng"),
    ({"lat": 10**400}, ""),
    ({"radius": 0}, "radius"),
    ({"radius": -1}, "radius"),
    ({"radius": 100_001}, "radius"),
    ({"radius": "NaN"}, "radius"),
    ({"types": ["bateaux"]}, "types[0]"),
    ({"types": []}, "types"),
    ({"types": "menages"}, "types"),
    ({"types": None}, "types"),
    ({"limit": 0}, "limit"),
    ({"limit": 1001}, "limit"),
    ({"limit": 2.5}, "limit"),
    ({"limit": True}, "limit"),
]


def test_bad_input_is_refused(cast, api):
    caller = api(cast.admin)
    for change, field in BAD:
        assert_refused(caller, change, field)


def assert_refused(caller, change, field):
    answer = caller.post(PATH, HERE | change)
    assert answer.status_code == 400, answer.content
    assert answer.json()["code"] == "VALIDATION_ERROR"
    assert any(name.startswith(field.split("[")[0]) for name in answer.json()["details"])


def test_not_a_number_in_the_body_is_refused(cast, api):
    raw = '{"lat": NaN, "lng": -15.5, "radius": 1000, "types": ["menages"]}'
    assert api(cast.admin).post(PATH, raw).status_code == 400
    for missing in HERE:
        body = {name: value for name, value in HERE.items() if name != missing}
        assert missing in api(cast.admin).post(PATH, body).json()["details"]


def test_who_may(cast, api):
    assert api().post(PATH, HERE).status_code == 401
    assert api(cast.stranger).post(PATH, HERE).json()["data"] == {"menages": {"count": 0, "items": []}}
    assert Household.objects.count() == 0
