"""Tiles: what is in them, for whom, and when they are made again."""

import math

import pytest

from accounts.jobs.models import Job
from config.ids import uuid7
from geo.layers.tiles import views as tiles
from registry.households.models import Household
from tests.cases import walk_cases
from tests.geo.layers import mvt


def tile_of(lon, lat, z):
    n = 1 << z
    return int((lon + 180) / 360 * n), int((1 - math.asinh(math.tan(math.radians(lat))) / math.pi) / 2 * n)


def around(z, west=-16.0, south=12.0, east=-14.0, north=13.0):
    """Every tile of a zoom over the country of the tests."""
    left, top = tile_of(west, north, z)
    right, bottom = tile_of(east, south, z)
    return [(x, y) for x in range(left, right + 1) for y in range(top, bottom + 1)]


def features(caller, couche, z, x, y, **query):
    answer = caller.get(f"/api/carte/tuiles/{couche}/{z}/{x}/{y}.mvt", query)
    assert answer.status_code in (200, 204), answer.content
    if answer.status_code == 204:
        assert answer.content == b""
        return []
    assert answer["Content-Type"] == "application/vnd.mapbox-vector-tile"
    return mvt.layers(answer.content)[couche]


def whole_zoom(caller, z, **query):
    return [item for x, y in around(z) for item in features(caller, "menages", z, x, y, **query)]


@walk_cases("z", [0, 6, 9, 11])
def test_groups_of_a_zoom_add_up_to_every_household(scattered, cast, api, z):
    found = [item["properties"] for item in whole_zoom(api(cast.admin), z)]
    assert sum(item["nombre"] for item in found) == 88
    for item in found:
        kinds = ("extreme_pauvre", "pauvre", "vulnerable", "non_pauvre")
        assert sum(item[kind] for kind in kinds) == item["nombre"]
    scored = sum(item["scorePmtMoyen"] * item["nombre"] for item in found)
    assert scored == pytest.approx(sum(range(2, 90)), abs=0.5)


def test_groups_obey_scope_and_filters(scattered, cast, api):
    def count(user, **query):
        return sum(item["properties"]["nombre"] for item in whole_zoom(api(user), 7, **query))

    east = str(scattered.country.east.id)
    assert count(cast.agent_west) == 58
    assert count(cast.agent_west, region=east) == 0
    assert count(cast.stranger) == 0
    assert count(cast.admin, region=east) == 30
    assert count(cast.admin, categorie="pauvre,vulnerable", eligible="true") == 25
    # The cells keep no locality: the same groups are made from the households.
    assert count(cast.admin, localite=str(scattered.country.cutia.id)) == 58
    assert count(cast.agent_west, localite=str(scattered.country.galomaro.id)) == 0


def test_a_group_stands_at_the_mean_position(scattered, cast, api):
    Household.objects.all().delete()
    for code, lon in (("A", -15.50001), ("B", -15.50003)):
        Household.objects.create(
            code_menage=code, taille_menage=1, region=scattered.country.west, geom=f"SRID=4326;POINT({lon} 12.60001)"
        )
    x, y = tile_of(-15.50002, 12.60001, 13)
    (only,) = features(api(cast.admin), "menages", 13, x, y)
    assert only["properties"]["nombre"] == 2
    expected = ((-15.50002 + 180) / 360 * (1 << 13) - x) * 4096
    assert only["at"][0] == pytest.approx(expected, abs=1)
    assert "scorePmtMoyen" not in only["properties"]


def test_groups_on_both_sides_of_a_border_of_cells_stand_apart(scattered, cast, api):
    """Each lies with its circle in its own cell, a sixteenth of the tile: circles would cover one another's numbers."""
    Household.objects.all().delete()
    border = (int((-15.5 + 180) / 360 * (1 << 13)) | 1) / (1 << 13) * 360 - 180
    for side in (-0.00001, 0.00001):
        Household.objects.create(
            code_menage=f"S{side}",
            taille_menage=1,
            region=scattered.country.west,
            geom=f"SRID=4326;POINT({border + side} 12.6)",
        )
    places = [item["at"][0] for item in whole_zoom(api(cast.admin), 9)]
    assert len(places) == 2
    assert 2 * 7 * 4096 / 512 < abs(places[0] - places[1]) < 4096 / 16


def test_single_households_at_high_zoom(scattered, cast, api):
    home = Household.objects.get(code_menage="M-005")
    found = features(api(cast.admin), "menages", 15, *tile_of(home.geom.x, home.geom.y, 15))
    (one,) = [item for item in found if item["properties"]["codeMenage"] == "M-005"]
    assert one["properties"] == {
        "id": str(home.id),
        "codeMenage": "M-005",
        "categoriePauvrete": "pauvre",
        "scorePmt": 5.0,
        "eligible": True,
        "milieu": "rural",
        "tailleMenage": 6,
    }
    assert 0 < one["id"] < 2**53
    assert features(api(cast.agent_west), "menages", 15, *tile_of(home.geom.x, home.geom.y, 15)) == []


def test_a_crowd_at_zoom_14_is_grouped(scattered, cast, api, settings):
    home = Household.objects.get(code_menage="M-005")
    at = tile_of(home.geom.x, home.geom.y, 14)
    settings.MAP_TILE_MAX_POINTS = 0
    assert all("nombre" in item["properties"] for item in features(api(cast.admin), "menages", 14, *at))
    settings.MAP_TILE_MAX_POINTS = 3000
    assert all("codeMenage" in item["properties"] for item in features(api(cast.admin), "menages", 14, *at))


