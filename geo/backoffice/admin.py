"""Show rows with a geometry in the admin site."""

from typing import Any, cast

from django.contrib.gis.db.models import PointField
from django.contrib.gis.db.models.fields import BaseSpatialField
from django.http import HttpRequest
from django.utils.translation import gettext_lazy as _

from accounts.backoffice.api import ScopedAdmin
from config.caller import Caller
from geo.backoffice.fields import MEDIA, build_coordinates_field, render_map


class MapAdmin(ScopedAdmin):
    """Edit points on a map where the user may change them, and draw every other geometry on a read-only map."""

    # Areas draw `contour`, their simplified boundary: imports and the API write the exact one in `geom`.
    shape = "geom"

    @property
    def media(self) -> Any:
        return super().media + MEDIA

    def get_fields(self, request: HttpRequest, obj: Any = None) -> Any:
        names = super().get_fields(request, obj)
        spatial = {f.name for f in self.model._meta.concrete_fields if isinstance(f, BaseSpatialField)}
        editable = self._list_editable_fields(request, obj)
        fields = [name for name in names if name not in spatial or name in editable]
        is_visible = any(field.name == self.shape for field in self.list_visible_fields(request))
        return [*fields, "carte"] if obj is not None and is_visible and self.shape not in fields else fields

    def get_form(self, request: HttpRequest, obj: Any = None, change: bool = False, **kwargs: Any) -> Any:
        if obj is not None:
            obj.seen_by = request.user
        return super().get_form(request, obj, change, **kwargs)

    def carte(self, obj: Any) -> str:
        return render_map(getattr(obj, self.shape), obj.seen_by)

    carte.short_description = _("Carte")  # type: ignore[attr-defined]

    def formfield_for_dbfield(self, db_field: Any, request: HttpRequest, **kwargs: Any) -> Any:
        if isinstance(db_field, PointField):
            return build_coordinates_field(db_field, cast(Caller, request.user), required=not db_field.null)
        return super().formfield_for_dbfield(db_field, request, **kwargs)
