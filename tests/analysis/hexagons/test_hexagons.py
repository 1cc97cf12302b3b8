"""GET /api/carte/stats/hexagones."""

import pytest
from django.contrib.gis.geos import Point

from registry.households.models import Household
from transfers.complaints.models import Complaint

PATH = "/api/carte/stats/hexagones"


@pytest.fixture
def placed(country):
    """Three households in one hexagon, of which two are eligible and one has no score; one far away; a late complaint."""
    for number, (x, y, score) in enumerate(
        ((-15.5, 12.75, 20), (-15.501, 12.75, 40), (-15.5, 12.751, None), (-14.7, 12.2, 90))
    ):
        Household.objects.create(
            code_menage=f"H{number}",
            taille_menage=3,
            region=country.west if x < -15 else country.east,
            score_pmt=score,
            eligible_programme=score in {20, 40},
            geom=Point(x, y, srid=4326),
        )
    for number, day in enumerate(("2020-01-01", "2999-01-01")):
        Complaint.objects.create(
            reference=f"P{number}",
            categorie="service",
            priorite="haute",
            objet="Pompe",
            region=country.west,
            secteur=country.north,
            localite=country.cutia,
            echeance=day,
        )


def ask(api, user, **query):
    answer = api(user).get(PATH, {"cellule": 10_000, **query})
    assert answer.status_code == 200, answer.content
    features = answer.json()["data"]["features"]
    return sorted((feature["properties"] for feature in features), key=lambda one: -one["totalMenages"])


def test_figures_have_their_denominators(api, cast, country, placed):
    full, far = ask(api, cast.admin)
    assert (full["totalMenages"], full["menagesEligibles"], full["scorePmtMoyen"]) == (3, 2, 30.0)
    assert (far["totalMenages"], far["menagesEligibles"], far["scorePmtMoyen"]) == (1, 0, 90.0)
    near, *rest = ask(api, cast.admin, groupe="plaintes")
    whole = near if near["plaintes"] else next(one for one in rest if one["plaintes"])
    assert (whole["plaintes"], whole["ouvertes"], whole["enRetard"]) == (2, 2, 1)
    assert whole["tauxMenages"] == (666.7 if whole["totalMenages"] else None)
    # The hexagon of Cutia has its 640 inhabitants, the other no locality.
    assert (whole["population"], whole["tauxHabitants"]) == (640, 3.1)
    assert {one["population"] for one in (near, *rest) if one is not whole} == {None}
    paid = ask(api, cast.admin, groupe="paiements")
    assert {(one["paiements"], one["montant"]) for one in paid} == {(0, 0)}
    assert [one["montantParMenage"] for one in paid] == [0, 0]


def test_only_own_regions_and_permitted_figures(api, cast, country, placed):
    assert [one["totalMenages"] for one in ask(api, cast.admin, region=str(country.east.id))] == [1]
    assert [one["totalMenages"] for one in ask(api, cast.agent_west)] == [3]
    assert api().get(PATH).status_code == 401
    assert api(cast.admin).get(PATH, {"cellule": 100}).status_code == 400
