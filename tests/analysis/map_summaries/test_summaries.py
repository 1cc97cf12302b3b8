"""Hierarchy, counters, statistics and settings of the map."""

from datetime import date

import pytest
from django.contrib.gis.geos import Point
from django.core.cache import cache

from analysis.map_summaries import queries
from geo.areas.models import Locality
from geo.facilities.models import HealthService, LocalActor, School, WaterPoint
from registry.households.models import Household
from transfers.complaints.models import Complaint


@pytest.fixture(autouse=True)
def nothing_kept():
    cache.clear()


@pytest.fixture
def land(country):
    """Three households at Cutia (one without position, two eligible), one at Galomaro; services near Cutia."""
    for code, area, secteur, localite, score, placed in (
        ("A", country.west, country.north, country.cutia, 10, True),
        ("B", country.west, country.north, country.cutia, 25, True),
        ("C", country.west, country.north, country.cutia, 85, False),
        ("D", country.east, country.cosse, country.galomaro, None, True),
    ):
        Household.objects.create(
            code_menage=code,
            taille_menage=4,
            region=area,
            secteur=secteur,
            localite=localite,
            score_pmt=score,
            eligible_programme=bool(score and score < 50),
            geom=localite.geom if placed else None,
        )
    for nom, area, lat, pilote, levels in (
        ("near", country.west, 12.76, True, ["primaire"]),
        ("far", country.west, 12.80, False, ["primaire", "secondaire"]),
        ("east", country.east, 12.5, False, ["prescolaire"]),
    ):
        School.objects.create(
            nom=nom,
            type="publique",
            region=area,
            pilote=pilote,
            niveaux_enseignes=levels,
            geom=Point(-15.5 if area == country.west else -14.5, lat, srid=4326),
        )
    HealthService.objects.create(nom="CS", region=country.west, geom=Point(-15.5, 12.75, srid=4326))
    for kind in ("point_focal", "chef_village", "chef_village"):
        LocalActor.objects.create(nom=kind, type=kind, region=country.west, geom=Point(-15.5, 12.7, srid=4326))
    return country


def test_hierarchy_nests_with_totals_and_distances(land, cast, api):
    answer = api(cast.admin).get("/api/carte/hierarchy").json()
    assert answer["total"] == 2
    oio = next(item for item in answer["data"] if item["nom"] == "Oio")
    assert (oio["nbMenages"], oio["population"]) == (3, 200_000)
    mansoa = next(item for item in oio["secteurs"] if item["nom"] == "Mansoa")
    assert (mansoa["nbMenages"], mansoa["population"]) == (3, 640)
    (cutia,) = mansoa["localites"]
    # A hundredth of a degree of latitude on the ellipsoid.
    assert cutia.pop("distanceEcoleEI") == pytest.approx(1106, abs=2)
    assert cutia == {
        "id": str(land.cutia.id),
        "nom": "Cutia",
        "nbMenages": 3,
        "population": 640,
        "latitude": 12.75,
        "longitude": -15.5,
        "distancePointEau": None,
        "distanceServiceSante": 0,
    }


def test_hierarchy_of_a_locality_without_point(land, cast, api):
    Locality.objects.filter(id=land.galomaro.id).update(geom=None)
    answer = api(cast.agent_east).get("/api/carte/hierarchy").json()
    assert [item["nom"] for item in answer["data"]] == ["Bafatá"]
    (galomaro,) = answer["data"][0]["secteurs"][0]["localites"]
    assert galomaro["latitude"] is None and galomaro["distanceEcoleEI"] is None
    assert galomaro["nbMenages"] == 1


def test_counters(land, cast, api):
    found = api(cast.agent_west).get("/api/carte/layers").json()["data"]
    assert found == {
        "menages": 2,
        "menagesRegistered": 3,
        "menagesLocalites": 1,
        "beneficiaires": 0,
        "asc": 0,
        "plaintes": 0,
        "pointsFocaux": 1,
        "chefsVillage": 2,
        "ecoles": 2,
        "ecolesPilote": 1,
        "tabancas": 1,
        "servicesSante": 1,
        "policesJudiciaires": 0,
        "servicesVBG": 0,
        "pointsEau": 0,
    }


