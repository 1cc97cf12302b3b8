"""Register the layers of the map as data: their rows, properties, filters and permission.

An app registers its layers in its `hooks.py`; lists, exports, tiles and analyses read them here, so that a new layer
needs no change to any of them. Rows always come from the model's `visible_to(user)`.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any

from django.contrib.gis.geos import Polygon
from django.db.models import Expression, F, Model, Q, QuerySet

from config.caller import Caller

Property = str | Callable[[Any], Expression | F]
Box = tuple[float, float, float, float]


@dataclass(frozen=True)
class Filter:
    """Describe a query parameter of a layer.

    `kind` is ids (comma-separated UUIDs), codes (comma-separated, of `choices`), flag (boolean) or text; `lookup` is
    the Django lookup that filters by its value.
    """

    lookup: str
    kind: str
    choices: tuple[str, ...] = ()


def build_ids_filter(lookup: str) -> Filter:
    return Filter(lookup, "ids")


def build_codes_filter(lookup: str, choices: tuple[str, ...]) -> Filter:
    return Filter(lookup, "codes", choices)


def build_flag_filter(lookup: str) -> Filter:
    return Filter(lookup, "flag")


def build_text_filter(lookup: str) -> Filter:
    return Filter(lookup, "text")


AREAS: Mapping[str, Filter] = {
    "region": build_ids_filter("region_id__in"),
    "secteur": build_ids_filter("secteur_id__in"),
    "localite": build_ids_filter("localite_id__in"),
}


@dataclass(frozen=True)
class Clusters:
    """Describe how a layer is grouped at low zoom.

    `code` is the lookup whose values in `build_codes_filter` are counted, `score` the lookup of the number that is averaged under
    the name `score_name`. `cells` is a `MapCell` model, read instead of the rows: `cell_code` is its column of the
    code, `cell_filters` are the filters of the layer that the cells support, with their lookups in the cells.
    """

    code: str
    codes: tuple[str, ...]
    score: str
    score_name: str
    cells: type[Model] | None = None
    cell_code: str = ""
    cell_filters: Mapping[str, Filter] = field(default_factory=dict)


@dataclass(frozen=True, eq=False)
class Layer:
    """Describe a layer. `geometry` is the lookup of its shape from a row, `shape` its type (Point or MultiPolygon).

    `properties` (exports), `tile` (vector tiles) and `items` (lists; a dot in a name nests) map a public name to a
    lookup, or to a function of the user that returns an expression. `contour` is the lookup of a simplified shape for
    low zooms. `versions` are the layers whose changes invalidate the tiles of this one: itself when empty.
    """

    name: str
    title: Any
    model: type[Model]
    permission: str
    properties: Mapping[str, Property]
    tile: Mapping[str, Property]
    items: Mapping[str, Property] = field(default_factory=dict)
    filters: Mapping[str, Filter] = field(default_factory=lambda: AREAS)
    geometry: str = "geom"
    shape: str = "Point"
    contour: str | None = None
    clusters: Clusters | None = None
    versions: tuple[str, ...] = ()

    @property
    def depends_on(self) -> tuple[str, ...]:
        return self.versions or (self.name,)

    def rows(self, user: Caller) -> QuerySet:
        """Return the rows with a position that `user` may see."""
        manager: Any = self.model._default_manager
        return manager.visible_to(user).filter(**{f"{self.geometry}__isnull": False})

    def filtered(self, rows: QuerySet, values: Mapping[str, Any]) -> QuerySet:
        """Return `rows` under the filters in `values` (by parameter name; None and unknown names are ignored)."""
        return filter_rows(rows, self.filters, values)

    def is_answered_by_cells(self, values: Mapping[str, Any]) -> bool:
        """Return whether the layer's cells support every filter in `values`."""
        if self.clusters is None or self.clusters.cells is None:
            return False
        return all(name in self.clusters.cell_filters for name, value in values.items() if self.asked(name, value))

    def cells(self, zoom: int, user: Caller, values: Mapping[str, Any]) -> QuerySet:
        """Return the cell sums of a stored zoom, in the scope of `user` and under the filters in `values`."""
        clusters: Any = self.clusters
        rows = clusters.cells._default_manager.visible_to(user).filter(z=zoom)
        return filter_rows(rows, clusters.cell_filters, values)

    def asked(self, name: str, value: Any) -> bool:
        return name in self.filters and value is not None

    def within(self, rows: QuerySet, box: Box | None) -> QuerySet:
        """Return the rows whose shape overlaps a box in degrees; west > east crosses the antimeridian."""
        return rows if box is None else rows.filter(build_box_condition(self.geometry, box))

    def expressions(self, names: Mapping[str, Property], user: Caller | None) -> dict[str, Expression | F]:
        return {shown: F(made) if isinstance(made, str) else made(user) for shown, made in names.items()}


def filter_rows(rows: QuerySet, filters: Mapping[str, Filter], values: Mapping[str, Any]) -> QuerySet:
    """Return `rows` under those `values` that are not None and whose parameter is in `filters`."""
    known = {name: value for name, value in values.items() if name in filters and value is not None}
    return rows.filter(**{filters[name].lookup: value for name, value in known.items()})


def build_box_condition(geometry: str, box: Box) -> Q:
    """Return the condition that a shape overlaps a box; west > east is split into two boxes at the antimeridian."""
    west, south, east, north = box
    parts = [(west, east)] if west <= east else [(west, 180.0), (-180.0, east)]
    found = Q()
    for left, right in parts:
        polygon = Polygon.from_bbox((left, south, right, north))
        polygon.srid = 4326
        found |= Q(**{f"{geometry}__bboverlaps": polygon})
    return found


LAYERS: dict[str, Layer] = {}


def register_layer(layer: Layer) -> None:
    """Register a layer of the map (from an app's `hooks.py`)."""
    LAYERS[layer.name] = layer


def find_layer(name: str) -> Layer | None:
    return LAYERS.get(name)
