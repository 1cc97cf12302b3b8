"""The statement that numbers a million points says the same as the formulas written out, and computes them once."""

from types import SimpleNamespace

import pytest
from django.db import connection

from analysis.density.queries import _build_density_sql, compute_density
from analysis.density.rules import EQUATOR_RADIUS, GRIDS, SQRT_3, compute_projection, compute_scale
from registry.households.models import Household
from tests.analysis.proximity.world import households, run

EVERYBODY = SimpleNamespace(region_ids=None, holds=lambda permission: True)
POINTS = "SELECT geom, score_pmt FROM registry_menage WHERE geom IS NOT NULL"
# As the endpoint was defined: each formula where it is used, scores averaged by the database.
FIRST = "(x - %(size)s * round(x / %(size)s)) ^ 2 + (y - %(high)s * round(y / %(high)s)) ^ 2"
SECOND = "(x - %(size)s * (floor(x / %(size)s) + 0.5)) ^ 2 + (y - %(high)s * (floor(y / %(high)s) + 0.5)) ^ 2"
NUMBERS = {
    "carre": ("floor(x / %(size)s)", "floor(y / %(size)s)"),
    "hexagone": (
        f"CASE WHEN {FIRST} <= {SECOND} THEN 2 * round(x / %(size)s) ELSE 2 * floor(x / %(size)s) + 1 END",
        f"CASE WHEN {FIRST} <= {SECOND} THEN 2 * round(y / %(high)s) ELSE 2 * floor(y / %(high)s) + 1 END",
    ),
}
PLAIN = """
WITH placed AS (
  SELECT score_pmt, %(a)s * %(k0)s * radians(ST_X(geom) - %(meridian)s) AS x,
         %(a)s / (2 * %(k0)s) * (1 - %(es)s) * (s / (1 - %(es)s * s * s)
           - ln((1 - %(e)s * s) / (1 + %(e)s * s)) / (2 * %(e)s)) AS y
  FROM (SELECT *, sin(radians(ST_Y(geom))) AS s FROM ({points}) AS point) AS p
)
SELECT count(*), avg(score_pmt)::float8
FROM placed GROUP BY {column}, {row} ORDER BY 1 DESC, {column}, {row}
"""


@pytest.fixture
def spread(country):
    """Households in the country and on all continents, four of five with a score, in two regions and categories."""
    run("SET LOCAL tabanca.bulk = 'on'")
    run("SELECT setseed(0.25)")
    households(1500, "N", (-16.7, 10.9, -13.6, 12.7))
    households(60, "W", (-180, -90, 180, 90))
    run(
        """UPDATE registry_menage SET region_id = CASE WHEN random() < 0.6 THEN %s::uuid ELSE %s::uuid END,
           categorie_pauvrete = CASE WHEN random() < 0.5 THEN 'pauvre' ELSE 'vulnerable' END,
           score_pmt = CASE WHEN random() < 0.8 THEN round((random() * 100)::numeric, 2) END""",
        country.west.id,
        country.east.id,
    )
    return country


def plain(mode, size, points=POINTS):
    column, row = NUMBERS[mode]
    own = {"a": EQUATOR_RADIUS, "k0": compute_scale(), "size": size, "high": size * SQRT_3}
    params = compute_projection(GRIDS[mode](size)) | own
    with connection.cursor() as cursor:
        cursor.execute(PLAIN.format(points=points, column=column, row=row), params)
        return [(count, score if score is None else round(score, 2)) for count, score in cursor.fetchall()]


def answered(mode, size, **filters):
    features, total = compute_density(EVERYBODY, "menages", size, mode, filters)
    assert total == len(features)
    return [(one["properties"]["count"], one["properties"]["scorePmtMoyen"]) for one in features]


@pytest.mark.parametrize("mode", [*GRIDS])
def test_cells_are_those_of_the_plain_formulas(spread, mode):
    for size in (250, 333.3, 1000, 5000, 20_000, 50_000):
        found = answered(mode, size)
        assert found == plain(mode, size)
        assert sum(count for count, _ in found) == Household.objects.filter(geom__isnull=False).count()
    for name, column, value in (
        ("region", "region_id", spread.west.id),
        ("categorie", "categorie_pauvrete", "pauvre"),
    ):
        found = answered(mode, 5000, **{name: [value]})
        assert found == plain(mode, 5000, f"{POINTS} AND {column} = '{value}'") != answered(mode, 5000)


@pytest.mark.parametrize("mode", [*GRIDS])
def test_the_projection_is_computed_once_for_each_point(spread, mode):
    """Written into every place that names it, the logarithm alone was computed up to 24 times for each household."""
    params = compute_projection(GRIDS[mode](5000)) | {"limit": 10}
    with connection.cursor() as cursor:
        cursor.execute("EXPLAIN (VERBOSE) " + _build_density_sql(GRIDS[mode].query, POINTS), params)
        plan = "\n".join(row[0] for row in cursor.fetchall())
    assert plan.count("ln(") == 1, plan


def test_a_large_table_is_read_by_several_processes(spread):
    params = compute_projection(GRIDS["hexagone"](5000)) | {"limit": 10}
    run("ANALYZE registry_menage")
    with connection.cursor() as cursor:
        cursor.execute("SET LOCAL enable_indexscan = off")
        cursor.execute("SET LOCAL min_parallel_table_scan_size = 0")
        cursor.execute("SET LOCAL parallel_setup_cost = 0")
        cursor.execute("SET LOCAL parallel_tuple_cost = 0.001")
        cursor.execute("EXPLAIN " + _build_density_sql(GRIDS["hexagone"].query, POINTS), params)
        plan = "\n".join(row[0] for row in cursor.fetchall())
    assert "Partial HashAggregate" in plan or "Partial GroupAggregate" in plan, plan
