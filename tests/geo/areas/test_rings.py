"""Polygons as GeoJSON has them (RFC 7946): outer rings counterclockwise, holes clockwise, in every answer with any."""

import json
from collections.abc import Iterator
from typing import Any

import pytest
from django.contrib.gis.geos import MultiPolygon, Point, Polygon
from django.db import connection

from geo.areas.models import Region, Sector
from registry.households.models import Household
from tests.accounts.backoffice.conftest import let_in
from tests.geo.imports.conftest import counts, feature, geojson, load

__all__ = ["let_in", "load"]
COVERAGE = "/api/carte/analyse/couverture?geojson=true"

# Clockwise, around a hole that runs counterclockwise: what many tools write.
OUTER = [[-16, 12], [-16, 13], [-15, 13], [-15, 12], [-16, 12]]
HOLE = [[-15.8, 12.2], [-15.2, 12.2], [-15.2, 12.4], [-15.8, 12.4], [-15.8, 12.2]]
SHAPE = {"type": "Polygon", "coordinates": [OUTER, HOLE]}


def polygons_in(found: Any) -> Iterator[list[list[list[float]]]]:
    """The rings of every polygon in a JSON value, wherever it stands."""
    if isinstance(found, dict):
        if found.get("type") == "Polygon":
            yield found["coordinates"]
        elif found.get("type") == "MultiPolygon":
            yield from found["coordinates"]
        for value in found.values():
            yield from polygons_in(value)
    elif isinstance(found, list):
        for value in found:
            yield from polygons_in(value)


def is_counterclockwise(ring: list[list[float]]) -> bool:
    return sum(a[0] * b[1] - b[0] * a[1] for a, b in zip(ring, ring[1:], strict=False)) > 0


def require_rings(found: Any, holes: int | None = None) -> None:
    polygons = list(polygons_in(found))
    assert polygons
    assert all(is_counterclockwise(outer) for outer, *_ in polygons)
    inner = [ring for _, *rings in polygons for ring in rings]
    assert not any(is_counterclockwise(ring) for ring in inner)
    assert holes is None or len(inner) == holes


@pytest.fixture
def holed(country):
    """The west region and its northern secteur with a hole, as a tool wrote them."""
    for row in (country.west, country.north):
        row.geom = MultiPolygon(Polygon(OUTER, HOLE))
        row.save()
    return country


ADDRESSES = [
    ("get", "/api/regions/{west}", {"geometrie": "true"}),
    ("get", "/api/secteurs/{north}", {"geometrie": "true"}),
    ("get", "/api/carte/export/geojson", {"type": "regions"}),
    ("get", "/api/carte/export/geojson", {"type": "secteurs"}),
    ("post", COVERAGE, {"type": "ecoles", "rayon": 5000, "niveau": "region"}),
    ("post", COVERAGE, {"type": "ecoles", "rayon": 5000, "niveau": "secteur"}),
]


@pytest.mark.parametrize(("method", "path", "sent"), ADDRESSES)
def test_boundaries_turn_as_geojson_has_them(api, cast, holed, method, path, sent):
    answer = getattr(api(cast.admin), method)(path.format(west=holed.west.id, north=holed.north.id), sent)
    assert answer.status_code == 200
    require_rings(json.loads(b"".join(answer) if answer.streaming else answer.content), holes=1)


@pytest.fixture
def home(country):
    return Household.objects.create(
        code_menage="OI-000001", taille_menage=1, region=country.west, secteur=country.north, localite=country.cutia,
        geom=Point(-15.5, 12.75, srid=4326),
    )  # fmt: skip


@pytest.mark.parametrize("mode", ["hexagone", "carre"])
def test_cells_turn_as_geojson_has_them(api, cast, home, mode):
    answer = api(cast.admin).get("/api/carte/analyse/densite", {"cellule": 5000, "mode": mode})
    require_rings(answer.json())


def test_the_ground_of_the_administration_turns_so(cast, holed, let_in):
    require_rings(let_in(cast.admin).get("/admin/geo/region/fond.json").json(), holes=2)


def test_what_is_written_turns_so_whichever_way_it_came(api, cast, load):
    sent = {"nom": "N", "code": "N1", "geometrie": SHAPE}
    assert api(cast.admin).post("/api/regions", sent).status_code == 201
    rings = [[[lon + 3, lat] for lon, lat in ring] for ring in (OUTER, HOLE)]
    content = geojson(feature({"type": "Polygon", "coordinates": rings}, nom="Gabu", code="GB"))
    assert counts(load("region", content, allow_outside="oui")) == (1, 0, 0, 0)
    for row in Region.objects.filter(code__in=["N1", "GB"]):
        for shape in (row.geom, row.contour):
            require_rings(json.loads(shape.json), holes=1)
    assert counts(load("region", content)) == (0, 0, 1, 0)


def test_no_boundary_turns_the_other_way(holed):
    """Also one that a statement beside the service writes."""
    Sector.objects.update(geom=MultiPolygon(Polygon(OUTER, HOLE)))
    with connection.cursor() as cursor:
        cursor.execute(
            "SELECT count(*) FROM geo_secteur WHERE NOT (ST_IsPolygonCCW(geom) AND ST_IsPolygonCCW(contour))"
        )
        assert cursor.fetchone() == (0,)
