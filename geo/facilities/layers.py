"""Define the map layers of facilities."""

from collections.abc import Mapping
from typing import Any

from django.conf import settings
from django.db.models import Expression, FloatField, Model, Value
from django.utils.translation import gettext_lazy as _

from geo.facilities import types
from geo.facilities.models import (
    HealthAgent,
    HealthService,
    LocalActor,
    PoliceStation,
    School,
    VbgService,
    WaterPoint,
)
from geo.facilities.queries import reference_point
from geo.layers.catalogue import AREAS, Filter, Layer, Property, flag, text
from geo.layers.expressions import contact, latitude, longitude, metres_to

WHERE: Mapping[str, Property] = {"region": "region__nom", "secteur": "secteur__nom", "localite": "localite__nom"}
POSITION: Mapping[str, Property] = {"latitude": latitude(), "longitude": longitude()}


def distance_to_reference(user: Any) -> Expression:
    """Return the distance in metres to MAP_REFERENCE_PLACE; null while no locality or secteur has that name."""
    point = reference_point(settings.MAP_REFERENCE_PLACE)
    return metres_to("geog", *point) if point else Value(None, output_field=FloatField())


def places(
    name: str,
    title: Any,
    model: type[Model],
    labels: Mapping[str, Any],
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
    kind: Mapping[str, Property] = {"type": types.code(default), "typeLabel": types.label(labels, default)}
    own = more or {}
    return Layer(
        name=name,
        title=title,
        model=model,
        permission="geo.lire",
        properties={"id": "id", "nom": "nom", "code": "code", **kind, **WHERE, **own},
        tile={"id": "id", "nom": "nom", **kind},
        items=items or {"id": "id", "nom": "nom", **kind, **POSITION, **WHERE, **own},
        filters={**AREAS, "type": text("type"), **(filters or {})},
    )


SCHOOLS = places(
    "ecoles", _("Écoles"), School, types.SCHOOLS, "ecole",
    more={"pilote": "pilote", "prescolaire": "prescolaire", "niveauMax": "niveau_max"},
    items={
        "id": "id", "nom": "nom", "code": "code", "type": "type", "typology": "typology",
        "secteur": "secteur__nom", "region": "region__nom", "communaute": "communaute", **POSITION,
        "prescolaire": "prescolaire", "niveauMax": "niveau_max", "menagesEstimes": "menages_estimes",
        "distanceMansoa": distance_to_reference, "pilote": "pilote", "idDgepase": "id_dgepase",
    },
    filters={"pilote": flag("pilote")},
)  # fmt: skip
HEALTH_SERVICES = places(
    "services_sante", _("Services de santé"), HealthService, types.HEALTH, "service_sante",
    more={"telephone": "telephone", "urgences24h": "urgences_24h", "maternite": "maternite"},
    items={
        "id": "id", "code": "code", "nom": "nom", "type": types.code("service_sante"),
        "typeLabel": types.label(types.HEALTH, "service_sante"), "statut": "statut", "adresse": "adresse",
        "telephone": "telephone", "responsable": "responsable", **POSITION, "urgences24h": "urgences_24h",
        "maternite": "maternite", "laboratoire": "laboratoire", "pharmacie": "pharmacie",
        "capaciteLits": "capacite_lits", "nombrePersonnel": "nombre_personnel", "region": "region__nom",
    },
)  # fmt: skip
WATER_POINTS = places(
    "points_eau", _("Points d'eau"), WaterPoint, types.WATER, "point_eau",
    more={"fonctionnel": "fonctionnel", "typeSource": "type_source"},
    filters={"fonctionnel": flag("fonctionnel")},
)  # fmt: skip
POLICE_STATIONS = places(
    "polices_judiciaires", _("Polices judiciaires"), PoliceStation, types.POLICE, "police_judiciaire"
)
VBG_SERVICES = places("services_vbg", _("Services VBG"), VbgService, types.VBG, "service_vbg")
HEALTH_AGENTS = places(
    "asc", _("Agents de santé communautaire"), HealthAgent, types.AGENTS, "asc",
    more={"telephone": contact("telephone")},
)  # fmt: skip
LOCAL_ACTORS = places(
    "acteurs_locaux", _("Acteurs locaux"), LocalActor, types.ACTORS, "acteur_local",
    more={"telephone": contact("telephone")},
)  # fmt: skip
LAYERS = (SCHOOLS, HEALTH_SERVICES, WATER_POINTS, POLICE_STATIONS, VBG_SERVICES, HEALTH_AGENTS, LOCAL_ACTORS)
