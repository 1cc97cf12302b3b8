"""Build the base map of the admin site: the simplified boundaries that the user may see."""

from typing import Any

import orjson
from django.contrib.gis.db.models.functions import AsGeoJSON, PointOnSurface

from config.caller import Caller
from geo.areas.models import Region, Sector

# Four decimals of a degree are 11 m; the simplified boundaries are accurate to 200 m.
DIGITS = 4


def _build_features(rows: Any, level: str, shape: Any) -> list[dict[str, Any]]:
    found = rows.order_by().filter(contour__isnull=False).values_list("nom", AsGeoJSON(shape, precision=DIGITS))
    return [
        {"type": "Feature", "properties": {"niveau": level, "nom": nom}, "geometry": orjson.Fragment(text)}
        for nom, text in found
    ]


def build_base_map(user: Caller) -> bytes:
    """Return a GeoJSON FeatureCollection in EPSG:4326: regions, secteurs, and a label point for each region."""
    regions, sectors = Region.objects.visible_to(user), Sector.objects.visible_to(user)
    features = [
        *_build_features(regions, "region", "contour"),
        *_build_features(sectors, "secteur", "contour"),
        *_build_features(regions, "nom", PointOnSurface("contour")),
    ]
    return orjson.dumps({"type": "FeatureCollection", "features": features})
