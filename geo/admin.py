"""Register areas and facilities in the admin site.

Users with `geo.gerer` edit names, codes and points here, as they can through the API: an edit changes one row, and
triggers update what depends on it (simplified boundary, nearest services, tiles, tallies). Boundaries are read-only:
they come from files, which are validated as a whole.
"""

from typing import Any, ClassVar, cast

from django.contrib import admin
from django.http import HttpRequest, HttpResponse
from django.urls import path
from django.utils.translation import gettext_lazy as _

from accounts.backoffice.api import LabelFilter, NamedRowsFilter, ScopedAdmin, read_id
from config.caller import Caller
from geo.areas.models import Commune, Locality, Region, Sector
from geo.areas.services import change_area, create_area
from geo.backoffice.admin import MapAdmin
from geo.backoffice.queries import build_base_map
from geo.base_map.api import CLASS_LABELS
from geo.base_map.models import BaseMapLine
from geo.facilities import models as facilities
from geo.facilities import rules
from geo.facilities.services import save_facility
from geo.layers.models import LayerChange


class RegionFilter(NamedRowsFilter):
    title, parameter_name = _("région"), "region"

    def list_rows(self, request: HttpRequest) -> Any:
        return Region.objects.visible_to(cast(Caller, request.user)).order_by("nom").values_list("pk", "nom")


class SectorFilter(NamedRowsFilter):
    """Narrow by sector once a region is chosen: there are too many to offer at once."""

    title, parameter_name = _("secteur"), "secteur"

    def list_rows(self, request: HttpRequest) -> Any:
        region = read_id(request.GET.get(RegionFilter.parameter_name))
        if region is None:
            return []
        sectors = Sector.objects.visible_to(cast(Caller, request.user)).filter(region=region)
        return sectors.order_by("nom").values_list("pk", "nom")


class TypeFilter(LabelFilter):
    title, parameter_name = _("type"), "type"


class StateFilter(LabelFilter):
    title, parameter_name = _("statut"), "statut"


PLACE_AND_CODES = (RegionFilter, SectorFilter, TypeFilter, StateFilter)


class AreaAdmin(MapAdmin):
    read_permission, write_permission = "geo.lire", "geo.gerer"
    search_fields, searches_normalised = ("nom_normalise",), True
    list_display: Any = ("nom", "code", "population", "updated_at")

    def save_row(self, obj: Any, values: dict[str, Any], creating: bool) -> None:
        if creating:
            create_area(model=self.model, values=values | {"id": obj.id})
        else:
            # The form has already compared the version, under the row lock.
            change_area(area=obj, values=values, require=lambda _area: None)


@admin.register(Region)
class RegionAdmin(AreaAdmin):
    title = _("Régions")
    editable_fields = ("nom", "code", "population")
    shape = "contour"

    def get_urls(self) -> list[Any]:
        """Add the URL of the base map that all maps of the admin site share."""
        view = self.admin_site.admin_view(self.serve_base_map)
        return [path("fond.json", view, name="geo_region_ground"), *super().get_urls()]

    def serve_base_map(self, request: HttpRequest) -> HttpResponse:
        return HttpResponse(build_base_map(cast(Caller, request.user)), content_type="application/geo+json")


@admin.register(Sector)
class SectorAdmin(AreaAdmin):
    title = _("Secteurs")
    editable_fields = ("nom", "code", "population", "region")
    autocomplete_fields = ("region",)
    list_display = ("nom", "code", "region", "population", "updated_at")
    list_filter = (RegionFilter,)
    shape = "contour"


@admin.register(Commune)
class CommuneAdmin(AreaAdmin):
    title = _("Communes")
    editable_fields = ("nom", "code", "population", "secteur")
    autocomplete_fields = ("secteur",)
    list_display = ("nom", "code", "secteur", "population", "updated_at")


@admin.register(Locality)
class LocalityAdmin(AreaAdmin):
    title = _("Localités")
    editable_fields = ("nom", "code", "type", "population", "secteur", "commune", "geom")
    autocomplete_fields = ("secteur", "commune")
    list_display = ("nom", "code", "type", "secteur", "population", "updated_at")
    list_filter = ("type",)


