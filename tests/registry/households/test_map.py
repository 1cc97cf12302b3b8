"""The map's lists of households and villages."""

import pytest
from django.contrib.gis.geos import Point
from django.db import connection
from django.test.utils import CaptureQueriesContext

from registry.households.models import HeadOfHousehold, Household

PATH = "/api/carte/menages"


@pytest.fixture
def homes(country):
    """Four in the west (one without position), one in the east."""
    made = {}
    for code, area, secteur, localite, category, milieu, place in (
        ("A", country.west, country.north, country.cutia, "pauvre", "rural", (-15.5, 12.7)),
        ("B", country.west, country.north, country.cutia, "pauvre", "urbain", (-15.6, 12.8)),
        ("C", country.west, country.south, country.tande, "non_pauvre", "rural", (-15.5, 12.2)),
        ("D", country.west, country.north, country.cutia, "pauvre", "rural", None),
        ("E", country.east, country.cosse, country.galomaro, "vulnerable", None, (-14.5, 12.5)),
    ):
        made[code] = Household.objects.create(
            code_menage=code,
            taille_menage=5,
            region=area,
            secteur=secteur,
            localite=localite,
            milieu=milieu,
            categorie_pauvrete=category,
            score_pmt="41.50",
            eligible_programme=category == "pauvre",
            geom=Point(*place, srid=4326) if place else None,
        )
    HeadOfHousehold.objects.create(menage=made["A"], nom_complet="Quinta Có", telephone="+245955000001")
    return made


def codes(answer):
    return {item["codeMenage"] for item in answer["data"]}


def test_items_have_the_documented_fields(homes, cast, api):
    answer = api(cast.agent_west).get(PATH).json()
    item = next(item for item in answer["data"] if item["codeMenage"] == "A")
    assert item == {
        "id": str(homes["A"].id),
        "codeMenage": "A",
        "latitude": 12.7,
        "longitude": -15.5,
        "chefMenage": {"nomComplet": "Quinta Có"},
        "region": "Oio",
        "secteur": "Mansoa",
        "localite": "Cutia",
        "milieu": "rural",
        "tailleMenage": 5,
        "scorePmt": 41.5,
        "categoriePauvrete": "pauvre",
        "eligibleProgramme": True,
    }
    assert next(item for item in answer["data"] if item["codeMenage"] == "B")["chefMenage"] is None


def test_households_without_position_are_counted_apart(homes, cast, api):
    answer = api(cast.agent_west).get(PATH).json()
    assert codes(answer) == {"A", "B", "C"}
    assert (answer["total"], answer["sansPosition"], answer["tronque"]) == (3, 1, False)


@pytest.mark.parametrize(
    ("query", "found", "lost"),
    [
        ({"categorie": "pauvre"}, {"A", "B"}, 1),
        ({"eligible": "false"}, {"C", "E"}, 0),
        ({"milieu": "rural", "categorie": "pauvre"}, {"A"}, 1),
        ({"bbox": "-15.55,12.6,-15.45,12.9"}, {"A"}, 1),
        ({"bbox": "-14.9,12,-15.55,13"}, {"B", "E"}, 1),
    ],
)
def test_filters(homes, cast, api, query, found, lost):
    answer = api(cast.admin).get(PATH, query).json()
    assert codes(answer) == found
    assert (answer["total"], answer["sansPosition"]) == (len(found), lost)


def test_areas_and_scope(homes, cast, api, country):
    def found(user, **query):
        answer = api(user).get(PATH, query).json()
        return codes(answer), answer["total"], answer["sansPosition"]

    both = f"{country.cutia.id},{country.galomaro.id}"
    assert found(cast.admin, localite=both) == ({"A", "B", "E"}, 3, 1)
    assert found(cast.agent_west, localite=both) == ({"A", "B"}, 2, 1)
    assert found(cast.agent_east, region=str(country.west.id)) == (set(), 0, 0)
    assert found(cast.admin, secteur=f"{country.south.id},{country.cosse.id}") == ({"C", "E"}, 2, 0)
    assert found(cast.stranger) == (set(), 0, 0)


@pytest.mark.parametrize("query", [{}, {"localite": "{cutia},{tande}"}, {"bbox": "-16,12,-15,13"}])
def test_a_cut_list_keeps_the_true_total(homes, cast, api, country, query):
    query = {name: value.format(cutia=country.cutia.id, tande=country.tande.id) for name, value in query.items()}
    answer = api(cast.agent_west).get(PATH, query | {"limit": "2"}).json()
    assert (len(answer["data"]), answer["total"], answer["tronque"]) == (2, 3, True)


def test_queries_do_not_grow(homes, cast, api, country):
    caller = api(cast.agent_west)

    def asked(**query):
        with CaptureQueriesContext(connection) as seen:
            caller.get(PATH, query)
        return len(seen)

    before = asked(), asked(localite=str(country.cutia.id))
    for number in range(20):
        Household.objects.create(
            code_menage=f"N{number}",
            taille_menage=1,
            region=country.west,
            secteur=country.north,
            localite=country.cutia,
            geom=Point(-15.5, 12.7, srid=4326),
        )
    assert (asked(), asked(localite=str(country.cutia.id))) == before == (3, 3)


@pytest.mark.parametrize("query", [{"bbox": "10,20,30"}, {"categorie": "riche"}, {"milieu": "x"}, {"limit": "0"}])
def test_bad_input_is_named(homes, cast, api, query):
    answer = api(cast.admin).get(PATH, query)
    assert answer.status_code == 400
    assert list(answer.json()["details"]) == list(query)


def test_villages_count_the_households_of_the_scope(homes, cast, api, country):
    answer = api(cast.admin).get("/api/carte/tabancas").json()
    assert {item["nom"]: item["nbMenages"] for item in answer["data"]} == {"Cutia": 3, "Galomaro": 1}
    (only,) = api(cast.agent_west).get("/api/carte/tabancas").json()["data"]
    assert only == {
        "id": str(country.cutia.id),
        "nom": "Cutia",
        "type": "village",
        "typeLabel": "Village",
        "latitude": 12.75,
        "longitude": -15.5,
        "region": "Oio",
        "secteur": "Mansoa",
        "localite": "Cutia",
        "population": 640,
        "nbMenages": 3,
    }
    assert api(cast.admin).get("/api/carte/tabancas", {"region": str(country.east.id)}).json()["total"] == 1
