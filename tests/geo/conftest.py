"""Households and schools scattered over both regions."""

from types import SimpleNamespace
from typing import Any

import pytest
from django.contrib.gis.geos import Point

from geo.facilities.models import School
from registry.households.models import Household

CATEGORIES = ("extreme_pauvre", "pauvre", "vulnerable", "non_pauvre")


@pytest.fixture
def scattered(country: Any) -> SimpleNamespace:
    """60 households in the west, 30 in the east, two of the west without position; three schools, one in the east."""
    rows = []
    for number in range(90):
        west = number % 3 < 2
        area = country.west if west else country.east
        lon, lat = (-15.9 if west else -14.9) + (number * 37 % 80) / 100, 12.55 + (number * 53 % 40) / 100
        rows.append(
            Household(
                code_menage=f"M-{number:03}",
                taille_menage=1 + number % 9,
                milieu="rural" if number % 2 else "urbain",
                region=area,
                secteur=country.north if west else country.cosse,
                localite=country.cutia if west else country.galomaro,
                score_pmt=number,
                categorie_pauvrete=CATEGORIES[number % 4],
                eligible_programme=number <= 50,
                geom=None if number in (0, 1) else Point(lon, lat, srid=4326),
            )
        )
    Household.objects.bulk_create(rows)
    schools = [
        School.objects.create(
            nom=name,
            code=f"E{at}",
            type=kind,
            region=area,
            pilote=at == 0,
            telephone=phone,
            geom=Point(lon, 12.75, srid=4326),
        )
        for at, (name, kind, area, lon, phone) in enumerate(
            [
                ('École "Amílcar\nCabral"', "publique", country.west, -15.5, "+245955000001"),
                ("=HYPERLINK(1)", "", country.west, -15.4, None),
                ("Escola", "madrassa", country.east, -14.5, None),
            ]
        )
    ]
    return SimpleNamespace(country=country, schools=schools)
