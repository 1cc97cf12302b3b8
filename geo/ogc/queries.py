"""Read features of a layer, which the database writes as GeoJSON in one query."""

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any, Final
from uuid import UUID

from django.db import DataError, InternalError, connection
from django.db.models import DateField, DateTimeField, F, QuerySet
from django.utils.translation import gettext as _

from config.caller import Caller
from config.errors.problems import invalid, not_found
from geo.layers.api import Layer, build_json_object_sql, compile_select, compute_extent, map_layers
from geo.ogc.conditions.terms import DATE, FLAG, GEOMETRY, INSTANT, NUMBER, TEXT, UUID_KIND, Term
from geo.ogc.rules import CRS84, ReferenceSystem
from geo.ogc.types import Box, Collection, FeaturePage, FeatureProperty, FeatureQuery

GEOMETRY_NAMES: Final = ("geometry", "geom")
KINDS: Final = {"uuid": UUID_KIND, "flag": FLAG, "integer": NUMBER, "number": NUMBER, "text": TEXT}
# The id of a feature, beside the properties of its layer.
IDENTITY: Final = "@id"
# Edges of a box are cut in so many parts before it is transformed: they are curves in the other system.
PARTS: Final = 20
TRANSFORM_BOX: Final = """
SELECT ST_XMin(box), ST_YMin(box), ST_XMax(box), ST_YMax(box) FROM (
  SELECT ST_Extent(ST_Transform(ST_Segmentize(ST_MakeEnvelope(%(west)s, %(south)s, %(east)s, %(north)s, %(srid)s),
    greatest(%(east)s - %(west)s, %(north)s - %(south)s, 0.000001)::float8 / %(parts)s), 4326)) AS box
) AS transformed
"""


def find_collection(name: str, user: Caller) -> Collection:
    """Return a collection with what the caller may see of it. Raises NOT_FOUND, also for a layer without permission."""
    layer = map_layers.get(name)
    if layer is None or not user.holds(layer.permission):
        raise not_found()
    return build_collection(layer, user, compute_extent(user))


def list_collections(user: Caller, extent: Box) -> list[Collection]:
    """Return the collections that the caller may see, in the order of the catalogue; `extent` is that of the caller."""
    layers = [layer for _name, layer in map_layers.items() if user.holds(layer.permission)]
    return [build_collection(layer, user, extent) for layer in layers]


def build_collection(layer: Layer, user: Caller, extent: Box) -> Collection:
    expressions = layer.build_expressions(layer.export_properties, user)
    select = compile_select(layer.find_rows(user, {}).order_by(), expressions)
    properties = {
        column.public_name: FeatureProperty(column.public_name, expressions[column.public_name], find_kind(column))
        for column in select.columns
    }
    return Collection(layer, properties, extent)


def find_kind(column: Any) -> str:
    """Return the kind of a selected column."""
    if isinstance(column.field, DateTimeField):
        return INSTANT
    if isinstance(column.field, DateField):
        return DATE
    return KINDS[column.kind]


def list_terms(collection: Collection) -> dict[str, Term]:
    """Return what a condition may name: the properties and the shape."""
    terms = {name: Term(each.expression, each.kind) for name, each in collection.properties.items()}
    return terms | {name: Term(collection.layer.geometry, GEOMETRY) for name in GEOMETRY_NAMES}


def transform_box(box: Box, system: ReferenceSystem, name: str = "bbox") -> Box:
    """Return a box of a reference system as degrees. Raises VALIDATION_ERROR for one outside the system."""
    west, south, east, north = (box[1], box[0], box[3], box[2]) if system.is_latitude_first else box
    least_x, least_y, most_x, most_y = system.bounds
    fault = invalid({name: [_("La boîte sort du système de coordonnées, ou est retournée.")]})
    is_within = least_x <= west <= most_x and least_x <= east <= most_x and least_y <= south <= north <= most_y
    if not is_within or (west > east and system.srid != CRS84.srid):
        raise fault
    if system.srid == CRS84.srid:
        return west, south, east, north
    params = {"west": west, "south": south, "east": east, "north": north, "srid": system.srid, "parts": PARTS}
    try:
        with connection.cursor() as cursor:
            cursor.execute(TRANSFORM_BOX, params)
            found = cursor.fetchone()
    except (InternalError, DataError) as error:
        raise fault from error
    return found[0], found[1], found[2], found[3]


