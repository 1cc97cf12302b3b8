"""GET /api/carte/analyse/grappes."""

from types import SimpleNamespace
from typing import Any

import pytest
from django.contrib.gis.geos import Point

from geo.areas.models import Region, Sector
from registry.households.models import Household
from tests.conftest import square

PATH = "/api/carte/analyse/grappes"
SIDE = 4


@pytest.fixture
def lattice(country: SimpleNamespace) -> SimpleNamespace:
    """Sixteen sectors of a region south of the others, poor in the west; three households in each."""
    region = Region.objects.create(nom="Tombali", code="TO", geom=square(-16, 10, -14, 12))
    sectors = [
        Sector(
            nom=f"T{row}{column}",
            region=region,
            geom=square(-16 + column / 2, 10 + row / 2, -15.5 + column / 2, 10.5 + row / 2),
        )
        for row in range(SIDE)
        for column in range(SIDE)
    ]
    Sector.objects.bulk_create(sectors)
    Household.objects.bulk_create(
        Household(
            code_menage=f"{sector.nom}-{number}",
            taille_menage=3,
            region=region,
            secteur=sector,
            score_pmt=10 + 25 * int(sector.nom[2]) + number,
            geom=Point(*sector.geom.centroid.coords, srid=4326),
        )
        for sector in sectors
        for number in range(3)
    )
    # Without a score: counted nowhere.
    Household.objects.create(code_menage="X", taille_menage=3, region=region, secteur=sectors[0])
    return SimpleNamespace(region=region, sectors=sectors)


def ask(api: Any, user: Any, **query: Any) -> dict[str, Any]:
    answer = api(user).get(PATH, query)
    assert answer.status_code == 200, answer.content
    return answer.json()["data"]


def test_poor_sectors_beside_poor_ones_are_a_cluster(lattice: Any, cast: Any, api: Any) -> None:
    data = ask(api, cast.admin)
    shown = {feature["properties"]["nom"]: feature for feature in data["features"]}
    assert len(shown) == 16 and data["resume"]["zones"] == 16
    assert shown["T10"]["properties"] | {"id": "", "moranLocal": 0, "valeurP": 0} == {
        "id": "",
        "nom": "T10",
        "menages": 3,
        "scorePmtMoyen": 11.0,
        "voisins": 5,
        "moranLocal": 0,
        "valeurP": 0,
        "classe": "grappe_pauvrete",
    }
    assert shown["T13"]["properties"]["classe"] == "grappe_aisance"
    assert shown["T11"]["geometry"]["type"] == "MultiPolygon"
    assert data["resume"]["moran"] > 0.5 and data["resume"]["attendu"] == -0.0667
    assert sum(data["resume"]["parClasse"].values()) == 16
    # The same rows, the same map.
    assert ask(api, cast.admin) == data
    # A stricter threshold takes clusters away, and adds none.
    strict = ask(api, cast.admin, seuil=0.001)["resume"]["parClasse"]
    assert strict.get("grappe_pauvrete", 0) <= data["resume"]["parClasse"]["grappe_pauvrete"]


def test_hexagons_and_their_scope(lattice: Any, cast: Any, api: Any) -> None:
    data = ask(api, cast.admin, niveau="hexagone", cellule=50_000)
    assert sum(feature["properties"]["menages"] for feature in data["features"]) == 48
    assert all(len(feature["geometry"]["coordinates"][0]) == 7 for feature in data["features"])
    assert {feature["properties"]["nom"] for feature in data["features"]} == {None}
    # The agent of another region sees nothing of this one.
    for level in ("secteur", "hexagone"):
        assert ask(api, cast.agent_west, niveau=level)["features"] == []
    none = ask(api, cast.admin, region=str(Region.objects.get(code="OI").id))
    assert none["features"] == [] and none["resume"] == {
        "zones": 0,
        "moran": None,
        "attendu": None,
        "permutations": 999,
        "parClasse": {},
    }


def test_with_few_areas_nothing_is_significant(country: Any, cast: Any, api: Any) -> None:
    for number, sector in enumerate((country.north, country.south, country.cosse)):
        Household.objects.create(
            code_menage=str(number), taille_menage=2, region=sector.region, secteur=sector, score_pmt=10 * number
        )
    data = ask(api, cast.admin)
    # A household without a position is no point of the map.
    assert data["features"] == []


@pytest.mark.parametrize(
    "query",
    [{"niveau": "commune"}, {"cellule": "999"}, {"cellule": "NaN"}, {"seuil": "0"}, {"seuil": "1"}, {"region": "x"}],
)
def test_what_cannot_be_is_refused(cast: Any, api: Any, query: dict[str, str]) -> None:
    answer = api(cast.admin).get(PATH, query)
    assert (answer.status_code, answer.json()["code"]) == (400, "VALIDATION_ERROR")
