"""Define the five kinds of service in the nearest-service table, and the distances that rules of eligibility compare."""

from typing import Any, Final

from django.utils.translation import gettext_lazy as _

from analysis.proximity.types import ServiceKind
from config.naming import to_camel_case
from geo.facilities.api import (
    HEALTH_SERVICE_TYPE_LABELS,
    POLICE_STATION_TYPE_LABELS,
    SCHOOL_TYPE_LABELS,
    VBG_SERVICE_TYPE_LABELS,
    WATER_POINT_TYPE_LABELS,
)
from geo.facilities.models import HealthService, PoliceStation, School, VbgService, WaterPoint
from transfers.eligibility.api import HOUSEHOLD, NUMBER, EligibilityField, FieldSource

MAX_CARDS: Final = 25  # households whose cards are read ahead at once
MAX_MEMBERS: Final = 100  # of a household, as a page of its members has
# By name in the API.
SERVICE_KINDS: Final[dict[str, ServiceKind]] = {
    "ecoles": ServiceKind("ecole", School, SCHOOL_TYPE_LABELS, "ecole"),
    "services_sante": ServiceKind("service_sante", HealthService, HEALTH_SERVICE_TYPE_LABELS, "service_sante"),
    "points_eau": ServiceKind("point_eau", WaterPoint, WATER_POINT_TYPE_LABELS, "point_eau"),
    "services_vbg": ServiceKind(
        "service_vbg",
        VbgService,
        VBG_SERVICE_TYPE_LABELS,
        "service_vbg",
        is_public=False,
        condition="visibilite = 'publique' AND geom IS NOT NULL",
    ),
    "polices_judiciaires": ServiceKind(
        "police_judiciaire", PoliceStation, POLICE_STATION_TYPE_LABELS, "police_judiciaire"
    ),
}
# By name in the API: the kinds that are looked for near a locality, and the columns that are shown of each.
LOCALITY_SERVICES: Final[dict[str, tuple[str, tuple[str, ...]]]] = {
    "ecole": ("ecoles", ()),
    "pointEau": ("points_eau", ("fonctionnel",)),
    "serviceSante": ("services_sante", ("statut", "telephone", "urgences_24h", "maternite")),
}
# What the rules of eligibility compare: the distance to the nearest service of each public kind, in metres. Where services
# that are not public lie cannot be found out by trying distances.
DISTANCE_SOURCE: Final = "nearest services"
DISTANCE_LABELS: Final[dict[str, Any]] = {
    "ecoles": _("Distance de l'école la plus proche"),
    "services_sante": _("Distance du service de santé le plus proche"),
    "points_eau": _("Distance du point d'eau le plus proche"),
    "polices_judiciaires": _("Distance du poste de police le plus proche"),
}
DISTANCES: Final = FieldSource(
    join="LEFT JOIN analysis_nearest_service AS proche ON proche.menage_id = m.id",
    fields=tuple(
        EligibilityField(
            name=to_camel_case(f"distance_{SERVICE_KINDS[name].column}"),
            category=HOUSEHOLD,
            kind=NUMBER,
            label=label,
            sql=f"proche.{SERVICE_KINDS[name].column}_metres",
            unit=_("mètres"),
            source=DISTANCE_SOURCE,
        )
        for name, label in DISTANCE_LABELS.items()
    ),
)
