"""Contours of neighbours: simplified together, without holes between them or ground that belongs to two."""

import json
import math

import pytest
from django.contrib.gis.geos import GEOSGeometry, MultiPolygon, Polygon
from django.db import connection

from geo.areas.models import Region, Sector
from tests.geo.imports.conftest import feature, geojson

# Area of each contour, of all together, and of the holes that nobody's contour covers.
MEASURES = """
WITH whole AS (SELECT ST_Union(contour) AS geom, sum(ST_Area(contour)) AS parts, count(*) AS units FROM geo_secteur)
SELECT units, parts, ST_Area(geom), ST_NumInteriorRings(ST_GeometryN(geom, 1)), ST_NumGeometries(geom) FROM whole
"""


def wave(start: tuple[float, float], end: tuple[float, float], steps: int = 60) -> list[tuple[float, float]]:
    """A border of many small bends between two corners, the same for both neighbours."""
    (west, south), (east, north) = start, end
    across = 0.0012 / math.hypot(east - west, north - south)
    found = []
    for step in range(steps + 1):
        bend = across * math.sin(2.7 * step) * (0 < step < steps)
        along = step / steps
        found.append(
            (
                west + along * (east - west) - bend * (north - south),
                south + along * (north - south) + bend * (east - west),
            )
        )
    return found


def tile(column: int, row: int) -> list[tuple[float, float]]:
    """The ring of one unit of a grid whose borders bend."""
    corners = [(-16 + 0.1 * (column + x), 12 + 0.1 * (row + y)) for x, y in ((0, 0), (1, 0), (1, 1), (0, 1))]
    south, east = wave(corners[0], corners[1]), wave(corners[1], corners[2])
    north, west = wave(corners[3], corners[2])[::-1], wave(corners[0], corners[3])[::-1]
    return [*south[:-1], *east[:-1], *north[:-1], *west]


GRID = [(column, row) for column in range(6) for row in range(6)]


@pytest.fixture
def grid(db):
    region = Region.objects.create(
        nom="Oio", code="OI", geom=MultiPolygon(Polygon.from_bbox((-16.1, 11.9, -15.3, 12.7)))
    )
    Sector.objects.bulk_create(
        Sector(
            nom=f"S{column}{row}", code=f"S{column}{row}", region=region, geom=MultiPolygon(Polygon(tile(column, row)))
        )
        for column, row in GRID
    )
    return region


def measures() -> tuple[int, float, float, int, int]:
    with connection.cursor() as cursor:
        cursor.execute(MEASURES)
        return cursor.fetchone()


def require_coverage() -> None:
    units, parts, whole, holes, pieces = measures()
    assert (units, holes, pieces) == (36, 0, 1)
    assert parts == pytest.approx(whole, rel=1e-9)


def test_neighbours_share_their_simplified_borders(grid):
    require_coverage()
    before, after = (
        sum(getattr(unit, name).num_coords for unit in Sector.objects.all()) for name in ("geom", "contour")
    )
    assert after < before / 3
    assert all(unit.contour.valid and unit.contour.distance(unit.geom) == 0 for unit in Sector.objects.all())


def test_a_border_that_moves_moves_for_both(grid):
    unit, east = Sector.objects.get(code="S22"), Sector.objects.get(code="S32")
    ring = tile(2, 2)
    moved = [(lon + 0.02 * (lon > -15.72), lat) for lon, lat in ring]
    unit.geom = MultiPolygon(Polygon(moved))
    unit.save()
    east.geom = MultiPolygon(Polygon([(lon + 0.02 * (lon < -15.68), lat) for lon, lat in tile(3, 2)]))
    east.save()
    unit.refresh_from_db()
    assert unit.contour.extent[2] == pytest.approx(-15.68, abs=0.003)


def test_an_import_leaves_a_coverage(grid, load):
    features = [
        feature({"type": "Polygon", "coordinates": [tile(column, row)]}, nom=f"S{column}{row}", code=f"S{column}{row}")
        for column, row in GRID
    ]
    Sector.objects.all().update(geom=None)
    report = load("secteur", geojson(*features), source="b")
    assert report["updated"] == 36
    require_coverage()


def test_islands_holes_and_units_smaller_than_the_tolerance_stay(grid):
    enclave = Polygon.from_bbox((-15.951, 12.049, -15.95, 12.05))
    around = Sector.objects.get(code="S00")
    island = Polygon.from_bbox((-16.09, 12.6, -16.0895, 12.6005))
    around.geom = MultiPolygon(around.geom.difference(enclave), island)
    around.save()
    small = Sector.objects.create(nom="Ilha", code="IL", region=grid, geom=MultiPolygon(enclave))
    for unit in (small, around):
        unit.refresh_from_db()
    assert small.contour.area > 0
    assert around.contour.num_geom == 2
    assert around.contour.intersection(small.contour).area == pytest.approx(0, abs=1e-12)


def test_overlaps_of_the_source_stay_as_they_are(db):
    west, east = Polygon.from_bbox((-16, 12, -15, 13)), Polygon.from_bbox((-15.5, 12, -14.5, 13))
    units = [
        Region.objects.create(nom=name, code=name, geom=MultiPolygon(shape))
        for name, shape in (("A", west), ("B", east))
    ]
    for unit in units:
        unit.refresh_from_db()
        assert unit.contour.equals(unit.geom)
    assert json.loads(GEOSGeometry(units[0].contour).json)["type"] == "MultiPolygon"


def test_borders_that_were_drawn_twice_leave_faces_as_thin_as_a_hair(db):
    """GEOS looked for the middle of such a face until memory ended, and no timeout interrupted it."""
    for number, width in enumerate((4e-15, 1e-12, 1e-9, 1e-6, 1e-4)):
        south, north = 12 + number, 12.5 + number
        # A gap between two straight borders, and an overlap of two slanting ones.
        for name, west, east, lean in (
            ("A", -16, -15.5, 0),
            ("B", -15.5 + width, -15.3, 0.1),
            ("C", -15.3 - width, -15, 0.1),
        ):
            ring = [(west, south), (east, south), (east + lean, north), (west + lean * (name == "C"), north)]
            shape = MultiPolygon(Polygon([*ring, ring[0]]))
            unit = Region.objects.create(nom=f"{name}{number}", code=f"{name}{number}", geom=shape)
            unit.refresh_from_db()
            assert unit.contour.valid and unit.contour.area == pytest.approx(shape.area, rel=0.01)
