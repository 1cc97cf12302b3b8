"""POST /api/carte/analyse/couverture."""

import json
import statistics

import pytest

from accounts.roles.models import Role
from registry.households.models import Household
from tests.analysis.proximity.world import run

PATH = "/api/carte/analyse/couverture"
ASKED = {"type": "ecoles", "rayon": 5000, "niveau": "secteur"}


def household(code, lon, lat, region, secteur=None, localite=None, **more):
    return Household.objects.create(
        code_menage=code,
        taille_menage=1,
        region=region,
        secteur=secteur,
        localite=localite,
        geom=None if lon is None else f"SRID=4326;POINT({lon} {lat})",
        **more,
    )


@pytest.fixture
def people(country):
    """Around one school of the north: at 0, 1.1, 2.2 and 11.1 km in the north, one far in the south, one lost."""
    run(
        "INSERT INTO geo_ecole (nom, geom, region_id) VALUES ('E', 'SRID=4326;POINT(-15.5 12.75)', %s)", country.west.id
    )
    for number, north in enumerate((0, 0.01, 0.02, 0.1)):
        household(f"N{number}", -15.5, 12.75 + north, country.west, country.north, country.cutia, milieu="rural")
    household("S", -15.5, 12.25, country.west, country.south, categorie_pauvrete="pauvre", milieu="urbain")
    household("L", None, None, country.west, country.north, milieu="rural")
    household("O", -14.5, 12.5, country.east, country.cosse)
    household("Z", -15.5, 12.751, country.west)
    return country


def ask(api, user, query="", **change):
    answer = api(user).post(PATH + query, ASKED | change)
    assert answer.status_code == 200, answer.content
    return answer.json()["data"]


def test_by_secteur(people, api, cast):
    data = ask(api, cast.admin)
    assert data["total"] == {"menages": 7, "couverts": 4, "taux": 57.14}
    assert data["sansPosition"] == 1
    zones = {zone["nom"]: zone for zone in data["zones"]}
    assert list(zones) == ["Cossé", "Mansoa", "Nhacra"]
    distances = run(
        """SELECT ST_Distance(geom::geography, 'SRID=4326;POINT(-15.5 12.75)'::geography) FROM registry_menage
           WHERE secteur_id = %s AND geom IS NOT NULL""",
        people.north.id,
    )
    metres = [row[0] for row in distances]
    assert zones["Mansoa"] == {
        "id": str(people.north.id),
        "nom": "Mansoa",
        "population": 640,
        "pour1000Habitants": 6.2,
        "menages": 4,
        "couverts": 3,
        "taux": 75.0,
        "distanceMoyenne": round(statistics.mean(metres), 1),
        "distanceMediane": 10 * round(statistics.median_low(metres) / 10),
    }
    assert (zones["Nhacra"]["menages"], zones["Nhacra"]["couverts"], zones["Nhacra"]["taux"]) == (1, 0, 0.0)


def test_levels_and_filters(people, api, cast):
    assert [(z["nom"], z["menages"]) for z in ask(api, cast.admin, niveau="region")["zones"]] == [
        ("Bafatá", 1),
        ("Oio", 6),
    ]
    localities = {zone["nom"]: zone for zone in ask(api, cast.admin, niveau="localite")["zones"]}
    assert (localities["Cutia"]["population"], localities["Galomaro"]["population"]) == (640, None)
    assert (localities["Cutia"]["menages"], localities["Tandé"]["menages"]) == (4, 0)
    assert localities["Tandé"]["taux"] is None
    assert localities["Tandé"]["distanceMoyenne"] is None
    west = ask(api, cast.admin, filtres={"region": str(people.west.id)})
    assert (west["total"]["menages"], [zone["nom"] for zone in west["zones"]]) == (6, ["Mansoa", "Nhacra"])
    assert ask(api, cast.admin, filtres={"milieu": "rural"})["total"]["menages"] == 4
    assert ask(api, cast.admin, filtres={"milieu": "rural", "categorie": "pauvre"})["total"]["menages"] == 0
    assert ask(api, cast.admin, filtres=None)["total"]["menages"] == 7


def test_the_filters_of_the_map_hold_for_coverage_and_distances(people, api, cast):
    """What list and map are filtered by is not ignored, and both analyses count the same households."""
    Household.objects.filter(code_menage__in=("N0", "L")).update(eligible_programme=True)
    poor = {"genre": "compter", "sujet": "menages", "filtres": {"categorie": ["pauvre"]}}
    lost = {"genre": "compter", "sujet": "menages", "filtres": {"milieu": ["rural"]}}
    for filters, placed, unplaced in (
        ({"plan": json.dumps(poor)}, 1, 0),
        ({"plan": json.dumps(lost)}, 4, 1),
        ({"plan": json.dumps(lost), "eligible": "true"}, 1, 1),
        ({"eligible": "false"}, 6, 0),
        ({"secteur": str(people.north.id)}, 4, 1),
        ({"localite": str(people.cutia.id)}, 4, 0),
        ({"import": "01890000-0000-7000-8000-000000000000"}, 0, 0),
    ):
        data = ask(api, cast.admin, filtres=filters)
        assert (data["total"]["menages"], data["sansPosition"]) == (placed, unplaced), filters
        answer = api(cast.admin).get("/api/carte/analyse/distances", {"types": "ecoles"} | filters).json()["data"]
        assert (answer["menages"], answer["sansPosition"]) == (placed, unplaced), filters
    north = ask(api, cast.admin, filtres={"secteur": str(people.north.id)})
    assert [zone["nom"] for zone in north["zones"]] == ["Mansoa"]


