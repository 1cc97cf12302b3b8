"""Read the literals of a condition."""

import math
from collections.abc import Mapping
from datetime import UTC, date, datetime
from decimal import Decimal
from typing import Any

import orjson
from django.contrib.gis.gdal import GDALException
from django.contrib.gis.geos import GEOSException, GEOSGeometry, Polygon
from django.db.models import BooleanField, DateField, DateTimeField, DecimalField, IntegerField, TextField, Value
from django.utils.dateparse import parse_date, parse_datetime
from django.utils.translation import gettext as _

from config.controls import has_controls
from geo.ogc.conditions.terms import DATE, FLAG, GEOMETRY, INSTANT, NUMBER, TEXT, ConditionError, Term
from geo.ogc.types import ReferenceSystem

MAX_INTEGER = 2**63 - 1


def read_literal(node: Any, system: ReferenceSystem) -> Term:
    """Return the term of a literal; shapes are in the reference system. Raises ConditionError."""
    if isinstance(node, bool):
        return Term(Value(node, BooleanField()), FLAG, is_literal=True)
    if isinstance(node, (int, float)):
        return Term(read_number(node), NUMBER, is_literal=True)
    if isinstance(node, str):
        if has_controls(node):
            raise ConditionError(_("Un caractère de contrôle n'est pas accepté."))
        return Term(Value(node, TextField()), TEXT, is_literal=True)
    if isinstance(node, Mapping):
        if "date" in node:
            return Term(Value(read_day(node["date"]), DateField()), DATE, is_literal=True)
        if "timestamp" in node:
            return Term(Value(read_instant(node["timestamp"]), DateTimeField()), INSTANT, is_literal=True)
        if "bbox" in node or "type" in node:
            return Term(read_shape(node, system), GEOMETRY, is_literal=True)
    raise ConditionError(_("Une valeur du filtre n'est pas lisible."))


def read_number(number: float) -> Value:
    """Return a number as the type with which an index of whole or decimal numbers is used."""
    if not math.isfinite(number) or abs(number) > MAX_INTEGER:
        raise ConditionError(_("Un nombre du filtre est trop grand."))
    if float(number).is_integer():
        return Value(int(number), IntegerField())
    return Value(Decimal(repr(float(number))), DecimalField())


def read_day(text: Any) -> date:
    try:
        found = parse_date(str(text))
    except ValueError:
        found = None
    if found is None:
        raise ConditionError(_("« %(value)s » n'est pas une date.") % {"value": str(text)[:40]})
    return found


def read_instant(text: Any) -> datetime:
    """Return an instant; one without a time zone is UTC."""
    try:
        found = parse_datetime(str(text))
    except ValueError:
        found = None
    if found is None:
        raise ConditionError(_("« %(value)s » n'est pas un instant.") % {"value": str(text)[:40]})
    return found if found.tzinfo else found.replace(tzinfo=UTC)


def read_shape(node: Mapping[str, Any], system: ReferenceSystem) -> GEOSGeometry:
    """Return a shape: a box, or GeoJSON. Raises ConditionError for one that is not valid, empty or outside the system."""
    shape: GEOSGeometry
    try:
        if "bbox" in node:
            shape = read_box(node["bbox"], system.is_latitude_first)
        else:
            shape = GEOSGeometry(orjson.dumps(turn_axes(node) if system.is_latitude_first else dict(node)).decode())
        is_usable = shape.valid and not shape.empty and all(map(math.isfinite, shape.extent))
    except (GEOSException, GDALException, ValueError, TypeError) as error:
        raise ConditionError(_("Une forme du filtre n'est pas lisible.")) from error
    if not is_usable:
        raise ConditionError(_("Une forme du filtre n'est pas valide."))
    west, south, east, north = shape.extent
    least_x, least_y, most_x, most_y = system.bounds
    if west < least_x or east > most_x or south < least_y or north > most_y:
        raise ConditionError(_("Une forme du filtre sort du système de coordonnées."))
    shape.srid = system.srid
    return shape


def turn_axes(node: Mapping[str, Any]) -> dict[str, Any]:
    """Return GeoJSON with the latitude after the longitude, of a system that writes it first."""
    turned = dict(node)
    if "coordinates" in node:
        turned["coordinates"] = turn_positions(node["coordinates"])
    if "geometries" in node:
        turned["geometries"] = [turn_axes(each) for each in node["geometries"]]
    return turned


def turn_positions(positions: Any) -> Any:
    if isinstance(positions, list) and positions and not isinstance(positions[0], list):
        return [*reversed(positions[:2]), *positions[2:]]
    return [turn_positions(each) for each in positions]


def read_box(numbers: Any, is_latitude_first: bool) -> Polygon:
    """Return the polygon of a box of four numbers, or of six with heights, which are not looked at."""
    west, south, east, north = (numbers[0], numbers[1], numbers[3], numbers[4]) if len(numbers) == 6 else numbers
    if is_latitude_first:
        west, south, east, north = south, west, north, east
    if west > east or south > north:
        raise ConditionError(_("Une boîte du filtre est retournée."))
    return Polygon.from_bbox((west, south, east, north))