def test_places_and_boundaries(scattered, cast, api):
    (school,) = features(api(cast.agent_east), "ecoles", 8, *tile_of(-14.5, 12.75, 8))
    assert school["properties"] == {
        "id": str(scattered.schools[2].id),
        "nom": "Escola",
        "type": "madrassa",
        "typeLabel": "Madrassa",
    }
    for z in (5, 12):
        found = features(api(cast.agent_west), "regions", z, *tile_of(-15.5, 12.75, z))
        assert [item["properties"]["nom"] for item in found] == ["Oio"]
    assert len(features(api(cast.admin), "secteurs", 6, *tile_of(-15.2, 12.6, 6))) == 3


@pytest.mark.parametrize(
    "path", ["bateaux/8/116/119", "menages/8/256/0", "menages/8/0/256", "menages/23/0/0", "menages/99999999999/1/1"]
)
def test_what_does_not_exist_is_not_found(country, cast, api, path):
    answer = api(cast.admin).get(f"/api/carte/tuiles/{path}.mvt")
    assert answer.status_code == 404
    assert answer.json()["code"] == "NOT_FOUND"


def test_the_world_has_corners(scattered, cast, api):
    """Latitudes beyond the projection and the antimeridian break nothing and are found."""
    for code, point in (("N", "180 89.9"), ("S", "-180 -90")):
        Household.objects.create(code_menage=code, taille_menage=1, geom=f"SRID=4326;POINT({point})")
    for z, x, y in ((14, 16383, 0), (14, 0, 16383), (22, 0, 0)):
        features(api(cast.admin), "menages", z, x, y)
    groups = features(api(cast.admin), "menages", 0, 0, 0)
    placed = Household.objects.filter(geom__isnull=False).count()
    assert sum(group["properties"]["nombre"] for group in groups) == placed


def test_304_until_something_changes(scattered, cast, api, monkeypatch):
    caller, path = api(cast.agent_west), "/api/carte/tuiles/menages/7/58/59.mvt"
    first = caller.get(path)
    assert first["Cache-Control"] == "private, no-cache" and "Authorization" in first["Vary"]
    tag = {"If-None-Match": first["ETag"]}
    with monkeypatch.context() as patch:
        patch.setattr(tiles, "render_tile", lambda *args: pytest.fail("the tile was made"))
        again = caller.get(path, headers=tag)
        assert again.status_code == 304 and again["ETag"] == first["ETag"]
    Household.objects.filter(code_menage="M-003").update(score_pmt=99)
    assert caller.get(path, headers=tag).status_code == 200


def test_localities_go_with_their_secteur_to_another_region(country, cast, api):
    path, home = "/api/carte/tuiles/localites/0/0/0.mvt", f"/api/secteurs/{country.south.id}"
    callers = [api(cast.agent_west), api(cast.agent_east)]
    tags = [caller.get(path)["ETag"] for caller in callers]
    caller = api(cast.admin)
    # The same region again moves nothing.
    for region, status in ((country.west, 304), (country.east, 200)):
        body = {"nom": country.south.nom, "region": f"/api/regions/{region.id}"}
        answer = caller.put(home, body)
        assert answer.status_code == 200, answer.content
        answers = [one.get(path, headers={"If-None-Match": tag}) for one, tag in zip(callers, tags, strict=True)]
        assert [answer.status_code for answer in answers] == [status, status]
    west, east = ({item["properties"]["nom"] for item in mvt.layers(answer.content)["localites"]} for answer in answers)
    assert "Tandé" not in west and "Tandé" in east


def test_what_an_import_created_is_looked_up_for_each_tile(scattered, cast, api):
    key = uuid7()
    assert features(api(cast.admin), "menages", 0, 0, 0, **{"import": str(key)}) == []
    Job.objects.create(id=key, type="import_menages", user=cast.admin)
    Household.objects.filter(code_menage__in=["M-005", "M-006"]).update(operation_creation=key)
    found = features(api(cast.admin), "menages", 0, 0, 0, **{"import": str(key)})
    assert sum(item["properties"]["nombre"] for item in found) == 2


def test_a_tag_is_of_one_scope_and_one_filter(scattered, cast, api):
    path = "/api/carte/tuiles/menages/7/58/59.mvt"
    tags = {
        api(cast.admin).get(path)["ETag"],
        api(cast.agent_west).get(path)["ETag"],
        api(cast.agent_east).get(path)["ETag"],
        api(cast.admin).get(path, {"categorie": "pauvre"})["ETag"],
        api(cast.admin).get(path, headers={"Accept-Language": "pt"})["ETag"],
    }
    assert len(tags) == 5


def test_tilejson_describes_the_layer(scattered, cast, api):
    answer = api(cast.agent_west).get("/api/carte/tuiles/menages/tilejson.json", {"categorie": "pauvre"})
    found = answer.json()
    assert found["tiles"] == ["http://testserver/api/carte/tuiles/menages/{z}/{x}/{y}.mvt?categorie=pauvre"]
    assert found["bounds"] == [-16, 12, -15, 13]
    (layer,) = found["vector_layers"]
    assert layer["fields"]["codeMenage"] == "String" and layer["fields"]["nombre"] == "Number"
    assert api(cast.agent_west).get("/api/carte/tuiles/bateaux/tilejson.json").status_code == 404
    bad = api(cast.agent_west).get("/api/carte/tuiles/menages/tilejson.json", {"categorie": "riche"})
    assert bad.status_code == 400


def test_a_layer_asks_for_its_own_right(scattered, cast, api):
    assert api(cast.vbg).get("/api/carte/tuiles/menages/6/29/29.mvt").status_code == 403
    assert api(cast.vbg).get("/api/carte/tuiles/ecoles/6/29/29.mvt").status_code == 200