def test_counters_of_an_area(land, cast, api):
    """The counts of two regions are those of the country, of each layer, and an area of somebody else counts nothing."""
    read = lambda user, **area: api(user).get("/api/carte/layers", area).json()["data"]  # noqa: E731
    whole, west, east = (read(cast.admin, **area) for area in ({}, {"region": land.west.id}, {"region": land.east.id}))
    assert whole["ecoles"] and whole["menagesRegistered"] and whole["tabancas"]
    assert {name: west[name] + east[name] for name in whole} == whole
    assert west == read(cast.agent_west)
    assert read(cast.admin, secteur=land.north.id)["menagesRegistered"] == 3
    assert set(read(cast.agent_west, region=land.east.id).values()) == {0}
    assert set(api(cast.stranger).get("/api/carte/layers").json()["data"].values()) == {0}


def test_complaints_are_counted_when_one_comes(land, cast, api):
    def counted(user):
        return api(user).get("/api/carte/layers").json()["data"]["plaintes"]

    def complain(number, place, category):
        Complaint.objects.create(
            reference=f"PLT-{number}",
            categorie=category,
            priorite="basse",
            region=land.west,
            localite=place,
            echeance=date(2026, 1, 1),
        )

    assert counted(cast.supervisor_west) == 0
    for number, (place, category) in enumerate([(land.cutia, "service"), (land.cutia, "vbg"), (None, "service")]):
        complain(number, place, category)
    assert (counted(cast.supervisor_west), counted(cast.admin), counted(cast.agent_east)) == (1, 1, 0)
    complain(3, land.cutia, "paiement")
    assert counted(cast.supervisor_west) == 2


def test_complaints_by_area_are_counted_without_violence(land, cast, api):
    long_ago, ahead = date(2026, 1, 1), date(2999, 1, 1)
    common = {"categorie": "service", "priorite": "basse", "region": land.west, "secteur": land.north}
    for number, values in enumerate(
        (
            {"echeance": long_ago},
            {"echeance": long_ago, "suspendue_depuis": long_ago, "motif_suspension": "attente_enquete"},
            {"echeance": long_ago, "statut": "resolue", "priorite": "haute"},
            {"echeance": ahead, "secteur": None},
            {"echeance": long_ago, "categorie": "vbg"},
        )
    ):
        Complaint.objects.create(reference=f"PLT-{number}", **common | values)

    def read(user, status=200, **query):
        answer = api(user).get("/api/carte/stats/plaintes", query)
        assert answer.status_code == status, answer.content
        rows = answer.json().get("data") or []
        keys = ("plaintes", "ouvertes", "enRetard", "menages", "tauxMenages")
        return {row["nom"]: tuple(row[key] for key in keys) for row in rows}, answer.json().get("sansZone")

    assert read(cast.admin) == ({"Oio": (4, 3, 1, 3, 1333.3), "Bafatá": (0, 0, 0, 1, 0.0)}, 0)
    sectors, unplaced = read(cast.agent_west, niveau="secteur")
    assert sectors == {"Mansoa": (3, 2, 1, 3, 1000.0), "Nhacra": (0, 0, 0, 0, None)} and unplaced == 1
    assert read(cast.admin, region=str(land.west.id), priorite="haute")[0] == {"Oio": (1, 0, 0, 3, 333.3)}
    assert read(cast.vbg)[0] == {"Oio": (4, 3, 1, None, None)}
    assert read(cast.admin, dateFin="2020-01-01")[0]["Oio"] == (0, 0, 0, 3, 0.0)
    (_, oio) = api(cast.admin).get("/api/carte/stats/plaintes").json()["data"]
    assert (oio["nom"], oio["population"], oio["tauxHabitants"]) == ("Oio", 200_000, 0.0)  # 4 of 200,000
    rows = api(cast.admin).get("/api/carte/stats/plaintes", {"niveau": "secteur", "region": str(land.west.id)})
    rates = {row["nom"]: (row["population"], row["tauxHabitants"]) for row in rows.json()["data"]}
    assert rates == {"Mansoa": (640, 4.7), "Nhacra": (None, None)}
    assert read(cast.stranger) == ({}, 0)
    read(cast.admin, 400, categorie="vbg")
    read(cast.admin, 400, niveau="localite")


