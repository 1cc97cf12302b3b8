"""Provide the database expressions that layers use as properties."""

from collections.abc import Callable
from typing import Any

from django.db.models import CharField, Expression, F, FloatField, Func, TextField, Value

READ_CONTACTS = "registre.voir_contacts"


class RawColumn(Func):
    """Select a geometry column as it is; GeoDjango would wrap it to read its bytes."""

    template = "%(expressions)s"
    arity = 1
    output_field = TextField()


class RoundedCoordinate(Func):
    """Compute one coordinate of a point with six decimals (about 0.1 m); `function` is ST_X or ST_Y."""

    template = "round(%(function)s(%(expressions)s)::numeric, 6)"
    output_field = FloatField()


class DistanceInMetres(Func):
    """Compute the geodesic distance in metres, with one decimal, from a geography column to a point."""

    template = "round(ST_Distance(%(expressions)s)::numeric, 1)"
    output_field = FloatField()


class GeographyPoint(Func):
    """Build the geography of a longitude and a latitude."""

    template = "ST_SetSRID(ST_MakePoint(%(expressions)s), 4326)::geography"
    output_field = TextField()


def select_longitude(geometry: str = "geom") -> Callable[[Any], Expression]:
    return lambda user: RoundedCoordinate(RawColumn(F(geometry)), function="ST_X")


def select_latitude(geometry: str = "geom") -> Callable[[Any], Expression]:
    return lambda user: RoundedCoordinate(RawColumn(F(geometry)), function="ST_Y")


def measure_metres_to(geography: str, lon: float, lat: float) -> Expression:
    """Return the distance in metres from a row to a position in degrees."""
    return DistanceInMetres(RawColumn(F(geography)), GeographyPoint(Value(lon), Value(lat)))


def select_contact(path: str) -> Callable[[Any], Expression | F]:
    """Return a property with a person's telephone: null for users without `registre.voir_contacts`."""
    return lambda user: F(path) if user.holds(READ_CONTACTS) else Value(None, output_field=CharField())
