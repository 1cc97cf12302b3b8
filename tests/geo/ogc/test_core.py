"""The abstract tests of OGC API - Features - Part 1: Core (17-069r4, annex A.2), one by one, by the requirement they test.

`ogctests`, a suite that others have written, holds the same against a running service: decision 0107 says what it found.
"""

import json
from collections.abc import Callable
from datetime import date

import pytest

from tests.cases import walk_cases

CRS84 = "http://www.opengis.net/def/crs/OGC/1.3/CRS84"
CORE = "http://www.opengis.net/spec/ogcapi-features-1/1.0/conf/core"
ITEMS = "/ogc/collections/menages/items"
BOX = (-15.7, 12.6, -15.2, 12.8)
CHECKS: dict[tuple[int, str], Callable] = {}


def check(number, name):
    """Register the check of a requirement."""

    def register(function):
        CHECKS[number, name] = function
        return function

    return register


def read(client, path, status=200, **query):
    answer = client.get(path, query)
    assert answer.status_code == status, (path, query, answer.content[:300])
    return json.loads(answer.content)


def find_link(document, rel):
    return next(link for link in document["links"] if link["rel"] == rel)


def find_parameter(client, name):
    """A parameter of the list of features, as the definition describes it, and its schema."""
    definition = read(client, "/ogc/api")
    sent = definition["paths"]["/collections/menages/items"]["get"]["parameters"]
    for each in sent:
        if "$ref" in each:
            each = definition["components"]["parameters"][each["$ref"].rpartition("/")[2]]
        if each["name"] == name:
            return each
    raise AssertionError(f"no parameter {name}")


@check(1, "root-op")
@check(2, "root-success")
def check_landing_page(client):
    for path in ("/ogc", "/ogc/"):
        page = read(client, path)
        assert {"service-desc", "conformance", "data"} <= {link["rel"] for link in page["links"]}


@check(3, "api-definition-op")
@check(4, "api-definition-success")
def check_definition(client):
    link = find_link(read(client, "/ogc"), "service-desc")
    assert link["type"] == "application/vnd.oai.openapi+json;version=3.0"
    found = client.get(link["href"])
    assert found["Content-Type"] == link["type"]
    document = json.loads(found.content)
    assert document["openapi"].startswith("3.0.") and document["info"]["title"] and document["paths"]


@check(5, "conformance-op")
@check(6, "conformance-success")
def check_conformance(client):
    assert CORE in read(client, "/ogc/conformance")["conformsTo"]


@check(7, "http")
def check_http(client):
    assert client.get("/ogc").status_code == 200
    assert client.get("/ogc/collections/nothing").status_code == 404
    assert client.delete("/ogc").status_code == 405


@check(8, "query-param-unknown")
def check_unknown_parameter(client):
    for path in ("/ogc", "/ogc/conformance", "/ogc/collections", ITEMS):
        read(client, path, status=400, unknownQueryParameter="1")


@check(9, "query-param-invalid")
def check_invalid_parameter(client):
    for query in ({"limit": "-1"}, {"limit": "many"}, {"bbox": "1,2"}, {"bbox": "a,b,c,d"}, {"datetime": "yesterday"}):
        read(client, ITEMS, status=400, **query)


@check(10, "crs84")
def check_coordinates(client):
    found = client.get(ITEMS, {"limit": 5})
    assert found["Content-Crs"] == f"<{CRS84}>"
    for feature in json.loads(found.content)["features"]:
        longitude, latitude = (feature["geometry"] or {"coordinates": (-15, 12)})["coordinates"]
        assert -17 < longitude < -13 and 10 < latitude < 13


@check(11, "fc-md-op")
@check(12, "fc-md-success")
@check(13, "fc-md-links")
def check_collections(client):
    found = read(client, "/ogc/collections")
    assert find_link(found, "self")["type"] == "application/json" and find_link(found, "alternate")
    assert all({"rel", "type", "href"} <= link.keys() for link in found["links"])


@check(14, "fc-md-items")
@check(15, "fc-md-items-links")
@check(16, "fc-md-extent")
def check_listed_collections(client):
    for each in read(client, "/ogc/collections")["collections"]:
        assert each["id"] and find_link(each, "items")["type"] == "application/geo+json"
        for west, south, east, north in each.get("extent", {}).get("spatial", {}).get("bbox", []):
            assert west <= east and south <= north


