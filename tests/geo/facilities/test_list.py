"""The map's lists of places: documented fields, filters, scope, contacts."""

import pytest
from django.contrib.gis.geos import Point
from django.db import connection
from django.test.utils import CaptureQueriesContext

from geo.facilities.models import HealthAgent, HealthService, LocalActor, PoliceStation, School, VbgService, WaterPoint

PLACE = {"id", "nom", "type", "typeLabel", "latitude", "longitude", "region", "secteur", "localite"}
LISTS = {
    "asc": (HealthAgent, "asc", PLACE | {"telephone"}),
    "acteurs-locaux": (LocalActor, "chef_village", PLACE | {"telephone"}),
    "polices-judiciaires": (PoliceStation, "police", PLACE),
    "services-vbg": (VbgService, "medical", PLACE),
    "points-eau": (WaterPoint, "forage", PLACE | {"fonctionnel", "typeSource"}),
    "ecoles": (
        School,
        "publique",
        {
            "id",
            "nom",
            "code",
            "type",
            "typology",
            "secteur",
            "region",
            "communaute",
            "latitude",
            "longitude",
            "prescolaire",
            "niveauMax",
            "menagesEstimes",
            "distanceMansoa",
            "pilote",
            "idDgepase",
        },
    ),
    "services-sante": (
        HealthService,
        "hopital",
        {
            "id",
            "code",
            "nom",
            "type",
            "typeLabel",
            "statut",
            "adresse",
            "telephone",
            "responsable",
            "latitude",
            "longitude",
            "urgences24h",
            "maternite",
            "laboratoire",
            "pharmacie",
            "capaciteLits",
            "nombrePersonnel",
            "region",
        },
    ),
}


@pytest.fixture
def places(country):
    """Of each kind one in the west (secteur nord, Cutia) and one in the east."""
    for model, kind, _fields in LISTS.values():
        for name, area, secteur, localite, lon in (
            ("Ouest", country.west, country.north, country.cutia, -15.5),
            ("Est", country.east, country.cosse, country.galomaro, -14.5),
        ):
            model.objects.create(
                nom=name,
                code=f"{kind}{name}",
                type=kind,
                region=area,
                secteur=secteur,
                localite=localite,
                telephone="+245955000001",
                geom=Point(lon, 12.75, srid=4326),
            )
    return country


@pytest.mark.parametrize("name", LISTS)
def test_items_have_the_documented_fields(places, cast, api, name):
    answer = api(cast.admin).get(f"/api/carte/{name}").json()
    assert (answer["total"], answer["tronque"], len(answer["data"])) == (2, False, 2)
    item = next(item for item in answer["data"] if item["nom"] == "Ouest")
    assert set(item) == LISTS[name][2]
    assert (item["longitude"], item["latitude"], item["region"]) == (-15.5, 12.75, "Oio")


@pytest.mark.parametrize("name", LISTS)
def test_filters_and_scope(places, cast, api, name):
    def names(user, **query):
        answer = api(user).get(f"/api/carte/{name}", query).json()
        assert answer["total"] == len(answer["data"])
        return {item["nom"] for item in answer["data"]}

    west, east = str(places.west.id), str(places.east.id)
    assert names(cast.agent_west) == {"Ouest"}
    assert names(cast.agent_west, region=east) == set()
    assert names(cast.stranger) == set()
    assert names(cast.admin, region=f"{west},{east}") == {"Ouest", "Est"}
    assert names(cast.admin, secteur=str(places.cosse.id)) == {"Est"}
    assert names(cast.admin, localite=str(places.cutia.id)) == {"Ouest"}
    assert names(cast.admin, bbox="-15.6,12,-15.4,13") == {"Ouest"}
    # West is greater than east: the box goes round the world through the antimeridian.
    assert names(cast.admin, bbox="-15,12,-15.4,13") == {"Ouest", "Est"}


