"""Expressions that layers are described with."""

from collections.abc import Callable
from typing import Any

from django.db.models import CharField, Expression, F, FloatField, Func, TextField, Value

CONTACTS = "registre.voir_contacts"


class Bare(Func):
    """A shape as the column it is: selected by itself, GeoDjango would ask for its bytes."""

    template = "%(expressions)s"
    arity = 1
    output_field = TextField()


class Degrees(Func):
    """One coordinate of a point with six decimals (about 0.1 m). `function` is ST_X or ST_Y."""

    template = "round(%(function)s(%(expressions)s)::numeric, 6)"
    output_field = FloatField()


class Metres(Func):
    """Geodesic distance from a geography column to a point, in metres, one decimal."""

    template = "round(ST_Distance(%(expressions)s)::numeric, 1)"
    output_field = FloatField()


class Place(Func):
    """The geography of a longitude and a latitude."""

    template = "ST_SetSRID(ST_MakePoint(%(expressions)s), 4326)::geography"
    output_field = TextField()


def longitude(geometry: str = "geom") -> Callable[[Any], Expression]:
    return lambda user: Degrees(Bare(F(geometry)), function="ST_X")


def latitude(geometry: str = "geom") -> Callable[[Any], Expression]:
    return lambda user: Degrees(Bare(F(geometry)), function="ST_Y")


def metres_to(geography: str, lon: float, lat: float) -> Expression:
    """Distance in metres from a row to a place."""
    return Metres(Bare(F(geography)), Place(Value(lon), Value(lat)))


def contact(path: str) -> Callable[[Any], Expression | F]:
    """A person's telephone: null for a caller who may not see contacts."""
    return lambda user: F(path) if user.holds(CONTACTS) else Value(None, output_field=CharField())