@check(17, "sfc-md-op")
@check(18, "sfc-md-success")
def check_each_collection(client):
    for each in read(client, "/ogc/collections")["collections"]:
        single = read(client, f"/ogc/collections/{each['id']}")
        for name in ("id", "title", "description", "extent", "itemType", "crs"):
            assert single.get(name) == each.get(name)


@check(19, "fc-op")
def check_list_of_features(client):
    for each in read(client, "/ogc/collections")["collections"]:
        assert read(client, f"/ogc/collections/{each['id']}/items", limit=1)["type"] == "FeatureCollection"


@check(20, "fc-limit-definition")
def check_limit_is_defined(client):
    found = find_parameter(client, "limit")
    assert (found["in"], found.get("required", False)) == ("query", False)
    assert found["schema"]["type"] == "integer" and found["schema"]["minimum"] == 1
    assert found["schema"]["default"] <= found["schema"]["maximum"]


@check(21, "fc-limit-response-1")
def check_limit(client):
    for limit in (1, 7):
        assert len(read(client, ITEMS, limit=limit)["features"]) == limit


@check(22, "fc-bbox-definition")
def check_box_is_defined(client):
    found = find_parameter(client, "bbox")
    assert found["in"] == "query" and found["schema"]["type"] == "array" and found["explode"] is False
    assert found["schema"]["items"]["type"] == "number"


@check(23, "fc-bbox-response")
def check_box(client):
    west, south, east, north = BOX
    everything = read(client, ITEMS, limit=1000)["features"]
    inside = {
        feature["id"]
        for feature in everything
        if feature["geometry"]
        and west <= feature["geometry"]["coordinates"][0] <= east
        and south <= feature["geometry"]["coordinates"][1] <= north
    }
    sent = ",".join(map(str, BOX))
    found = read(client, ITEMS, limit=1000, bbox=sent)["features"]
    assert inside and {feature["id"] for feature in found} == inside


@check(24, "fc-time-definition")
def check_time_is_defined(client):
    found = find_parameter(client, "datetime")
    assert found["in"] == "query" and found["schema"]["type"] == "string" and not found.get("required", False)


@check(25, "fc-time-response")
def check_time(client):
    whole = read(client, ITEMS, limit=1000)["numberReturned"]
    assert read(client, ITEMS, limit=1000, datetime=f"../{date.max.year}-01-01T00:00:00Z")["numberReturned"] <= whole
    assert read(client, ITEMS, datetime="1900-01-01T00:00:00Z/1900-12-31T00:00:00Z")["numberReturned"] == 0


@check(26, "fc-response")
@check(27, "fc-links")
@check(28, "fc-rel-type")
def check_response(client):
    found = read(client, ITEMS, limit=3)
    assert {"self", "alternate", "next"} <= {link["rel"] for link in found["links"]}
    assert all(link["rel"] and link["type"] for link in found["links"])
    seen = [feature["id"] for feature in found["features"]]
    following = read(client, find_link(found, "next")["href"])["features"]
    assert following and not {feature["id"] for feature in following} & set(seen)


@check(29, "fc-timeStamp")
@check(30, "fc-numberMatched")
@check(31, "fc-numberReturned")
def check_numbers(client):
    found = read(client, ITEMS, limit=4)
    assert found["timeStamp"].endswith("Z") and found["numberReturned"] == len(found["features"]) == 4
    assert found["numberMatched"] == len(read(client, ITEMS, limit=1000)["features"])


@check(32, "f-op")
@check(33, "f-success")
@check(34, "f-links")
def check_feature(client):
    listed = read(client, ITEMS, limit=1)["features"][0]
    found = read(client, f"{ITEMS}/{listed['id']}")
    assert all(found[name] == listed[name] for name in ("id", "type", "geometry", "properties"))
    assert {"self", "alternate", "collection"} <= {link["rel"] for link in found["links"]}


def test_every_requirement_of_the_core_has_a_check():
    assert sorted(number for number, _name in CHECKS) == list(range(1, 35))


@walk_cases("requirement", list(CHECKS))
@pytest.mark.django_db
def test_a_requirement_of_the_core_holds(scattered, cast, api, requirement):
    CHECKS[requirement](api(cast.admin))


def test_filterable_features_name_their_queryables_in_the_header(scattered, cast, api):
    """Part 3, /conf/queryables/get-queryables-uris."""
    links = api(cast.admin).get(ITEMS, {"limit": 1})["Link"]
    assert '/ogc/collections/menages/queryables>; rel="http://www.opengis.net/def/rel/ogc/1.0/queryables"' in links