def find_matching_rows(collection: Collection, user: Caller, query: FeatureQuery) -> QuerySet[Any]:
    """Return the rows of a query that the caller may see, without order and limits."""
    rows = collection.layer.find_rows(user, {}, query.box)
    return rows if query.condition is None else rows.filter(query.condition)


def read_page(collection: Collection, user: Caller, query: FeatureQuery) -> FeaturePage:
    """Return a page of features, ordered by the query's keys and then by id, which is by creation time.

    All that match are counted for the first page alone: later pages follow its links.
    """
    rows = find_matching_rows(collection, user, query)
    is_first = query.after is None and not query.offset
    ordered = rows.order_by(*build_order(collection, query), "pk")
    if query.after is not None:
        ordered = ordered.filter(pk__gt=query.after)
    page = _fetch_features(collection, ordered[query.offset : query.offset + query.limit + 1], user, query)
    json, count, found, last = page
    matched = None
    if is_first:
        with explain_uncomputable(query):
            matched = rows.order_by().count() if found > query.limit else count
    return FeaturePage(json, count, found > query.limit, last, matched)


def build_order(collection: Collection, query: FeatureQuery) -> list[Any]:
    """Return the expressions to order by; missing values come last."""
    keys = [(collection.properties[key.name].expression, key.is_descending) for key in query.order]
    return [each.desc(nulls_last=True) if down else each.asc(nulls_last=True) for each, down in keys]


def _fetch_features(
    collection: Collection, rows: QuerySet[Any], user: Caller, query: FeatureQuery
) -> tuple[bytes, int, int, UUID | None]:
    """Return the JSON of at most `limit` features, their number, the number of rows, and the id of the last feature."""
    statement, params = compile_features(collection, rows, query.crs)
    with connection.cursor() as cursor, explain_uncomputable(query):
        cursor.execute(
            f"""SELECT coalesce(string_agg(feature, ',' ORDER BY place) FILTER (WHERE place <= %s), ''),
              count(*) FILTER (WHERE place <= %s), count(*), max(identity::text) FILTER (WHERE place = %s)
            FROM ({statement}) AS features""",
            [query.limit, query.limit, query.limit, *params],
        )
        text, count, found, last = cursor.fetchone()
    return f"[{text}]".encode(), count, found, UUID(last) if last else None


@contextmanager
def explain_uncomputable(query: FeatureQuery) -> Iterator[None]:
    """Raise VALIDATION_ERROR for a condition that the database or PostGIS cannot compute, as a division by zero."""
    try:
        yield
    except (DataError, InternalError) as error:
        if query.condition is None:
            raise
        raise invalid(
            {"filter": [_("Le filtre ne se calcule pas : division par zéro, ou nombre trop grand.")]}
        ) from error


def compile_features(collection: Collection, rows: QuerySet[Any], crs: ReferenceSystem) -> tuple[str, tuple[Any, ...]]:
    """Return the SELECT of `feature` (its JSON), `identity` and `place` (from 1), and its parameters."""
    expressions = {name: each.expression for name, each in collection.properties.items()}
    select = compile_select(rows, {**expressions, IDENTITY: F("pk")}, collection.layer.geometry)
    *own, identity = select.columns
    shape = "shape" if crs.srid == CRS84.srid else f"ST_Transform(shape, {crs.srid})"
    shape = f"ST_FlipCoordinates({shape})" if crs.is_latitude_first else shape
    feature = f"""concat('{{"type":"Feature","id":"', {identity.sql_name}, '","geometry":',
      ST_AsGeoJSON({shape}, {crs.digits}, 0), ',"properties":', {build_json_object_sql(tuple(own))}, '}}')"""
    statement = f"""SELECT {feature} AS feature, {identity.sql_name} AS identity, row_number() OVER () AS place
      FROM ({select.sql}) AS rows"""
    return statement, select.params


def read_feature(collection: Collection, user: Caller, identity: str, crs: ReferenceSystem) -> bytes:
    """Return one feature as JSON. Raises NOT_FOUND."""
    try:
        key = UUID(identity)
    except ValueError as error:
        raise not_found() from error
    rows = collection.layer.find_rows(user, {}).filter(pk=key)
    statement, params = compile_features(collection, rows, crs)
    with connection.cursor() as cursor:
        cursor.execute(f"SELECT feature FROM ({statement}) AS features", params)
        row = cursor.fetchone()
    if row is None:
        raise not_found()
    found: str = row[0]
    return found.encode()
