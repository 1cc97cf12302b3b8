"""Households that are, or are not, registered twice."""

from collections.abc import Callable
from datetime import UTC, datetime
from typing import Any

import pytest
from django.contrib.gis.geos import Point

from registry.households.models import HeadOfHousehold, Household

COLLECTED = datetime(2025, 6, 1, tzinfo=UTC)
Make = Callable[..., Household]


@pytest.fixture
def make(country: Any) -> Make:
    """`make(code, name, …)`: a household in Cutia with its head; what is told replaces the defaults."""

    def made(code: str, nom: str | None = "Fatumata Djaló", **more: Any) -> Household:
        place = {
            "region": country.west,
            "secteur": country.north,
            "localite": country.cutia,
            "taille_menage": 5,
            "geom": Point(-15.5, 12.75, srid=4326),
            "date_collecte": COLLECTED,
        }
        head = {"sexe": "F", "age": 40, "telephone": "+245955123456"}
        head = {name: more.pop(name, value) for name, value in head.items()}
        household = Household.objects.create(code_menage=code, **place | more)
        if nom is not None:
            HeadOfHousehold.objects.create(menage=household, nom_complet=nom, **head)
        return household

    return made


@pytest.fixture
def twins(make: Make) -> tuple[Household, Household]:
    """One household, written down twice."""
    first = make("D-1")
    second = make("D-2", "Diallo Fatoumata", age=41, geom=Point(-15.50005, 12.75003, srid=4326))
    return first, second


@pytest.fixture
def others(make: Make) -> list[Household]:
    """Households that are nobody's double."""
    return [
        make(
            "N-1", "Augusto Mendes", sexe="M", age=63, telephone="+245966000001", geom=Point(-15.48, 12.76, srid=4326)
        ),
        make("N-2", "Fatumata Sané", age=22, telephone="+245966000002", geom=Point(-15.47, 12.74, srid=4326)),
        make("N-3", None, geom=None, localite=None),
    ]
