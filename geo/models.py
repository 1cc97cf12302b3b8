"""Import the models of all features, so that Django finds them here."""

from geo.areas.models import Commune, Locality, Region, Sector
from geo.base_map.models import BaseMapLine
from geo.facilities.models import (
    HealthAgent,
    HealthService,
    LocalActor,
    PoliceStation,
    School,
    VbgAgent,
    VbgService,
    WaterPoint,
)
from geo.layers.models import LayerChange

__all__ = [
    "BaseMapLine",
    "Commune",
    "HealthAgent",
    "HealthService",
    "LayerChange",
    "LocalActor",
    "Locality",
    "PoliceStation",
    "Region",
    "School",
    "Sector",
    "VbgAgent",
    "VbgService",
    "WaterPoint",
]