def test_a_question_that_may_not_be_asked_is_no_filter(people, api, cast):
    Role.objects.filter(id=cast.reader_west.role_id).update(permissions=["analyses.lire"])
    filters = {"plan": json.dumps({"genre": "compter", "sujet": "menages"})}
    caller = api(cast.reader_west)
    assert caller.post(PATH, ASKED | {"filtres": filters}).status_code == 403
    assert caller.get("/api/carte/analyse/distances", {"types": "ecoles"} | filters).status_code == 403
    assert api(cast.admin).post(PATH, ASKED | {"filtres": {"plan": "{"}}).status_code == 400


def test_radius_is_metres(people, api, cast):
    assert ask(api, cast.admin, rayon=1106)["total"]["couverts"] == 2
    assert ask(api, cast.admin, rayon=1107)["total"]["couverts"] == 3
    assert ask(api, cast.admin, rayon=100_000)["total"]["couverts"] == 6


def test_without_any_service_nobody_is_covered(people, api, cast):
    data = ask(api, cast.admin, type="services_vbg", niveau="region")
    assert data["total"] == {"menages": 7, "couverts": 0, "taux": 0.0}
    assert {zone["distanceMediane"] for zone in data["zones"]} == {None}


def test_scope(people, api, cast):
    data = ask(api, cast.agent_east)
    assert ([zone["nom"] for zone in data["zones"]], data["total"]["menages"], data["sansPosition"]) == (
        ["Cossé"],
        1,
        0,
    )
    nothing = ask(api, cast.stranger)
    assert nothing == {
        "sujet": "menages",
        "total": {"menages": 0, "couverts": 0, "taux": None},
        "sansPosition": 0,
        "zones": [],
    }
    assert ask(api, cast.agent_east, filtres={"region": str(people.west.id)})["zones"] == []
    assert api().post(PATH, ASKED).status_code == 401


def test_with_shapes(people, api, cast):
    for niveau, kind in (("region", "MultiPolygon"), ("secteur", "MultiPolygon"), ("localite", "Point")):
        data = ask(api, cast.admin, "?geojson=1", niveau=niveau)
        assert [feature["properties"] for feature in data["geojson"]["features"]] == data["zones"]
        assert {feature["geometry"]["type"] for feature in data["geojson"]["features"]} == {kind}
    assert "geojson" not in ask(api, cast.admin)


def test_bad_input_is_refused(people, api, cast):
    caller = api(cast.admin)
    for change, field in (
        ({"type": "bateaux"}, "type"),
        ({"sujet": "bateaux"}, "sujet"),
        ({"type": "menages"}, "type"),
        ({"rayon": 0}, "rayon"),
        ({"rayon": -5}, "rayon"),
        ({"rayon": "NaN"}, "rayon"),
        ({"rayon": 100_001}, "rayon"),
        ({"rayon": None}, "rayon"),
        ({"niveau": "pays"}, "niveau"),
        ({"filtres": {"region": "x"}}, "filtres.region"),
        ({"filtres": []}, "filtres"),
        ({"filtres": {"categorie": "riche"}}, "filtres.categorie"),
        ({"filtres": {"milieu": 3}}, "filtres.milieu"),
    ):
        answer = caller.post(PATH, ASKED | change)
        assert (answer.status_code, answer.json()["code"]) == (400, "VALIDATION_ERROR"), change
        assert list(answer.json()["details"]) == [field]
    assert caller.post(PATH + "?geojson=perhaps", ASKED).status_code == 400


def test_distances_by_class(people, api, cast):
    def read(user, status=200, **query):
        answer = api(user).get("/api/carte/analyse/distances", {"types": "ecoles,points_eau"} | query)
        assert answer.status_code == status, answer.content
        return answer.json()["data"] if status == 200 else None

    data = read(cast.admin)
    assert (data["menages"], data["sansPosition"], len(data["classes"])) == (7, 1, 10)
    assert (data["classes"][0], data["classes"][-1]) == ({"de": 0, "a": 500}, {"de": 20000, "a": None})
    series = {one["type"]: (one["menages"], one["sansService"]) for one in data["series"]}
    # 0 and 111 m, 1.1 km, 2.2 km, 11 km, and two beyond 20 km; there is no water point.
    schools = [2, 0, 1, 1, 0, 0, 0, 1, 0, 2]
    assert series == {
        "ecoles": (schools, 0),
        "points_eau": ([0] * 10, 7),
        "le_plus_proche": (schools, 0),
        "le_plus_loin": ([0] * 10, 7),
    }
    run("INSERT INTO geo_point_eau (nom, geom) VALUES ('P', 'SRID=4326;POINT(-15.5 12.85)')")
    both = {one["type"]: one["menages"] for one in read(cast.admin)["series"]}
    assert both["points_eau"] == [1, 0, 0, 0, 0, 0, 2, 2, 0, 2]
    assert both["le_plus_proche"] == [3, 0, 1, 1, 0, 0, 0, 0, 0, 2]
    assert both["le_plus_loin"] == [0, 0, 0, 0, 0, 0, 2, 3, 0, 2]
    assert [one["type"] for one in read(cast.agent_east, types="ecoles")["series"]] == ["ecoles"]
    assert read(cast.agent_east)["menages"] == 1 and read(cast.admin, milieu="rural")["menages"] == 4
    read(cast.admin, 400, types="asc")
    read(cast.admin, 400, types="")
