"""Households of the two regions."""

from typing import Any

import pytest
from django.contrib.gis.geos import Point

from registry.households.models import HeadOfHousehold, Household


@pytest.fixture
def household(country: Any) -> Household:
    """A household of Cutia, in the west."""
    row = Household.objects.create(
        code_menage="OI-000001",
        taille_menage=5,
        milieu="rural",
        score_pmt="18.50",
        categorie_pauvrete="extreme_pauvre",
        eligible_programme=True,
        region=country.west,
        secteur=country.north,
        localite=country.cutia,
        geom=Point(-15.5, 12.75, srid=4326),
        nb_enfants_04=2,
    )
    HeadOfHousehold.objects.create(menage=row, nom_complet="Fatumata Djaló", sexe="F", age=39)
    return row


@pytest.fixture
def eastern(country: Any) -> Household:
    """A household of Galomaro, in the east, without head."""
    return Household.objects.create(
        code_menage="BA-000001",
        taille_menage=3,
        milieu="urbain",
        region=country.east,
        secteur=country.cosse,
        localite=country.galomaro,
    )