class FacilityAdmin(MapAdmin):
    """Edit facilities of one kind; `own_fields` lists the fields that only this kind has."""

    read_permission = "geo.lire"
    write_permission: str | None = "geo.gerer"
    search_fields, searches_normalised = ("nom_normalise",), True
    own_fields: tuple[str, ...] = ()
    guarded_fields = {"registre.voir_contacts": ("telephone", "responsable")}
    autocomplete_fields = ("region", "secteur", "localite")
    list_display = ("nom", "code", "type", "statut", "region", "secteur", "updated_at")
    list_filter: ClassVar[Any] = PLACE_AND_CODES

    @property
    def editable_fields(self) -> tuple[str, ...]:  # type: ignore[override]
        common = ("nom", "code", "type", "statut", "adresse", "telephone", "responsable", *self.autocomplete_fields)
        return (*common, "geom", *self.own_fields)

    def save_row(self, obj: Any, values: dict[str, Any], creating: bool) -> None:
        save_facility(obj, creating=creating)


@admin.register(facilities.School)
class SchoolAdmin(FacilityAdmin):
    title = _("Écoles")
    code_labels = {
        "type": rules.SCHOOL_TYPE_LABELS,
        "statut": rules.SCHOOL_STATUS_LABELS,
        "typology": rules.SCHOOL_TYPOLOGY_LABELS,
        "niveau_max": rules.HIGHEST_CLASS_LABELS,
        "niveaux_enseignes": rules.SCHOOL_LEVEL_LABELS,
    }
    own_fields = (
        "typology",
        "communaute",
        "prescolaire",
        "niveau_max",
        "niveaux_enseignes",
        "menages_estimes",
        "pilote",
        "id_dgepase",
    )
    list_filter: ClassVar[Any] = (*PLACE_AND_CODES, "pilote")


@admin.register(facilities.HealthService)
class HealthServiceAdmin(FacilityAdmin):
    title = _("Services de santé")
    code_labels = {"type": rules.HEALTH_SERVICE_TYPE_LABELS, "statut": rules.SERVICE_STATUS_LABELS}
    own_fields = ("urgences_24h", "maternite", "laboratoire", "pharmacie", "capacite_lits", "nombre_personnel")
    list_filter: ClassVar[Any] = (*PLACE_AND_CODES, "urgences_24h", "maternite")


@admin.register(facilities.WaterPoint)
class WaterPointAdmin(FacilityAdmin):
    title = _("Points d'eau")
    code_labels = {
        "type": rules.WATER_POINT_TYPE_LABELS,
        "statut": rules.WATER_POINT_STATUS_LABELS,
        "type_source": rules.WATER_POINT_TYPE_LABELS,
    }
    own_fields = ("fonctionnel", "type_source")
    list_filter: ClassVar[Any] = (*PLACE_AND_CODES, "fonctionnel")


@admin.register(facilities.PoliceStation)
class PoliceStationAdmin(FacilityAdmin):
    title = _("Postes de police judiciaire")
    code_labels = {"type": rules.POLICE_STATION_TYPE_LABELS, "statut": rules.SERVICE_STATUS_LABELS}


@admin.register(facilities.VbgService)
class VbgServiceAdmin(FacilityAdmin):
    """Show services for survivors read-only: their rules stand in the services that write them."""

    title = _("Services VBG")
    read_permission, write_permission = "vbg.lire", None
    own_fields = ("visibilite", "services_offerts", "horaires", "capacite_accueil")


@admin.register(facilities.VbgAgent)
class VbgAgentAdmin(ScopedAdmin):
    title = _("Agents des services VBG")
    read_permission = "vbg.lire"
    guarded_fields = {"registre.voir_contacts": ("telephone",)}
    list_display = ("nom", "prenom", "fonction", "service")
    list_select_related = ("service",)
    ordering = ("nom", "id")


@admin.register(facilities.HealthAgent)
class HealthAgentAdmin(FacilityAdmin):
    title = _("Agents de santé communautaire")
    code_labels = {"type": rules.HEALTH_AGENT_TYPE_LABELS, "statut": rules.PERSON_STATUS_LABELS}


@admin.register(facilities.LocalActor)
class LocalActorAdmin(FacilityAdmin):
    title = _("Acteurs locaux")
    code_labels = {"type": rules.LOCAL_ACTOR_TYPE_LABELS, "statut": rules.PERSON_STATUS_LABELS}


@admin.register(BaseMapLine)
class BaseMapLineAdmin(ScopedAdmin):
    """Show the roads and rivers read-only: a file replaces them as a whole."""

    title = _("Routes et cours d'eau")
    read_permission = "geo.lire"
    code_labels = {"classe": CLASS_LABELS}
    list_display = ("nom", "classe", "source", "date_source")
    list_filter: ClassVar[Any] = ("classe", "source")
    search_fields = ("nom",)
    ordering = ("classe", "nom", "id")


@admin.register(LayerChange)
class LayerChangeAdmin(ScopedAdmin):
    title = _("Versions des couches")
    read_permission = "administration.references"
    list_display = ("couche", "nombre")
    ordering = ("couche", "id")
