"""Describe layers of the map as data: their rows, properties, filters and permission.

Lists, exports, tiles and analyses read nothing else, so that a new layer needs no change to any of them. Rows always
come from the model's `visible_to(user)`.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any, Final

from django.contrib.gis.geos import Polygon
from django.db.models import Expression, F, Model, Q, QuerySet

from config.caller import Caller
from config.filters import FilterSet

Property = str | Callable[[Any], Expression | F]
Box = tuple[float, float, float, float]
# Column and row of the map cell in which a layer that counts them has its rows without position; no tile has it.
NOWHERE: Final = -1


@dataclass(frozen=True)
class Clusters:
    """Describe how a layer is grouped at low zoom.

    `code` is the lookup whose values in `codes` are counted, `score` the lookup of the number that is averaged under the
    name `score_name`; a layer without such a number has neither. `cell_model` is a `MapCell` model, read instead of the rows: `cell_code` is its column of the
    code, `cell_filters` are the filters of the layer that the cells support, with their lookups in the cells. One that `counts_unplaced`
    has its rows without position in the cell NOWHERE of each zoom.
    """

    code: str
    codes: tuple[str, ...]
    score: str | None = None
    score_name: str | None = None
    cell_model: type[Model] | None = None
    cell_code: str = ""
    cell_filters: type[FilterSet] = FilterSet
    counts_unplaced: bool = False


@dataclass(frozen=True, eq=False)
class Layer:
    """Describe a layer. `geometry` is the lookup of its shape from a row, `shape` its type.

    Types are Point, LineString and MultiPolygon.
    `export_properties`, `tile_properties` and `list_properties` (a dot in a name nests) map a public name to a lookup,
    or to a function of the user that returns an expression. `contour` is the lookup of a simplified shape for low
    zooms, `moment` that of the instant by which rows are found in time. `row_permissions` are those without which some rows
    are hidden (None: the ones of its model). `build_zoom_condition` says which rows the tiles of a zoom hold; without it
    they hold all.
    """

    name: str
    title: Any
    model: type[Model]
    permission: str
    export_properties: Mapping[str, Property]
    tile_properties: Mapping[str, Property]
    list_properties: Mapping[str, Property] = field(default_factory=dict)
    filters: type[FilterSet] = FilterSet
    geometry: str = "geom"
    shape: str = "Point"
    contour: str | None = None
    moment: str | None = None
    row_permissions: frozenset[str] | None = None
    clusters: Clusters | None = None
    build_zoom_condition: Callable[[int], Q] | None = None

    def find_rows(self, user: Caller, values: Mapping[str, Any], box: Box | None = None) -> QuerySet[Any]:
        """Return the rows with a position that `user` may see, under the filters in `values` and within `box`.

        `box` is in degrees, None for everywhere; a row lies within it when its shape overlaps it.
        """
        manager: Any = self.model._default_manager
        rows = manager.visible_to(user).filter(**{f"{self.geometry}__isnull": False})
        filtered = self.filter_rows(rows, values)
        return filtered if box is None else filtered.filter(build_box_condition(self.geometry, box))

    def filter_rows(self, rows: QuerySet[Any], values: Mapping[str, Any]) -> QuerySet[Any]:
        """Return `rows` under the filters in `values` (by parameter name; None and unknown names are ignored)."""
        return self.filters.filter_rows(rows, values)

    def find_rows_at(self, zoom: int, user: Caller, values: Mapping[str, Any]) -> QuerySet[Any]:
        """Return the rows that the tiles of a zoom hold as single features."""
        rows = self.find_rows(user, values)
        return rows.filter(self.build_zoom_condition(zoom)) if self.build_zoom_condition else rows

    def is_supported_by_cells(self, values: Mapping[str, Any]) -> bool:
        """Return whether the layer's cells support every filter in `values`."""
        if self.clusters is None or self.clusters.cell_model is None:
            return False
        return self.filters.select_values(values).keys() <= self.clusters.cell_filters.base_filters.keys()

    def find_cells(self, zoom: int, user: Caller, values: Mapping[str, Any]) -> QuerySet[Any]:
        """Return the cell sums of a stored zoom, in the scope of `user` and under the filters in `values`."""
        return self.find_all_cells(zoom, user, values).exclude(x=NOWHERE)

    def find_all_cells(self, zoom: int, user: Caller, values: Mapping[str, Any]) -> QuerySet[Any]:
        """Return the sums of `find_cells` and those of the rows without position, where the layer counts them."""
        clusters: Any = self.clusters
        rows = clusters.cell_model._default_manager.visible_to(user).filter(z=zoom)
        filtered: QuerySet[Any] = clusters.cell_filters.filter_rows(rows, values)
        return filtered

    def build_expressions(self, properties: Mapping[str, Property], user: Caller | None) -> dict[str, Expression | F]:
        """Return the expression of each property by its public name, as `user` may see it."""
        return {name: F(value) if isinstance(value, str) else value(user) for name, value in properties.items()}


def build_box_condition(geometry: str, box: Box) -> Q:
    """Return the condition that a shape overlaps a box; west > east is split into two boxes at the antimeridian."""
    west, south, east, north = box
    parts = [(west, east)] if west <= east else [(west, 180.0), (-180.0, east)]
    condition = Q()
    for left, right in parts:
        polygon = Polygon.from_bbox((left, south, right, north))
        polygon.srid = 4326
        condition |= Q(**{f"{geometry}__bboverlaps": polygon})
    return condition


@dataclass(frozen=True)
class CellCounts:
    """Hold how many rows have a position and how many have none, which is None where the cells do not tell it."""

    placed: int
    unplaced: int | None


@dataclass(frozen=True)
class ItemList:
    """Hold the items of a list: `json` is their array as bytes, `count` their number, `limit` the maximum requested."""

    json: bytes
    count: int
    limit: int

    @property
    def is_full(self) -> bool:
        """Return whether there may be more rows than these."""
        return self.count >= self.limit