def test_summaries_are_remembered_per_scope_until_a_layer_changes(land, cast, api, monkeypatch):
    """What another process remembers too: the version of the map is part of what is remembered."""

    def counted(user):
        return api(user).get("/api/carte/layers").json()["data"]["pointsEau"]

    assert (counted(cast.agent_west), counted(cast.admin)) == (0, 0)
    WaterPoint.objects.create(nom="Puits", region=land.west, geom=Point(-15.5, 12.7, srid=4326))
    assert (counted(cast.agent_west), counted(cast.agent_east), counted(cast.admin)) == (1, 0, 1)
    with monkeypatch.context() as patch:
        patch.setattr(
            queries, "count_layer_features", lambda *args: pytest.fail("counted again although nothing changed")
        )
        assert (counted(cast.agent_west), counted(cast.agent_east), counted(cast.admin)) == (1, 0, 1)
    nodes = api(cast.agent_west).get("/api/carte/hierarchy").json()["data"]
    Household.objects.filter(code_menage="A").delete()
    fewer = api(cast.agent_west).get("/api/carte/hierarchy").json()["data"]
    assert [region["nbMenages"] for region in nodes + fewer] == [3, 2]


def test_region_statistics(land, cast, api):
    answer = api(cast.admin).get("/api/carte/stats/regions").json()
    found = {item["nom"]: item for item in answer["data"]}
    assert answer["total"] == 2
    assert found["Oio"] == {
        "id": str(land.west.id),
        "nom": "Oio",
        "totalMenages": 3,
        "menagesEligibles": 2,
        "scorePmtMoyen": 40.0,
    }
    assert found["Bafatá"]["scorePmtMoyen"] is None
    only = api(cast.agent_east).get("/api/carte/stats/regions").json()["data"]
    assert [item["nom"] for item in only] == ["Bafatá"]


def test_sector_statistics(land, cast, api):
    answer = api(cast.admin).get("/api/carte/stats/secteurs", {"region": str(land.west.id)}).json()
    found = {item["nom"]: item for item in answer["data"]}
    assert set(found) == {"Mansoa", "Nhacra"} and answer["total"] == 2
    assert found["Mansoa"] == {
        "id": str(land.north.id),
        "nom": "Mansoa",
        "code": "OI01",
        "region": "Oio",
        "localitesCount": 1,
        "totalMenages": 3,
        "menagesEligibles": 2,
        "concentrationRate": 66.67,
        "scorePmtMoyen": 40.0,
        "centerLatitude": 12.75,
        "centerLongitude": -15.5,
    }
    assert found["Nhacra"]["totalMenages"] == 0 and found["Nhacra"]["concentrationRate"] is None
    hidden = api(cast.agent_east).get("/api/carte/stats/secteurs", {"region": str(land.west.id)}).json()
    assert hidden["data"] == []
    assert api(cast.admin).get("/api/carte/stats/secteurs", {"region": "x"}).status_code == 400


def test_school_statistics(land, cast, api):
    found = api(cast.agent_west).get("/api/carte/ecoles/stats").json()["data"]
    distance = found.pop("distanceMoyenne")
    assert found == {
        "total": 2,
        "pilotes": 1,
        "parType": {"publique": 2},
        "parRegion": [{"id": str(land.west.id), "nom": "Oio", "total": 2, "pilotes": 1}],
        "parNiveau": {"primaire": 2, "secondaire": 1},
        "menagesParEcole": 1.5,
    }
    assert distance == pytest.approx(1106, abs=2)
    east = api(cast.admin).get("/api/carte/ecoles/stats", {"region": str(land.east.id)}).json()["data"]
    assert (east["total"], east["parNiveau"]) == (1, {"prescolaire": 1})


def test_settings_of_the_map(land, cast, api, settings):
    settings.MAP_TILE_LAYERS = [{"name": "Plan", "url": "http://{s}.example/{z}/{x}/{y}.png", "attribution": "x"}]
    found = api(cast.agent_west).get("/api/carte/config").json()["data"]
    assert found["bounds"] == {"north": 13, "south": 12, "east": -15, "west": -16}
    assert found["center"] == {"lat": 12.5, "lng": -15.5}
    assert found["tileLayers"][0]["url"] == "http://testserver/api/carte/tuiles/regions/{z}/{x}/{y}.mvt"
    assert found["tileLayers"][-1]["name"] == "Plan"
    assert found["toutesRegions"] is False
    cast.agent_west.regions.add(land.east)
    assert api(cast.agent_west).get("/api/carte/config").json()["data"]["toutesRegions"] is True
    assert api(cast.admin).get("/api/carte/config").json()["data"]["toutesRegions"] is True
    assert api(cast.stranger).get("/api/carte/config").json()["data"]["bounds"]["west"] == -16.8
