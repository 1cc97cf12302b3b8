"""POST /api/carte/analyse/couverture of beneficiaries, complaints and inhabitants, each against plain SQL of its own."""

from datetime import date

import pytest

from accounts.roles.models import Role
from geo.areas.models import Locality
from registry.households.models import Household
from registry.projects.models import Project
from tests.analysis.coverage.test_couverture import household
from tests.analysis.proximity.world import run
from tests.conftest import make_user
from transfers.beneficiaries.models import Beneficiary
from transfers.complaints.models import Complaint
from transfers.programmes.models import Programme

PATH = "/api/carte/analyse/couverture"
ASKED = {"type": "ecoles", "rayon": 5000, "niveau": "secteur"}


@pytest.fixture
def people(country):
    """One school at Cutia; beneficiaries at 0 and 11 km in the north, one in the east, one nowhere; complaints."""
    run(
        "INSERT INTO geo_ecole (nom, geom, region_id) VALUES ('E', 'SRID=4326;POINT(-15.5 12.75)', %s)", country.west.id
    )
    household("N0", -15.5, 12.75, country.west, country.north, country.cutia, milieu="rural")
    household("N1", -15.5, 12.85, country.west, country.north, milieu="urbain", categorie_pauvrete="pauvre")
    household("E0", -14.5, 12.5, country.east, country.cosse)
    household("L0", None, None, country.west, country.north)
    project = Project.objects.create(code="PP", nom="Projet")
    programme = Programme.objects.create(
        code="PG", nom="Programme", statut="actif", date_debut="2025-01-01", projet=project
    )
    for number, home in enumerate(Household.objects.order_by("code_menage")):
        Beneficiary.objects.create(code=f"B{number}", menage=home, programme=programme, nom_complet="Nhima Cá")
    places = [(country.cutia, "paiement"), (country.cutia, "ciblage"), (country.tande, "paiement"), (None, "paiement")]
    for number, (place, category) in enumerate([*places, (country.cutia, "vbg")]):
        Complaint.objects.create(
            reference=f"PLT-{number}",
            categorie=category,
            priorite="basse",
            region=country.west,
            secteur=country.north if place == country.cutia else country.south,
            localite=place,
            echeance=date(2026, 1, 1),
        )
    return country


def ask(api, user, subject, status=200, **change):
    answer = api(user).post(f"{PATH}{change.pop('query', '')}", ASKED | {"sujet": subject} | change)
    assert answer.status_code == status, answer.content
    return answer.json()["data"] if status == 200 else answer.json()


def by_zone(data):
    subject = data["sujet"]
    return {zone["nom"]: (zone[subject], zone["couverts"], zone["taux"]) for zone in data["zones"]}


def test_beneficiaries_lie_at_their_households(people, api, cast):
    data = ask(api, cast.admin, "beneficiaires")
    assert data["total"] == {"beneficiaires": 3, "couverts": 1, "taux": 33.33}
    assert data["sansPosition"] == 1
    assert by_zone(data) == {"Cossé": (1, 0, 0.0), "Mansoa": (2, 1, 50.0), "Nhacra": (0, 0, None)}
    rates = {zone["nom"]: (zone["population"], zone["pour1000Habitants"]) for zone in data["zones"]}
    assert rates == {"Cossé": (None, None), "Mansoa": (640, 3.1), "Nhacra": (None, None)}
    plain = run(
        """SELECT count(*), count(*) FILTER (WHERE EXISTS (SELECT FROM geo_ecole AS e
             WHERE ST_Distance(e.geom::geography, m.geom::geography) <= 5000))
           FROM transfers_beneficiaire AS b JOIN registry_menage AS m ON m.id = b.menage_id WHERE m.geom IS NOT NULL"""
    )
    assert plain == [(data["total"]["beneficiaires"], data["total"]["couverts"])]
    poor = ask(api, cast.admin, "beneficiaires", filtres={"categorie": "pauvre"})
    assert (poor["total"]["beneficiaires"], poor["sansPosition"]) == (1, 0)
    village = ask(api, cast.admin, "beneficiaires", niveau="localite", query="?geojson=1")
    assert by_zone(village)["Cutia"] == (1, 1, 100.0)
    assert village["geojson"]["features"][0]["geometry"]["type"] == "Point"


