"""Edit a point as two numbers and a map, and draw a boundary on a map. Nothing is loaded from another host."""

import json
import math
from typing import Any

from django.contrib.gis import forms
from django.contrib.gis.geos import GEOSGeometry, Point
from django.forms import Media, Script, Widget
from django.template.loader import render_to_string
from django.urls import reverse
from django.utils.formats import number_format
from django.utils.html import format_html
from django.utils.safestring import SafeString
from django.utils.translation import gettext_lazy as _

from config.caller import Caller
from geo.areas.models import SRID
from geo.layers.api import compute_extent

MEDIA = Media(
    js=[Script("backoffice/map.js", type="module")],  # type: ignore[list-item]
    css={"all": ["vendor/maplibre-gl/maplibre-gl.css", "backoffice/map.css"]},
)


DECIMALS = 6  # of degrees: ten centimetres


def spell_degrees(number: Any) -> str:
    """Write a coordinate with the decimal sign of the page's language; what was typed stays as it is."""
    # Django cuts further decimals off: the number is rounded first.
    return number_format(round(number, DECIMALS), use_l10n=True) if isinstance(number, float) else str(number)


def round_point(point: Any) -> tuple[float, ...] | None:
    """Return the coordinates of a point as the form has them."""
    return point and tuple(round(number, DECIMALS) for number in point.coords)


class CoordinatesWidget(Widget):
    """Edit latitude and longitude in degrees: typed, or set by a click on the map or by dragging the marker."""

    template_name = "backoffice/place.html"
    # Read by GeoDjango's form field.
    supports_3d = False
    map_srid = SRID
    bounds: Any = None

    @property
    def media(self) -> Media:
        return MEDIA

    def get_context(self, name: str, value: Any, attrs: Any) -> dict[str, Any]:
        context = super().get_context(name, value, attrs)
        shown = value if isinstance(value, tuple) else (value.y, value.x) if isinstance(value, Point) else ("", "")
        context["latitude"], context["longitude"] = (spell_degrees(number) for number in shown)
        context["map"] = {"ground": reverse("admin:geo_region_ground"), "bounds": json.dumps(self.bounds)}
        return context

    def _render(self, template_name: str, context: dict[str, Any], renderer: Any = None) -> SafeString:
        """Render with the project's templates: the renderer of forms only finds those of libraries."""
        return SafeString(render_to_string(template_name, context))

    def value_from_datadict(self, data: Any, files: Any, name: str) -> tuple[str, str]:
        return data.get(f"{name}_lat", "").strip(), data.get(f"{name}_lon", "").strip()

    def use_required_attribute(self, initial: Any) -> bool:
        return False

    def id_for_label(self, id_: str) -> str:
        return f"{id_}_lat" if id_ else id_


class CoordinatesField(forms.PointField):
    """Convert two numbers to a point; both empty is no point."""

    widget = CoordinatesWidget
    # The form writes fewer decimals than the row has: unchanged, it keeps those of the row.
    is_rounded = True
    default_error_messages = {
        "coordinates": _("Latitude et longitude sont attendues, en degrés (-90 à 90 et -180 à 180).")
    }

    def to_python(self, value: Any) -> Any:
        if value is None or isinstance(value, GEOSGeometry):
            return value
        if not any(value):
            return None
        try:
            latitude, longitude = (float(number.replace(",", ".")) for number in value)
        except ValueError:
            latitude = math.nan
            longitude = math.nan
        if not (abs(latitude) <= 90 and abs(longitude) <= 180):
            raise forms.ValidationError(self.error_messages["coordinates"], code="coordinates")
        return Point(longitude, latitude, srid=SRID)

    def clean(self, value: Any) -> Any:
        point = self.to_python(value)
        if point is None and self.required:
            raise forms.ValidationError(self.error_messages["required"], code="required")
        return point

    def has_changed(self, initial: Any, data: Any) -> bool:
        try:
            return round_point(self.to_python(data)) != round_point(initial)
        except forms.ValidationError:
            return True


def render_map(geometry: GEOSGeometry | None, user: Caller) -> str:
    """Return the HTML of a read-only map of a geometry, or a dash without one."""
    if geometry is None:
        return "-"
    return format_html(
        '<div class="carte" data-ground="{}" data-bounds="{}" data-shape="{}"></div>',
        reverse("admin:geo_region_ground"),
        json.dumps(compute_extent(user)),
        geometry.json,
    )


def build_coordinates_field(db_field: Any, user: Caller, **kwargs: Any) -> Any:
    """Return the form field of a point, whose map opens on the user's regions."""
    field = db_field.formfield(form_class=CoordinatesField, **kwargs)
    field.widget.bounds = compute_extent(user)
    return field
