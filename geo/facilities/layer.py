"""Define the map layers of facilities."""

from collections.abc import Mapping
from typing import Any

from django.conf import settings
from django.db.models import Expression, FloatField, Model, Value
from django.utils.translation import gettext_lazy as _

from config.caller import Caller
from geo.facilities import rules
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
    AREAS,
    Filter,
    Layer,
    Property,
    build_flag_filter,
    build_text_filter,
    measure_metres_to,
    select_contact,
    select_latitude,
    select_longitude,
)

WHERE: Mapping[str, Property] = {"region": "region__nom", "secteur": "secteur__nom", "localite": "localite__nom"}
POSITION: Mapping[str, Property] = {"latitude": select_latitude(), "longitude": select_longitude()}


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
    more: Mapping[str, Property] | None = None,
    items: Mapping[str, Property] | None = None,
    filters: Mapping[str, Filter] | None = None,
) -> Layer:
    """Build the layer of one kind of facility.

    `more` are the properties that only this kind has, in exports and, unless `items` is given, in lists. `labels` are
    the names of its types, `default` the type of a facility without one.
    """
    kind: Mapping[str, Property] = {
        "type": select_type_code(default),
        "typeLabel": select_type_label(labels, default),
    }
    own = more or {}
    return Layer(
        name=name,
        title=title,
        model=model,
        permission="geo.lire",
        properties={"id": "id", "nom": "nom", "code": "code", **kind, **WHERE, **own},
        tile={"id": "id", "nom": "nom", **kind},
        items=items or {"id": "id", "nom": "nom", **kind, **POSITION, **WHERE, **own},
        filters={**AREAS, "type": build_text_filter("type"), **(filters or {})},
    )


SCHOOLS = build_facility_layer(
    "ecoles", _("Écoles"), School, rules.SCHOOL_TYPE_LABELS, "ecole",
    more={"pilote": "pilote", "prescolaire": "prescolaire", "niveauMax": "niveau_max"},
    items={
        "id": "id", "nom": "nom", "code": "code", "type": "type", "typology": "typology",
        "secteur": "secteur__nom", "region": "region__nom", "communaute": "communaute", **POSITION,
        "prescolaire": "prescolaire", "niveauMax": "niveau_max", "menagesEstimes": "menages_estimes",
        "distanceMansoa": measure_distance_to_reference, "pilote": "pilote", "idDgepase": "id_dgepase",
    },
    filters={"pilote": build_flag_filter("pilote")},
)  # fmt: skip
HEALTH_SERVICES = build_facility_layer(
    "services_sante", _("Services de santé"), HealthService, rules.HEALTH_SERVICE_TYPE_LABELS, "service_sante",
    more={"telephone": "telephone", "urgences24h": "urgences_24h", "maternite": "maternite"},
    items={
        "id": "id", "code": "code", "nom": "nom", "type": select_type_code("service_sante"),
        "typeLabel": select_type_label(rules.HEALTH_SERVICE_TYPE_LABELS, "service_sante"), "statut": "statut", "adresse": "adresse",
        "telephone": "telephone", "responsable": "responsable", **POSITION, "urgences24h": "urgences_24h",
        "maternite": "maternite", "laboratoire": "laboratoire", "pharmacie": "pharmacie",
        "capaciteLits": "capacite_lits", "nombrePersonnel": "nombre_personnel", "region": "region__nom",
    },
)  # fmt: skip
WATER_POINTS = build_facility_layer(
    "points_eau", _("Points d'eau"), WaterPoint, rules.WATER_POINT_TYPE_LABELS, "point_eau",
    more={"fonctionnel": "fonctionnel", "typeSource": "type_source"},
    filters={"fonctionnel": build_flag_filter("fonctionnel")},
)  # fmt: skip
POLICE_STATIONS = build_facility_layer(
    "polices_judiciaires",
    _("Polices judiciaires"),
    PoliceStation,
    rules.POLICE_STATION_TYPE_LABELS,
    "police_judiciaire",
)
VBG_SERVICES = build_facility_layer(
    "services_vbg", _("Services VBG"), VbgService, rules.VBG_SERVICE_TYPE_LABELS, "service_vbg"
)
HEALTH_AGENTS = build_facility_layer(
    "asc", _("Agents de santé communautaire"), HealthAgent, rules.HEALTH_AGENT_TYPE_LABELS, "asc",
    more={"telephone": select_contact("telephone")},
)  # fmt: skip
LOCAL_ACTORS = build_facility_layer(
    "acteurs_locaux", _("Acteurs locaux"), LocalActor, rules.LOCAL_ACTOR_TYPE_LABELS, "acteur_local",
    more={"telephone": select_contact("telephone")},
)  # fmt: skip
LAYERS = (SCHOOLS, HEALTH_SERVICES, WATER_POINTS, POLICE_STATIONS, VBG_SERVICES, HEALTH_AGENTS, LOCAL_ACTORS)
