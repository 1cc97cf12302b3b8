"""Compute densities of points."""

from collections.abc import Mapping
from decimal import Decimal
from typing import Any, Final

import numpy as np
from django.conf import settings
from django.db import connection
from django.db.models import DecimalField, ExpressionWrapper, F, QuerySet, Value
from django.db.models.functions import Cast

from analysis.density.filters import DensityFilters
from analysis.density.hooks import point_sources
from analysis.density.rules import GRIDS, compute_projection
from config.caller import Caller
from config.errors.problems import forbidden
from config.sql import Queries
from geo.areas.models import Locality
from geo.ogc.api import ComputedFeatures
from geo.scope.api import compile_subquery
from registry.households.models import Household
from transfers.beneficiaries.models import Beneficiary
from transfers.complaints.api import COMPLAINTS

SQL = Queries(__file__, "density.sql")
# Stops the planner from merging a subquery into the query around it. It is a bigint literal: with a cast the planner
# would treat it as an offset to count, and not use parallel workers.
FENCE: Final = "OFFSET bigint '0'"
MONEY: Final = DecimalField(max_digits=18, decimal_places=2)
HUNDREDTH: Final = Value(Decimal("0.01"), output_field=MONEY)
# Column, row, count, mean score and the number of all cells.
Cell = tuple[int, int, int, float | None, int]


def find_household_points(user: Caller, filters: Mapping[str, Any]) -> QuerySet[Household]:
    return DensityFilters.filter_rows(Household.objects.visible_to(user).filter(geom__isnull=False), filters)


def find_beneficiary_points(user: Caller, filters: Mapping[str, Any]) -> QuerySet[Beneficiary]:
    """Return beneficiaries at the positions of their households, with their scores."""
    condition = DensityFilters.build_condition(filters, prefix="menage__")
    rows = Beneficiary.objects.visible_to(user).filter(condition, menage__geom__isnull=False)
    return rows.annotate(geom=F("menage__geom"), score_pmt=F("menage__score_pmt"))


def find_complaint_points(user: Caller, filters: Mapping[str, Any]) -> QuerySet[Any]:
    """Return complaints at the points of their localities, none about gender-based violence, and without scores.

    The score and the category of the household that a complaint names are no part of it: no row is of a category.
    """
    rows: QuerySet[Any] = COMPLAINTS.find_rows(user, {})
    if filters.get("region") is not None:
        rows = rows.filter(region_id__in=filters["region"])
    if filters.get("categorie") is not None:
        rows = rows.none()
    no_score = Cast(Value(None), DecimalField(max_digits=7, decimal_places=2))
    placed: QuerySet[Any] = rows.annotate(geom=F(COMPLAINTS.geometry), score_pmt=no_score)
    return placed


def find_points(name: str, user: Caller, filters: Mapping[str, Any]) -> QuerySet[Any] | None:
    """Return the visible points of a type, or None if it is not registered. Raises FORBIDDEN without permission."""
    source = point_sources.get(name)
    if source is None:
        return None
    if not user.holds(source.permission):
        raise forbidden()
    return source.find_points(user, filters)


def _build_features(found: list[Cell], rings: np.ndarray, area: float) -> list[dict[str, Any]]:
    """Return the cells (column, row, count, mean score, number of cells) as GeoJSON; their rings stay numpy arrays."""
    # Few different counts are among many cells.
    densities = {count: round(count / area * 1e6, 4) for count in {cell[2] for cell in found}}
    return [
        {
            "type": "Feature",
            "geometry": {"type": "Polygon", "coordinates": polygon},
            "properties": {
                "count": count,
                "scorePmtMoyen": None if score is None else round(score, 2),
                "densite": densities[count],
            },
        }
        for (_, _, count, score, _), polygon in zip(found, rings[:, None], strict=True)
    ]


def _build_density_sql(query: str, points: str, score: str = "score_pmt") -> str:
    """Return the statement that counts the rows of `points` in the grid of `query` (squares or hexagons)."""
    placed = SQL["placed"].format(points=points, fence=FENCE, score=score)
    return SQL["cells"].format(numbered=SQL[query].format(placed=placed, fence=FENCE), fence=FENCE)


