"""Parse and serialize boundaries as GeoJSON."""

from typing import Any

import orjson
from django.conf import settings
from django.contrib.gis.gdal import GDALException
from django.contrib.gis.geos import GEOSException, GEOSGeometry, MultiPolygon
from django.utils.translation import gettext_lazy as _
from drf_spectacular.utils import extend_schema_field
from rest_framework import serializers

from geo.areas.models import SRID

DEGREES = (-180.0, -90.0, 180.0, 90.0)


@extend_schema_field({"type": "object"})
class BoundaryField(serializers.Field):
    """Accept a valid GeoJSON Polygon or MultiPolygon in EPSG:4326, longitude first.

    It has at most GEOMETRY_MAX_VERTICES vertices; a Polygon becomes a MultiPolygon.
    """

    default_error_messages = {
        "shape": _("Un Polygon ou MultiPolygon GeoJSON est attendu."),
        "range": _("Coordonnées hors limites : la longitude vient d'abord."),
        "valid": _("Le polygone n'est pas valide : {reason}"),
        "large": _("La géométrie a trop de sommets."),
    }

    def to_internal_value(self, data: Any) -> MultiPolygon:
        if not isinstance(data, dict) or data.get("type") not in ("Polygon", "MultiPolygon"):
            self.fail("shape")
        try:
            geometry = GEOSGeometry(orjson.dumps(data).decode())
        except (GEOSException, GDALException, ValueError, TypeError):
            self.fail("shape")
        if geometry.empty or geometry.num_coords > settings.GEOMETRY_MAX_VERTICES:
            self.fail("shape" if geometry.empty else "large")
        west, south, east, north = geometry.extent
        if not (DEGREES[0] <= west <= east <= DEGREES[2] and DEGREES[1] <= south <= north <= DEGREES[3]):
            self.fail("range")
        if not geometry.valid:
            self.fail("valid", reason=geometry.valid_reason)
        many = geometry if isinstance(geometry, MultiPolygon) else MultiPolygon(geometry)
        many.srid = SRID
        return many

    def to_representation(self, value: GEOSGeometry) -> Any:
        return orjson.loads(value.geojson)
