"""What lies near a household and near a locality."""

import pytest

from analysis.proximity.serializers import describe_distance
from geo.areas.models import Locality
from geo.facilities.models import HealthService
from registry.households.models import Household, Member
from tests.analysis.proximity.world import run

NOWHERE = "00000000-0000-7000-8000-000000000000"


def add(table, nom, lon, lat, region, **more):
    names = "".join(f", {name}" for name in more)
    run(
        f"INSERT INTO {table} (nom, geom, region_id{names}) VALUES (%s, ST_SetSRID(ST_MakePoint(%s, %s), 4326), %s{', %s' * len(more)})",
        nom,
        lon,
        lat,
        region.id,
        *more.values(),
    )


@pytest.fixture
def household(country):
    add("geo_ecole", "Jardim", -15.01, 12.5, country.west, prescolaire=True)
    add("geo_ecole", "Liceu", -15.03, 12.5, country.west, niveaux_enseignes=["primaire", "secondaire"], code="L1")
    add("geo_ecole", "Além", -14.999, 12.5, country.east, niveaux_enseignes=["primaire"])
    add("geo_service_sante", "Posto", -15.0, 12.59, country.east, type="poste_sante", maternite=True)
    add("geo_point_eau", "Furo", -15.5, 12.75, country.west, type="forage", fonctionnel=False)
    return Household.objects.create(
        code_menage="H1",
        taille_menage=4,
        region=country.west,
        secteur=country.north,
        geom="SRID=4326;POINT(-15.002 12.5)",
    )


def near(api, user, household):
    return api(user).get(f"/api/carte/analyse/menage-proximite/{household.id}")


def test_nearest_of_a_household(api, cast, household):
    data = near(api, cast.admin, household).json()["data"]
    school = data["ecoles"]
    assert (school["nom"], school["distance"], school["distanceFormattee"]) == ("Além", 326.1, "326 m")
    assert (school["latitude"], school["longitude"]) == (12.5, pytest.approx(-15.0, abs=0.01))
    assert data["services_sante"]["distanceFormattee"] == "10,0 km"
    stored = HealthService.objects.get(id=data["services_sante"]["id"])
    HealthService.objects.filter(id=stored.id).update(type="pharmacie")
    assert near(api, cast.admin, household).json()["data"]["services_sante"]["typeLabel"] == "Pharmacie"
    assert data["services_vbg"] is None
    assert data["polices_judiciaires"] is None


def test_a_service_of_another_region_is_told_with_its_region(api, cast, country, household):
    """Public places are nobody's secret; a VBG service keeps its name and place outside of its region."""
    add("geo_service_vbg", "Casa", -14.998, 12.5, country.east)
    data = near(api, cast.reader_west, household).json()["data"]
    assert (data["ecoles"]["nom"], data["ecoles"]["region"], data["ecoles"]["distance"]) == ("Além", "Bafatá", 326.1)
    hidden = {
        name: data["services_vbg"][name] for name in ("id", "nom", "typeLabel", "region", "latitude", "longitude")
    }
    assert set(hidden.values()) == {None} and data["services_vbg"]["distance"] > 0
    assert near(api, cast.admin, household).json()["data"]["services_vbg"]["nom"] == "Casa"
    assert data["points_eau"]["nom"] == "Furo"


def test_a_household_without_position_has_nothing_near(api, cast, country):
    lost = Household.objects.create(code_menage="H2", taille_menage=1, region=country.west)
    assert set(near(api, cast.admin, lost).json()["data"].values()) == {None}
    schools = api(cast.admin).get(f"/api/carte/analyse/ecoles-proches/{lost.id}").json()
    assert schools["data"] == {"prescolaire": [], "primaire": [], "secondaire": []}


def test_schools_by_level(api, cast, household):
    answer = api(cast.admin).get(f"/api/carte/analyse/ecoles-proches/{household.id}", {"annee": "2024-2025"}).json()
    assert answer["cached"] is False
    names = {level: [found["ecole"]["nom"] for found in schools] for level, schools in answer["data"].items()}
    assert names == {"prescolaire": ["Jardim"], "primaire": ["Além", "Liceu"], "secondaire": ["Liceu"]}
    liceu = answer["data"]["secondaire"][0]
    assert liceu == {
        "ecole": {
            "id": liceu["ecole"]["id"],
            "nom": "Liceu",
            "code": "L1",
            "type": "ecole",
            "secteur": None,
            "region": "Oio",
            "prescolaire": False,
            "niveauxEnseignes": ["primaire", "secondaire"],
        },
        "distance": 3043.5,
        "distanceFormattee": "3,0 km",
        "estInscrit": False,
        "nbEnfantsInscrits": 0,
    }
    west = api(cast.reader_west).get(f"/api/carte/analyse/ecoles-proches/{household.id}").json()["data"]
    assert [(found["ecole"]["nom"], found["ecole"]["region"]) for found in west["primaire"]] == [
        ("Além", "Bafatá"),
        ("Liceu", "Oio"),
    ]