def test_complaints_lie_at_their_localities_and_none_is_of_violence(people, api, cast):
    data = ask(api, cast.admin, "plaintes")
    assert data["total"] == {"plaintes": 3, "couverts": 2, "taux": 66.67}
    assert data["sansPosition"] == 1
    assert by_zone(data)["Mansoa"] == (2, 2, 100.0)
    metres = run(
        "SELECT ST_Distance('SRID=4326;POINT(-15.5 12.75)'::geography, 'SRID=4326;POINT(-15.5 12.25)'::geography)"
    )[0][0]
    nhacra = next(zone for zone in data["zones"] if zone["nom"] == "Nhacra")
    assert (nhacra["plaintes"], nhacra["distanceMoyenne"]) == (1, pytest.approx(metres, abs=0.06))
    assert ask(api, cast.admin, "plaintes", filtres={"region": str(people.east.id)})["total"]["plaintes"] == 0
    assert ask(api, cast.admin, "plaintes", filtres={"secteur": str(people.south.id)})["total"]["plaintes"] == 1
    # Nobody's complaint is of a category of poverty, and the filter is not ignored.
    for name, value in (("categorie", "pauvre"), ("milieu", "rural"), ("eligible", False)):
        refused = ask(api, cast.admin, "plaintes", 400, filtres={name: value})
        assert list(refused["details"]) == [f"filtres.{name}"]
    # As any other fault of the body is named.
    refused = ask(api, cast.admin, "plaintes", 400, filtres={"categorie": "riche"})
    assert list(refused["details"]) == ["filtres.categorie"]


def test_inhabitants_count_as_many_as_they_are(people, api, cast):
    Locality.objects.filter(id=people.tande.id).update(population=160)
    Locality.objects.create(nom="Sans point", secteur=people.south, population=40)
    data = ask(api, cast.admin, "habitants")
    assert data["total"] == {"habitants": 800, "couverts": 640, "taux": 80.0}
    assert data["sansPosition"] == 40
    zones = {zone["nom"]: zone for zone in data["zones"]}
    assert (zones["Nhacra"]["habitants"], zones["Nhacra"]["taux"], zones["Nhacra"]["population"]) == (160, 0.0, 200)
    assert "pour1000Habitants" not in zones["Nhacra"]
    assert by_zone(ask(api, cast.admin, "habitants", niveau="region"))["Oio"] == (800, 640, 80.0)


def test_scope_and_permissions(people, api, cast):
    assert ask(api, cast.agent_east, "plaintes")["total"]["plaintes"] == 0
    assert ask(api, cast.reader_west, "beneficiaires")["total"]["beneficiaires"] == 2
    analyst = make_user("ROLE_USER", people.west)
    Role.objects.filter(id=analyst.role_id).update(permissions=["analyses.lire"])
    for subject in ("beneficiaires", "plaintes", "habitants"):
        ask(api, analyst, subject, 403)
    assert ask(api, analyst, "menages")["total"]["menages"] == 2


def test_a_collection_of_features_counts_them_too(people, api, cast):
    answer = api(cast.admin).get("/ogc/collections/couverture/items", {"sujet": "plaintes", "niveau": "region"})
    found = {each["properties"]["nom"]: each["properties"]["plaintes"] for each in answer.json()["features"]}
    assert found == {"Bafatá": 0, "Oio": 3}
    refused = api(cast.admin).get("/ogc/collections/couverture/items", {"sujet": "plaintes", "milieu": "rural"})
    assert (refused.status_code, "milieu" in refused.content.decode()) == (400, True)
    assert "filtres.milieu" not in refused.content.decode()
