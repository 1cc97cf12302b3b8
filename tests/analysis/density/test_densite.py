"""GET /api/carte/analyse/densite."""

from datetime import date

import pytest
from django.contrib.gis.geos import Point, Polygon
from pyproj import Geod, Transformer

from accounts.roles.models import Role
from analysis.density.hooks import PointSource, point_sources
from analysis.density.queries import find_household_points
from analysis.density.rules import ECCENTRICITY_SQUARED, EQUATOR_RADIUS, GRIDS, compute_projection, compute_scale
from geo.areas.models import Locality
from registry.households.models import Household
from tests.analysis.proximity.world import households, run
from tests.conftest import make_user
from transfers.complaints.models import Complaint

PATH = "/api/carte/analyse/densite"
WGS84 = Geod(ellps="WGS84")


def cells(api, user, **query):
    answer = api(user).get(PATH, query)
    assert answer.status_code == 200, answer.content
    assert answer.json()["data"]["type"] == "FeatureCollection"
    return answer.json()["data"]["features"]


@pytest.fixture
def spread(country):
    # The nearest services are not looked up: nothing here asks for them.
    run("SET LOCAL tabanca.bulk = 'on'")
    run("SELECT setseed(0.75)")
    households(600, "W", (-15.9, 12.05, -15.05, 12.95))
    run("UPDATE registry_menage SET region_id = %s, score_pmt = 40, categorie_pauvrete = 'pauvre'", country.west.id)
    households(300, "E", (-14.9, 12.05, -14.05, 12.95))
    run("UPDATE registry_menage SET region_id = %s WHERE region_id IS NULL", country.east.id)
    return country


@pytest.mark.sampled(3)
@pytest.mark.parametrize("mode", ["hexagone", "carre"])
@pytest.mark.parametrize("size", [250, 5000, 50_000])
def test_every_point_lies_in_its_cell_and_areas_are_true(spread, cast, api, mode, size):
    found = cells(api, cast.admin, cellule=size, mode=mode)
    assert sum(feature["properties"]["count"] for feature in found) == 810
    shapes = [Polygon(feature["geometry"]["coordinates"][0]) for feature in found]
    area = size * size * (1 if mode == "carre" else 3**0.5 / 2)
    for feature, shape in zip(found[:40], shapes, strict=False):
        (ring,) = feature["geometry"]["coordinates"]
        assert ring[0] == ring[-1]
        ground = WGS84.polygon_area_perimeter([x for x, _ in ring], [y for _, y in ring])[0]
        # Counter-clockwise, hence positive. Six decimals of a degree are a tenth of a metre.
        assert ground == pytest.approx(area, rel=0.002)
        assert feature["properties"]["densite"] == pytest.approx(feature["properties"]["count"] / area * 1e6, abs=1e-4)
        # Points of a straight side on the map may lie outside the side in degrees by far less than a millionth.
        wide = shape.buffer(2e-6 + size * 1e-9)
        inside = Household.objects.filter(geom__within=wide).count()
        assert inside == feature["properties"]["count"]


def test_filters_and_scope(spread, cast, api):
    def total(user, **query):
        return sum(feature["properties"]["count"] for feature in cells(api, user, **query))

    assert total(cast.reader_west, cellule=20_000) == 540
    assert total(cast.stranger) == 0
    assert total(cast.admin, region=str(spread.east.id)) == 270
    assert total(cast.agent_east, region=str(spread.west.id)) == 0
    assert total(cast.admin, categorie="pauvre") == 540
    assert total(cast.admin, categorie="vulnerable,non_pauvre") == 0
    assert {feature["properties"]["scorePmtMoyen"] for feature in cells(api, cast.reader_west)} == {40.0}
    assert {feature["properties"]["scorePmtMoyen"] for feature in cells(api, cast.agent_east)} == {None}


def test_the_projection_is_the_library_s(db):
    """The SQL and PROJ give the same metres, so cells are drawn where they were counted."""
    made = compute_projection(GRIDS["carre"](1))
    to_map = Transformer.from_crs("EPSG:4326", "+proj=cea +lat_ts=12 +lon_0=-15 +ellps=WGS84", always_xy=True)
    for lon, lat in [(-15.5, 12.3), (-13, 10), (20, -60), (164, 80)]:
        sine = run("SELECT sin(radians(%s))", lat)[0][0]
        q = (1 - ECCENTRICITY_SQUARED) * (
            sine / (1 - ECCENTRICITY_SQUARED * sine**2)
            - run("SELECT ln(%s::float8)", (1 - made["e"] * sine) / (1 + made["e"] * sine))[0][0] / (2 * made["e"])
        )
        x, y = to_map.transform(lon, lat)
        assert EQUATOR_RADIUS * compute_scale() * run("SELECT radians(%s)", lon + 15)[0][0] == pytest.approx(
            x, abs=0.001
        )
        assert EQUATOR_RADIUS * q / (2 * compute_scale()) == pytest.approx(y, abs=0.001)


