"""Pages of features: what is asked for, in the order and the reference system that are asked for."""

import json

import pytest
from django.contrib.gis.geos import Point

from registry.households.models import Household
from tests.cases import walk_cases

ITEMS = "/ogc/collections/menages/items"
EPSG = "http://www.opengis.net/def/crs/EPSG/0/{}"


def read(api, user, **query):
    answer = api(user).get(ITEMS, query)
    assert answer.status_code == 200, answer.content
    return json.loads(answer.content)


def codes(page):
    return [feature["properties"]["codeMenage"] for feature in page["features"]]


def find_link(page, rel):
    return next((link["href"] for link in page["links"] if link["rel"] == rel), None)


def test_pages_follow_their_links_over_every_feature_once(scattered, cast, api):
    page = read(api, cast.admin, limit=30)
    assert (page["numberMatched"], page["numberReturned"]) == (88, 30)
    found = codes(page)
    while link := find_link(page, "next"):
        page = json.loads(api(cast.admin).get(link).content)
        found += codes(page)
        assert "numberMatched" not in page
    assert sorted(found) == [f"M-{number:03}" for number in range(2, 90)]


def test_another_order_pages_by_offset(scattered, cast, api):
    page = read(api, cast.admin, limit=50, sortby="-scorePmt")
    found = codes(page) + codes(json.loads(api(cast.admin).get(find_link(page, "next")).content))
    assert found == [f"M-{number:03}" for number in range(89, 1, -1)]


def test_an_empty_or_full_last_page_has_no_next(scattered, cast, api):
    assert find_link(read(api, cast.admin, limit=88), "next") is None
    empty = read(api, cast.admin, codeMenage="X")
    assert (empty["features"], empty["numberMatched"], find_link(empty, "next")) == ([], 0, None)


def test_the_scope_is_the_callers(scattered, cast, api):
    seen = read(api, cast.agent_east, limit=1000)
    assert seen["numberMatched"] == 30
    hidden = Household.objects.filter(region=scattered.country.west, geom__isnull=False).first()
    assert api(cast.agent_east).get(f"{ITEMS}/{hidden.id}").status_code == 404
    filtered = read(api, cast.agent_east, filter=f"codeMenage = '{hidden.code_menage}' OR 1 = 1", limit=1000)
    assert filtered["numberMatched"] == 30


def test_one_feature_is_that_of_the_page(scattered, cast, api):
    listed = read(api, cast.admin, codeMenage="M-002")["features"][0]
    answer = api(cast.admin).get(f"{ITEMS}/{listed['id']}")
    one = json.loads(answer.content)
    assert {name: one[name] for name in listed} == listed
    assert {link["rel"] for link in one["links"]} == {"self", "alternate", "collection"}
    assert answer["Content-Crs"] == "<http://www.opengis.net/def/crs/OGC/1.3/CRS84>"


def test_coordinates_are_in_the_system_that_is_asked_for(scattered, cast, api):
    household = Household.objects.get(code_menage="M-002")
    for srid, digits, is_swapped in ((4326, 6, True), (3857, 2, False), (32628, 2, False)):
        page = read(api, cast.admin, codeMenage="M-002", crs=EPSG.format(srid))
        point = household.geom.transform(srid, clone=True) if srid != 4326 else household.geom
        expected = (point.y, point.x) if is_swapped else (point.x, point.y)
        found = page["features"][0]["geometry"]
        assert found["coordinates"] == pytest.approx(expected, abs=10**-digits)
        assert "crs" not in found


def test_a_box_in_another_system_finds_what_lies_in_it(scattered, cast, api):
    for srid in (3857, 32628):
        low, high = (Point(*place, srid=4326).transform(srid, clone=True) for place in ((-15.6, 12.6), (-15.2, 12.8)))
        box = f"{low.x},{low.y},{high.x},{high.y}"
        found = codes(read(api, cast.admin, bbox=box, limit=1000, **{"bbox-crs": EPSG.format(srid)}))
        degrees = codes(read(api, cast.admin, bbox="-15.6,12.6,-15.2,12.8", limit=1000))
        # A straight edge of one system is a curve in the other: the box in degrees around it is a little larger.
        assert degrees and set(degrees) <= set(found)
        assert len(found) - len(degrees) <= 3
    swapped = read(api, cast.admin, bbox="12.6,-15.6,12.8,-15.2", limit=1000, **{"bbox-crs": EPSG.format(4326)})
    assert codes(swapped) == codes(read(api, cast.admin, bbox="-15.6,12.6,-15.2,12.8", limit=1000))


def test_six_numbers_are_a_box_with_heights(scattered, cast, api):
    high = read(api, cast.admin, bbox="-15.6,12.6,0,-15.2,12.8,100", limit=1000)
    assert codes(high) == codes(read(api, cast.admin, bbox="-15.6,12.6,-15.2,12.8", limit=1000))


def test_time_limits_by_the_day_of_the_interview(scattered, cast, api):
    Household.objects.filter(code_menage="M-010").update(date_collecte="2025-03-01T10:00:00Z")
    Household.objects.filter(code_menage="M-011").update(date_collecte="2025-03-02T00:00:00Z")
    expected = {
        "2025-03-01": ["M-010"],
        "2025-03-01/2025-03-02": ["M-010", "M-011"],
        "2025-03-01T10:00:00Z": ["M-010"],
        "2025-03-01T10:00:01Z/..": ["M-011"],
        "../2025-03-01": ["M-010"],
        "/2024-12-31": [],
    }
    assert {text: sorted(codes(read(api, cast.admin, datetime=text))) for text in expected} == expected


@walk_cases(
    ("query", "parameter"),
    [
        ({"bbox": "ici"}, "bbox"),
        ({"bbox": "1,2,3"}, "bbox"),
        ({"bbox": "1,2,3,4,5"}, "bbox"),
        ({"bbox": "nan,1,2,3"}, "bbox"),
        ({"bbox": "-200,1,2,3"}, "bbox"),
        ({"bbox": "-15,13,-14,12"}, "bbox"),
        ({"bbox": "1e300,0,1e301,1", "bbox-crs": EPSG.format(3857)}, "bbox"),
        ({"bbox-crs": "EPSG:4326", "bbox": "1,2,3,4"}, "bbox-crs"),
        ({"crs": EPSG.format(2000)}, "crs"),
        ({"limit": "0"}, "limit"),
        ({"limit": "-1"}, "limit"),
        ({"limit": "x"}, "limit"),
        ({"offset": "-1"}, "offset"),
        ({"offset": "99999999999999999999"}, "offset"),
        ({"apres": "x"}, "apres"),
        ({"datetime": "hier"}, "datetime"),
        ({"datetime": "../.."}, "datetime"),
        ({"datetime": "2025-02-30"}, "datetime"),
        ({"datetime": "2026-01-01/2025-01-01"}, "datetime"),
        ({"sortby": "nom"}, "sortby"),
        ({"scorePmt": "NaN"}, "scorePmt"),
        ({"eligible": "oui"}, "eligible"),
        ({"id": "1"}, "id"),
        ({"inconnu": "1"}, "inconnu"),
        ({"f": "xml"}, "f"),
    ],
)
def test_a_wrong_parameter_is_named(scattered, cast, api, query, parameter):
    answer = api(cast.admin).get(ITEMS, query)
    assert answer.status_code == 400
    body = json.loads(answer.content)
    assert body["code"] == "VALIDATION_ERROR"
    assert f"{parameter}: " in body["description"]


def test_a_limit_beyond_the_most_is_cut(scattered, cast, api, settings):
    assert read(api, cast.admin, limit=10**9)["numberReturned"] == 88