def compute_density(
    user: Caller, name: str, size: float, mode: str, filters: Mapping[str, Any]
) -> tuple[list[dict[str, Any]], int]:
    """Return the non-empty cells of `size` metres as GeoJSON features, fullest first, and how many there are in all.

    At most MAP_LIST_MAX_ITEMS features are returned; their rings are numpy arrays. `densite` is per square kilometre of
    the cell's area on the ellipsoid, `pour1000Habitants` of `population`, the inhabitants of the localities whose points
    lie in the cell. Raises FORBIDDEN without the permission that the type requires.
    """
    rows = find_points(name, user, filters)
    found = [] if rows is None else count_cells(rows, size, mode)
    if not found:
        return [], 0
    features = _build_features(found, draw_cells(found, size, mode), GRIDS[mode](size).area)
    add_rates(features, found, count_inhabitants(user, size, mode, filters))
    return features, found[0][4]


def compute_density_of(rows: QuerySet[Any], size: float, mode: str) -> tuple[list[dict[str, Any]], int]:
    """Return the cells of `compute_density` for rows with `geom` and `score_pmt`, without rates of inhabitants."""
    found = count_cells(rows, size, mode)
    if not found:
        return [], 0
    return _build_features(found, draw_cells(found, size, mode), GRIDS[mode](size).area), found[0][4]


def count_inhabitants(user: Caller, size: float, mode: str, filters: Mapping[str, Any]) -> dict[tuple[int, int], int]:
    """Return the inhabitants by column and row of the cell in which the points of their localities lie: two queries.

    A cell with a locality of unknown population is left out: the sum of the others would make its rate too high.
    """
    localities = Locality.objects.visible_to(user).filter(geom__isnull=False)
    if filters.get("region"):
        localities = localities.filter(secteur__region__in=filters["region"])
    # Scores are added up in hundredths; a hundredth of a population is exact that way.
    people = ExpressionWrapper(Cast("population", MONEY) * HUNDREDTH, output_field=MONEY)
    known = count_cells(localities.filter(population__isnull=False).annotate(people=people), size, mode, "people")
    unknown = count_cells(localities.filter(population=None).annotate(people=people), size, mode, "people")
    without = {(column, row) for column, row, *_ in unknown}
    return {
        (column, row): round((mean or 0) * count * 100)
        for column, row, count, mean, _ in known
        if (column, row) not in without
    }


def add_rates(features: list[dict[str, Any]], found: list[Cell], inhabitants: Mapping[tuple[int, int], int]) -> None:
    """Add to each cell its inhabitants and its count per 1,000 of them; null where they are not known, or nobody."""
    for feature, (column, row, count, *_) in zip(features, found, strict=True):
        people = inhabitants.get((column, row))
        rate = round(1000 * count / people, 1) if people else None
        feature["properties"] |= {"population": people, "pour1000Habitants": rate}


def compute_density_collection(user: Caller, values: Mapping[str, Any]) -> ComputedFeatures:
    """Return the cells of `compute_density` with ids, which are column and row. Raises FORBIDDEN."""
    rows = find_points(values["type"], user, values)
    found = [] if rows is None else count_cells(rows, values["cellule"], values["mode"])
    if not found:
        return ComputedFeatures([], 0)
    rings = draw_cells(found, values["cellule"], values["mode"])
    features = _build_features(found, rings, GRIDS[values["mode"]](values["cellule"]).area)
    add_rates(features, found, count_inhabitants(user, values["cellule"], values["mode"], values))
    for feature, cell in zip(features, found, strict=True):
        feature["id"] = f"{cell[0]}_{cell[1]}"
    return ComputedFeatures(features, found[0][4])


def count_cells(rows: QuerySet[Any], size: float, mode: str, score: str = "score_pmt") -> list[Cell]:
    """Return column, row, count, mean score and the number of all cells, of at most MAP_LIST_MAX_ITEMS cells.

    `score` names the column or annotation of which the mean is taken, with two decimals.
    """
    grid = GRIDS[mode](size)
    source, params = compile_subquery(rows, "points", "geom", score)
    params |= compute_projection(grid) | {"limit": settings.MAP_LIST_MAX_ITEMS}
    with connection.cursor() as cursor:
        cursor.execute(_build_density_sql(grid.query, source, score), params)
        found: list[Cell] = cursor.fetchall()
    return found


def draw_cells(found: list[Cell], size: float, mode: str) -> np.ndarray:
    """Return the rings of cells in degrees, which begin with column and row."""
    grid = GRIDS[mode](size)
    columns, rows, *_rest = zip(*found, strict=True)
    return grid.convert_to_degrees(grid.compute_outlines(np.column_stack((columns, rows))))