def test_positions_on_other_continents_and_at_the_edges(cast, api, country):
    places = [(179.999, -16.0), (-179.999, -16.0), (165.0, 1.0), (-195 + 360.001, 1.0), (0.0, 90.0), (0.0, -90.0)]
    for at, (lon, lat) in enumerate(places):
        Household.objects.create(code_menage=f"X{at}", taille_menage=1, geom=Point(lon, lat, srid=4326))
    for mode in ("hexagone", "carre"):
        found = cells(api, cast.admin, cellule=50_000, mode=mode)
        assert sum(feature["properties"]["count"] for feature in found) == len(places)
        for feature in found:
            lons = [lon for lon, _ in feature["geometry"]["coordinates"][0]]
            lats = [lat for _, lat in feature["geometry"]["coordinates"][0]]
            assert max(lons) - min(lons) < 1
            assert max(map(abs, lats)) <= 90


def test_cells_over_the_limit_are_cut(spread, cast, api, settings):
    settings.MAP_LIST_MAX_ITEMS = 3
    answer = api(cast.admin).get(PATH, {"cellule": 20_000}).json()
    assert len(answer["data"]["features"]) == 3
    assert answer["tronque"] is True
    assert answer["total"] > 3


def test_complaints_are_counted_at_their_localities(spread, cast, api):
    def complain(place, area, category):
        Complaint.objects.create(
            reference=f"PLT-{Complaint.objects.count()}",
            categorie=category,
            priorite="basse",
            region=area,
            localite=place,
            echeance=date(2026, 1, 1),
        )

    for category in ("paiement", "ciblage", "vbg"):
        complain(spread.cutia, spread.west, category)
    complain(None, spread.west, "paiement")
    complain(spread.galomaro, spread.east, "paiement")
    (west,) = cells(api, cast.agent_west, type="plaintes")
    assert west["properties"]["count"] == 2 and west["properties"]["scorePmtMoyen"] is None
    assert Polygon(west["geometry"]["coordinates"][0]).contains(spread.cutia.geom)
    counts = [feature["properties"]["count"] for feature in cells(api, cast.admin, type="plaintes", mode="carre")]
    assert counts == [2, 1]
    assert cells(api, cast.agent_west, type="plaintes", region=str(spread.east.id)) == []
    assert len(cells(api, cast.admin, type="plaintes", region=str(spread.east.id))) == 1
    assert cells(api, cast.admin, type="plaintes", categorie="pauvre") == []


def test_rates_are_per_inhabitant_of_the_localities_in_the_cell(country, cast, api):
    for number in range(2):
        Household.objects.create(
            code_menage=f"D{number}", taille_menage=1, region=country.west, geom=Point(-15.5, 12.75, srid=4326)
        )

    def rate(user=cast.admin, **query):
        (cell,) = cells(api, user, region=str(country.west.id), **query)
        return cell["properties"]["population"], cell["properties"]["pour1000Habitants"]

    for mode in ("hexagone", "carre"):
        assert rate(mode=mode) == rate(cast.reader_west, mode=mode) == (640, 3.1)
    country.cutia.population = 2_147_483_647
    country.cutia.save()
    assert rate() == (2_147_483_647, 0.0)
    country.cutia.population = 500
    country.cutia.save()
    beside = Locality.objects.create(
        nom="Cutia 2", secteur=country.north, population=0, geom=Point(-15.5, 12.7501, srid=4326)
    )
    assert rate() == (500, 4.0)
    # Of a part of the people every rate would be too high.
    Locality.objects.filter(id=beside.id).update(population=None)
    assert rate() == (None, None)


def test_types_of_later_features(spread, cast, api):
    assert cells(api, cast.admin, type="beneficiaires", mode="carre") == []
    with point_sources.override(plaintes=PointSource("registre.lire", find_household_points)):
        assert sum(feature["properties"]["count"] for feature in cells(api, cast.admin, type="plaintes")) == 810
    with pytest.raises(KeyError):
        point_sources.register("bateaux", PointSource("registre.lire", find_household_points))


def test_nothing_to_count(cast, api):
    assert cells(api, cast.admin) == []


def test_bad_input_is_refused(cast, api, country):
    caller = api(cast.admin)
    for query in (
        {"cellule": 249},
        {"cellule": 50_001},
        {"cellule": "NaN"},
        {"cellule": "inf"},
        {"cellule": "x"},
        {"cellule": -1},
        {"mode": "triangle"},
        {"type": "bateaux"},
        {"region": "x"},
        {"categorie": "riche"},
    ):
        answer = caller.get(PATH, query)
        assert (answer.status_code, answer.json()["code"]) == (400, "VALIDATION_ERROR"), query
        assert set(answer.json()["details"]) == set(query)
    assert api().get(PATH).status_code == 401


def test_a_cell_can_be_a_household_so_it_asks_for_reading_them(spread, cast, api):
    analyst = make_user("ROLE_USER", spread.west)
    Role.objects.filter(id=analyst.role_id).update(permissions=["analyses.lire"])
    assert api(analyst).get(PATH).status_code == 403
    assert api(analyst).get(PATH, {"type": "beneficiaires"}).status_code == 403
    assert api(analyst).get(PATH, {"type": "plaintes"}).status_code == 403
