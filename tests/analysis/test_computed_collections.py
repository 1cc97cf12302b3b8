"""Density and coverage as collections of OGC API: the figures of their endpoints, with parameters, boxes and pages."""

import json

import pytest
from django.contrib.gis.geos import Point

from geo.facilities.models import School
from registry.households.models import Household

ITEMS = "/ogc/collections/{}/items"


@pytest.fixture
def homes(country):
    """Two homes beside a school of the west, one far away in the east."""
    places = [(country.west, -15.50, 12.60), (country.west, -15.501, 12.60), (country.east, -14.60, 12.20)]
    for number, (region, lon, lat) in enumerate(places):
        sector = country.north if region == country.west else country.cosse
        Household.objects.create(
            code_menage=f"O-{number}", taille_menage=3, region=region, secteur=sector, geom=Point(lon, lat, srid=4326)
        )
    School.objects.create(nom="École", region=country.west, geom=Point(-15.5, 12.6, srid=4326))
    return country


def read(client, name, **query):
    answer = client.get(ITEMS.format(name), query)
    assert answer.status_code == 200, answer.content
    return json.loads(answer.content)


def test_density_has_parameters_boxes_and_pages(homes, cast, api):
    client = api(cast.admin)
    every = read(client, "densite", cellule=5000, mode="carre", limit=1)
    assert (every["numberMatched"], every["numberReturned"]) == (2, 1)
    following = next(link["href"] for link in every["links"] if link["rel"] == "next")
    cells = every["features"] + json.loads(client.get(following).content)["features"]
    told = client.get("/api/carte/analyse/densite", {"cellule": 5000, "mode": "carre"}).json()["data"]["features"]
    assert [(each["geometry"], each["properties"]) for each in cells] == [
        (each["geometry"], each["properties"]) for each in told
    ]
    there = read(client, "densite", cellule=5000, mode="carre", bbox="-15,12,-14,12.5")
    assert [each["id"] for each in there["features"]] == [cells[1]["id"]]
    one = client.get(f"{ITEMS.format('densite')}/{cells[1]['id']}", {"cellule": 5000, "mode": "carre"})
    assert json.loads(one.content)["properties"] == cells[1]["properties"]
    assert client.get(f"{ITEMS.format('densite')}/0_0").status_code == 404
    assert read(api(cast.agent_west), "densite")["numberMatched"] == 1


def test_coverage_is_that_of_its_endpoint(homes, cast, api):
    client = api(cast.admin)
    zones = read(client, "couverture", niveau="region", rayon=2000)["features"]
    covered = {each["properties"]["nom"]: each["properties"]["taux"] for each in zones}
    assert covered == {homes.west.nom: 100.0, homes.east.nom: 0.0}
    here = read(client, "couverture", niveau="region", rayon=2000, region=str(homes.west.id))["features"]
    assert [each["id"] for each in here] == [str(homes.west.id)]


def test_what_a_computed_collection_does_not_take_is_refused(homes, cast, api):
    client = api(cast.admin)
    utm = "http://www.opengis.net/def/crs/EPSG/0/32628"
    for query in ({"filter": "count > 1"}, {"crs": utm}, {"cellule": 3}, {"type": "nuages"}, {"autre": "1"}):
        answer = client.get(ITEMS.format("densite"), query)
        assert answer.status_code == 400 and next(iter(query)) in json.loads(answer.content)["description"], query
    for path in ("/ogc/collections/densite/queryables", "/ogc/collections/densite/tiles"):
        assert client.get(path).status_code == 404
    assert api(cast.vbg).get(ITEMS.format("densite")).status_code == 403
    page = client.get("/ogc/collections/couverture", {"f": "html"})
    assert page.status_code == 200 and b"rayon" in page.content
