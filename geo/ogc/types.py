"""Describe collections, their properties and pages of their features."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any
from uuid import UUID

from django.db.models import Q

from geo.layers.api import Layer

Box = tuple[float, float, float, float]


@dataclass(frozen=True, slots=True)
class ReferenceSystem:
    """Describe a coordinate reference system: its address, its number in PostGIS, its axes and its extent.

    `is_latitude_first` tells that its authority writes the latitude before the longitude. `digits` are the decimals of
    a coordinate: about 0.1 m in degrees, 1 cm in metres. `bounds` are west, south, east, north in its own unit.
    """

    uri: str
    srid: int
    is_latitude_first: bool = False
    digits: int = 6
    bounds: tuple[float, float, float, float] = (-180, -90, 180, 90)


@dataclass(frozen=True, slots=True)
class FeatureProperty:
    """Describe a property of features: its public name, its expression for the caller, and its kind."""

    name: str
    expression: Any
    kind: str


@dataclass(frozen=True, slots=True)
class SortKey:
    """Name a property to sort by."""

    name: str
    is_descending: bool


@dataclass(frozen=True, slots=True)
class FeatureQuery:
    """Hold what a page of features is asked for. `box` is in degrees; `after` is the id of the last feature before it."""

    crs: ReferenceSystem
    limit: int
    offset: int = 0
    after: UUID | None = None
    box: Box | None = None
    condition: Q | None = None
    order: tuple[SortKey, ...] = ()


@dataclass(frozen=True, slots=True)
class FeaturePage:
    """Hold the features of a page: `json` is their array, `matched` the number of all, None where it was not counted."""

    json: bytes
    count: int
    has_more: bool
    last: UUID | None
    matched: int | None


@dataclass(frozen=True, slots=True)
class Collection:
    """Hold a layer as the caller may see it. `extent` is west, south, east, north in degrees."""

    layer: Layer
    properties: Mapping[str, FeatureProperty]
    extent: Box
