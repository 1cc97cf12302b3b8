"""Why a household is in or out, in words that need no list of codes."""

import pytest
from django.db import connection

from registry.households.models import Household
from tests.transfers.eligibility.conftest import GIRLS, rule


def test_the_reasons_have_words_for_codes(create, evaluate, household):
    Household.objects.update(categorie_pauvrete="extreme_pauvre", taille_menage=1)
    rules = rule("categoriePauvrete", "in", ["pauvre", "vulnerable"]), rule("nbPersonnes", "=", 3, personnes=GIRLS)
    category, people = evaluate(create(*rules))["details"]
    assert (category["valeurAttendue"], category["valeurReelle"]) == (["pauvre", "vulnerable"], "extreme_pauvre")
    assert category["explication"] == (
        "Catégorie de pauvreté : extrême pauvre, non rempli (attendu : est parmi pauvre, vulnérable)."
    )
    assert "femmes, au moins 10 ans, au plus 14 ans : 0, non rempli" in people["explication"]


@pytest.mark.parametrize(
    ("metres", "written"), [(529.6162826455696, "529,62, rempli"), (5000.0042, "5000,0042, non rempli")]
)
def test_the_reasons_have_no_more_decimals_than_they_need(create, evaluate, household, metres, written):
    """A distance is shown in centimetres, unless it would then read as the limit that it misses."""
    with connection.cursor() as cursor:
        cursor.execute(
            "INSERT INTO analysis_nearest_service (menage_id, region_id, ecole_metres) VALUES (%s, %s, %s)"
            " ON CONFLICT (menage_id) DO UPDATE SET ecole_metres = excluded.ecole_metres",
            [household.id, household.region_id, metres],
        )
    [verdict] = evaluate(create(rule("distanceEcole", "<=", 5000)))["details"]
    assert verdict["valeurReelle"] == metres
    assert f"Distance de l'école la plus proche (mètres) : {written} (attendu" in verdict["explication"]