def test_a_school_year_is_two_years(api, cast, household):
    caller = api(cast.admin)
    for annee in ("2024", "2024-2026", "2025-2024", "abcd-efgh", "2024-2025-2026", "\u0662\u0660\u0662\u0664-2025"):
        answer = caller.get(f"/api/carte/analyse/ecoles-proches/{household.id}", {"annee": annee})
        assert answer.status_code == 400
        assert "annee" in answer.json()["details"]


def test_nearest_of_a_locality(api, cast, country, household):
    data = api(cast.admin).get(f"/api/carte/analyse/localite-proximite/{country.cutia.id}").json()["data"]
    assert (data["pointEau"]["nom"], data["pointEau"]["distance"], data["pointEau"]["fonctionnel"]) == (
        "Furo",
        0.0,
        False,
    )
    assert data["pointEau"]["typeLabel"] == "Forage"
    assert (data["serviceSante"]["maternite"], data["serviceSante"]["urgences24h"]) == (True, False)
    assert data["ecole"]["nom"] == "Liceu"
    west = api(cast.reader_west).get(f"/api/carte/analyse/localite-proximite/{country.cutia.id}").json()["data"]
    assert (west["serviceSante"]["nom"], west["serviceSante"]["region"]) == ("Posto", "Bafatá")
    Locality.objects.filter(id=country.cutia.id).update(geom=None)
    data = api(cast.admin).get(f"/api/carte/analyse/localite-proximite/{country.cutia.id}").json()["data"]
    assert data == {"ecole": None, "pointEau": None, "serviceSante": None}


def test_cards_have_what_their_own_addresses_answer(api, cast, country, household):
    """A device that reads ahead keeps their parts as the answers of these addresses."""
    Member.objects.create(menage=household, nom_complet="Sira", lien_parente="fils")
    other = Household.objects.create(code_menage="H2", taille_menage=1, region=country.east)
    ids = f"{household.id},{other.id},{NOWHERE},{household.id}"
    own = api(cast.agent_west)
    [card] = own.get("/api/carte/analyse/fiches-menages", {"ids": ids}).json()["data"]
    detail = own.get(f"/api/menages/{household.id}")
    assert (card["menage"], card["etag"]) == (detail.json()["data"], detail["ETag"])
    members = own.get(f"/api/menages/{household.id}/membres").json()["hydra:member"]
    assert [one["nomComplet"] for one in card["membres"]] == [one["nomComplet"] for one in members] == ["Sira"]
    assert card["proximite"] == near(api, cast.agent_west, household).json()["data"]
    assert len(api(cast.admin).get("/api/carte/analyse/fiches-menages", {"ids": ids}).json()["data"]) == 2


@pytest.mark.parametrize("ids", ["", "x", ",".join([NOWHERE] * 26)])
def test_cards_are_few_at_once(api, cast, ids):
    assert api(cast.admin).get("/api/carte/analyse/fiches-menages", {"ids": ids}).status_code == 400


@pytest.mark.parametrize("path", ["menage-proximite", "ecoles-proches", "localite-proximite"])
def test_unknown_and_out_of_scope_are_not_found(api, cast, country, household, path):
    own = country.cutia if path == "localite-proximite" else household
    assert api(cast.admin).get(f"/api/carte/analyse/{path}/{NOWHERE}").json()["code"] == "NOT_FOUND"
    assert api(cast.agent_east).get(f"/api/carte/analyse/{path}/{own.id}").status_code == 404
    assert api().get(f"/api/carte/analyse/{path}/{own.id}").status_code == 401


@pytest.mark.parametrize(
    ("metres", "text"), [(0, "0 m"), (449.6, "450 m"), (999.4, "999 m"), (999.6, "1,0 km"), (12_345, "12,3 km")]
)
def test_distances_are_written_for_people(metres, text):
    assert describe_distance(metres) == text
