"""Questions about services: where the counted ones are, who is without one, and one reason for each refusal."""

from types import SimpleNamespace
from typing import Any

import pytest
from django.contrib.gis.geos import Point

from analysis.assistant.language.recognition import recognise_question
from analysis.assistant.types import ServiceDistance
from analysis.assistant.wording.refusals import REASONS
from geo.facilities.models import School
from tests.analysis.assistant.questions import TODAY, build_gazetteer
from tests.analysis.assistant.test_ask import ask


@pytest.fixture
def schools(country: SimpleNamespace) -> SimpleNamespace:
    for place in range(3):
        School.objects.create(
            nom=f"EB {place}",
            type="publique",
            region=country.west,
            secteur=country.north,
            geom=Point(-15.5 + place / 100, 12.76, srid=4326),
        )
    return country


def test_counted_services_are_on_the_map(schools: SimpleNamespace, cast: SimpleNamespace, api: Any) -> None:
    found = ask(api(cast.admin), "Combien d'écoles à Oio ?")
    shapes = [feature["geometry"]["type"] for feature in found["couche"]["features"]]
    assert (found["valeur"], shapes.count("Point"), len(shapes)) == (3, 3, 4)
    none = ask(api(cast.admin), "Combien d'écoles à Bafatá ?")
    assert [feature["geometry"]["type"] for feature in none["couche"]["features"]] == ["MultiPolygon"]


@pytest.mark.parametrize(
    ("question", "service", "sense", "metres"),
    [
        ("ménages pauvres sans école à moins de 5 km à Bafatá", "ecoles", "plus", 5000),
        ("Combien de ménages sans école dans un rayon de 2 km à Oio ?", "ecoles", "plus", 2000),
        ("ménages sans école", "ecoles", "plus", 3000),
        ("ménages sans poste de police à Gabú", "polices_judiciaires", "plus", 20_000),
        ("ménages avec une école à moins de 2 km", "ecoles", "moins", 2000),
        ("Combien de ménages n'ont aucune école à moins de 3 km ?", "ecoles", "plus", 3000),
        ("Agregados pobres sem escola a menos de 5 km em Bafatá", "ecoles", "plus", 5000),
        ("Poor households without a school within 5 km", "ecoles", "plus", 5000),
    ],
)
def test_what_is_missing_has_its_distance(question: str, service: str, sense: str, metres: float) -> None:
    plan = recognise_question(question, build_gazetteer(), TODAY).plan
    assert plan is not None and plan.sujet == "menages"
    [distance] = plan.distances
    assert (distance.service, distance.sens, distance.metres) == (service, sense, metres)


def test_a_norm_is_said_only_where_it_counts() -> None:
    gazetteer = build_gazetteer()
    assert recognise_question("ménages sans école", gazetteer, TODAY).corrections == (("sans ecole", "> 3 km"),)
    assert recognise_question("ménages sans école à moins de 5 km", gazetteer, TODAY).corrections == ()


def test_a_water_point_that_works_is_one_that_works() -> None:
    plan = recognise_question("ménages sans point d'eau fonctionnel à moins de 1 km", build_gazetteer(), TODAY).plan
    assert plan is not None
    assert plan.distances == (ServiceDistance("points_eau", "plus", 1000.0, None, en_service=True),)
    assert plan.filtres == {}


@pytest.mark.parametrize(
    ("question", "reason"),
    [
        ("Combien de ménages en 2030 ?", "future"),
        ("Combien d'écoles en 2024 ?", "undated"),
        ("ménages à 5 km", "radius"),
        ("ménages à plus de 900 km d'une école", "far"),
        ("Ménages non visités depuis 2 ans", "unvisited"),
        ("Combien d'enfants à Bafatá ?", "ages"),
        ("Combien de ménages ont été validés ce mois-ci ?", "step"),
    ],
)
def test_each_refusal_has_one_reason(question: str, reason: str) -> None:
    fault = recognise_question(question, build_gazetteer(), TODAY).fault
    assert fault is not None and fault.reason == reason
    assert ", ou ne " not in str(REASONS[reason])


def test_all_but_the_rejected_are_one_phrase(cast: SimpleNamespace, api: Any) -> None:
    stages = ["en_collecte", "soumis", "valide", "integre"]
    plan = {"genre": "compter", "sujet": "menages", "filtres": {"etape": stages}}
    answer = api(cast.admin).post("/api/carte/assistant", {"plan": plan}, content_type="application/json")
    assert [one["texte"] for one in answer.json()["data"]["compris"]][1:] == ["sans les rejetés"]
