"""Parse and serialize boundaries as GeoJSON."""

from typing import Any

import orjson
from django.conf import settings
from django.contrib.gis.geos import GEOSGeometry, MultiPolygon
from django.core.exceptions import ValidationError
from django.utils.translation import gettext_lazy as _
from drf_spectacular.utils import extend_schema_field
from rest_framework import serializers
from rest_framework_gis.fields import GeometryField

from geo.areas.models import SRID

DEGREES = (-180.0, -90.0, 180.0, 90.0)


@extend_schema_field({"type": "object"})
class BoundaryField(GeometryField):
    """Accept a valid GeoJSON Polygon or MultiPolygon in EPSG:4326, longitude first.

    It has at most GEOMETRY_MAX_VERTICES vertices; a Polygon becomes a MultiPolygon.
    """

    default_error_messages = {
        "shape": _("Un Polygon ou MultiPolygon GeoJSON est attendu."),
        "range": _("Coordonnées hors limites : la longitude vient d'abord."),
        "valid": _("Le polygone n'est pas valide : {reason}"),
        "large": _("La géométrie a trop de sommets."),
    }

    def validate_empty_values(self, data: Any) -> tuple[bool, Any]:
        """Refuse an empty text as any other value that is no boundary, not as a missing field."""
        return serializers.Field.validate_empty_values(self, data)

    def to_internal_value(self, data: Any) -> MultiPolygon:
        if not isinstance(data, dict) or data.get("type") not in ("Polygon", "MultiPolygon"):
            self.fail("shape")
        try:
            # As text: the library would write it itself, more slowly, and with NaN for GDAL to read.
            geometry = super().to_internal_value(orjson.dumps(data).decode())
        except (ValidationError, TypeError):
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
        # The library would write the GeoJSON twice, and parse it more slowly.
        return orjson.loads(value.geojson)