def test_own_filters(places, cast, api):
    School.objects.filter(nom="Est").update(pilote=True)
    caller = api(cast.admin)
    assert [item["nom"] for item in caller.get("/api/carte/ecoles", {"pilote": "true"}).json()["data"]] == ["Est"]
    assert caller.get("/api/carte/services-sante", {"type": "pharmacie"}).json()["total"] == 0
    assert caller.get("/api/carte/services-sante", {"type": "hopital"}).json()["total"] == 2


@pytest.mark.parametrize(
    ("query", "field"),
    [
        ({"bbox": "10,20,30"}, "bbox"),
        ({"bbox": "0,91,1,92"}, "bbox"),
        ({"limit": "0"}, "limit"),
        ({"limit": "-1"}, "limit"),
        ({"region": "oio"}, "region"),
        ({"bbox": "nan,1,2,3"}, "bbox"),
    ],
)
def test_bad_input_is_named(places, cast, api, query, field):
    answer = api(cast.admin).get("/api/carte/points-eau", query)
    assert answer.status_code == 400
    assert list(answer.json()["details"]) == [field]


@pytest.mark.parametrize("name", ["asc", "acteurs-locaux"])
def test_telephones_of_people_need_their_right(places, cast, api, name):
    seen = api(cast.agent_west).get(f"/api/carte/{name}").json()["data"]
    hidden = api(cast.reader_west).get(f"/api/carte/{name}").json()["data"]
    assert [item["telephone"] for item in seen] == ["+245955000001"]
    assert [item["telephone"] for item in hidden] == [None]


def test_a_cut_list_says_so_and_keeps_the_true_total(places, cast, api, settings):
    settings.MAP_LIST_MAX_ITEMS = 1
    for query in ({}, {"limit": "100"}):
        answer = api(cast.admin).get("/api/carte/ecoles", query).json()
        assert (len(answer["data"]), answer["total"], answer["tronque"]) == (1, 2, True)


def test_distance_to_the_reference_place(places, cast, api, settings):
    """Mansoa is a secteur of the tests: its middle; a locality of that name comes first; unknown is null."""

    def distances():
        found = api(cast.agent_west).get("/api/carte/ecoles").json()["data"]
        return [item["distanceMansoa"] for item in found]

    assert distances() == [pytest.approx(0, abs=1)]
    places.tande.nom = "MANSÔA"
    places.tande.save()
    # Half a degree of latitude at 12.5 north, on the ellipsoid.
    assert distances() == [pytest.approx(55_320, abs=20)]
    settings.MAP_REFERENCE_PLACE = "Atlantis"
    assert distances() == [None]


def test_labels_follow_the_language_and_unknown_types_stay(places, cast, api):
    WaterPoint.objects.filter(nom="Est").update(type="citerne")
    WaterPoint.objects.filter(nom="Ouest").update(type="")
    found = {item["nom"]: item for item in api(cast.admin).get("/api/carte/points-eau").json()["data"]}
    assert (found["Est"]["type"], found["Est"]["typeLabel"]) == ("citerne", "citerne")
    assert (found["Ouest"]["type"], found["Ouest"]["typeLabel"]) == ("point_eau", "Point d'eau")


def test_names_with_quotes_and_controls_stay_json(places, cast, api):
    name = 'a"b\\c\n\x01\x02\té'
    PoliceStation.objects.filter(nom="Est").update(nom=name)
    found = api(cast.agent_east).get("/api/carte/polices-judiciaires").json()["data"]
    assert [item["nom"] for item in found] == [name]


def test_a_list_asks_twice_whatever_its_length(places, cast, api):
    for number in range(30):
        PoliceStation.objects.create(nom=f"P{number}", region=places.west, geom=Point(-15.5, 12.5, srid=4326))
    caller = api(cast.agent_west)
    with CaptureQueriesContext(connection) as seen:
        assert caller.get("/api/carte/polices-judiciaires").json()["total"] == 31
    assert len(seen) == 2
