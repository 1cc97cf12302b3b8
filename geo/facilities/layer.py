"""Define the map layers of facilities."""

from collections.abc import Mapping
from typing import Any

from django.conf import settings
from django.db.models import Expression, FloatField, Model, Value
from django.utils.translation import gettext_lazy as _

from config.caller import Caller
from config.filters import FilterSet
from geo.facilities import rules
from geo.facilities.filters import FacilityFilters, SchoolFilters, WaterPointFilters
from geo.facilities.models import (
    HealthAgent,
    HealthService,
    LocalActor,
    PoliceStation,
    School,
    VbgService,
    WaterPoint,
)
from geo.facilities.queries import find_reference_point, select_type_code, select_type_label
from geo.layers.api import (
    Layer,
    Property,
    measure_metres_to,
    select_contact,
    select_latitude,
    select_longitude,
)

AREA_PROPERTIES: Mapping[str, Property] = {
    "region": "region__nom",
    "secteur": "secteur__nom",
    "localite": "localite__nom",
}
POSITION_PROPERTIES: Mapping[str, Property] = {"latitude": select_latitude(), "longitude": select_longitude()}


def measure_distance_to_reference(user: Caller) -> Expression:
    """Return the distance in metres to MAP_REFERENCE_PLACE; null while no locality or secteur has that name."""
    point = find_reference_point(settings.MAP_REFERENCE_PLACE)
    return measure_metres_to("geog", *point) if point else Value(None, output_field=FloatField())


def build_facility_layer(
    name: str,
    title: Any,
    model: type[Model],
    labels: rules.TypeLabels,
    default: str,
    *,
    own_properties: Mapping[str, Property] | None = None,
    list_properties: Mapping[str, Property] | None = None,
    filters: type[FilterSet] = FacilityFilters,
) -> Layer:
    """Build the layer of one kind of facility.

    `own_properties` are those that only this kind has: in exports and, unless `list_properties` replaces them all, in
    lists; tiles have none of them. `labels` are the names of its types, `default` the type of a facility without one.
    """
    type_properties: Mapping[str, Property] = {
        "type": select_type_code(default),
        "typeLabel": select_type_label(labels, default),
    }
    own = own_properties or {}
    return Layer(
        name=name,
        title=title,
        model=model,
        permission="geo.lire",
        export_properties={"id": "id", "nom": "nom", "code": "code", **type_properties, **AREA_PROPERTIES, **own},
        tile_properties={"id": "id", "nom": "nom", **type_properties},
        list_properties=list_properties
        or {"id": "id", "nom": "nom", **type_properties, **POSITION_PROPERTIES, **AREA_PROPERTIES, **own},
        filters=filters,
    )


SCHOOL_LAYER = build_facility_layer(
    "ecoles",
    _("Écoles"),
    School,
    rules.SCHOOL_TYPE_LABELS,
    "ecole",
    own_properties={"pilote": "pilote", "prescolaire": "prescolaire", "niveauMax": "niveau_max"},
    list_properties={
        "id": "id",
        "nom": "nom",
        "code": "code",
        "type": "type",
        "typology": "typology",
        "secteur": "secteur__nom",
        "region": "region__nom",
        "communaute": "communaute",
        **POSITION_PROPERTIES,
        "prescolaire": "prescolaire",
        "niveauMax": "niveau_max",
        "menagesEstimes": "menages_estimes",
        "distanceMansoa": measure_distance_to_reference,
        "pilote": "pilote",
        "idDgepase": "id_dgepase",
    },
    filters=SchoolFilters,
)
HEALTH_SERVICE_LAYER = build_facility_layer(
    "services_sante",
    _("Services de santé"),
    HealthService,
    rules.HEALTH_SERVICE_TYPE_LABELS,
    "service_sante",
    own_properties={"telephone": "telephone", "urgences24h": "urgences_24h", "maternite": "maternite"},
    list_properties={
        "id": "id",
        "code": "code",
        "nom": "nom",
        "type": select_type_code("service_sante"),
        "typeLabel": select_type_label(rules.HEALTH_SERVICE_TYPE_LABELS, "service_sante"),
        "statut": "statut",
        "adresse": "adresse",
        "telephone": "telephone",
        "responsable": "responsable",
        **POSITION_PROPERTIES,
        "urgences24h": "urgences_24h",
        "maternite": "maternite",
        "laboratoire": "laboratoire",
        "pharmacie": "pharmacie",
        "capaciteLits": "capacite_lits",
        "nombrePersonnel": "nombre_personnel",
        "region": "region__nom",
    },
)
WATER_POINT_LAYER = build_facility_layer(
    "points_eau",
    _("Points d'eau"),
    WaterPoint,
    rules.WATER_POINT_TYPE_LABELS,
    "point_eau",
    own_properties={"fonctionnel": "fonctionnel", "typeSource": "type_source"},
    filters=WaterPointFilters,
)
POLICE_STATION_LAYER = build_facility_layer(
    "polices_judiciaires",
    _("Postes de police judiciaire"),
    PoliceStation,
    rules.POLICE_STATION_TYPE_LABELS,
    "police_judiciaire",
)
VBG_SERVICE_LAYER = build_facility_layer(
    "services_vbg", _("Services VBG"), VbgService, rules.VBG_SERVICE_TYPE_LABELS, "service_vbg"
)
HEALTH_AGENT_LAYER = build_facility_layer(
    "asc",
    _("Agents de santé communautaire"),
    HealthAgent,
    rules.HEALTH_AGENT_TYPE_LABELS,
    "asc",
    own_properties={"telephone": select_contact("telephone")},
)
LOCAL_ACTOR_LAYER = build_facility_layer(
    "acteurs_locaux",
    _("Acteurs locaux"),
    LocalActor,
    rules.LOCAL_ACTOR_TYPE_LABELS,
    "acteur_local",
    own_properties={"telephone": select_contact("telephone")},
)
FACILITY_LAYERS = (
    SCHOOL_LAYER,
    HEALTH_SERVICE_LAYER,
    WATER_POINT_LAYER,
    POLICE_STATION_LAYER,
    VBG_SERVICE_LAYER,
    HEALTH_AGENT_LAYER,
    LOCAL_ACTOR_LAYER,
)
