"""Define the five kinds of service in the nearest-service table."""

from typing import Final

from analysis.proximity.types import ServiceKind
from geo.facilities.api import (
    HEALTH_SERVICE_TYPE_LABELS,
    POLICE_STATION_TYPE_LABELS,
    SCHOOL_TYPE_LABELS,
    VBG_SERVICE_TYPE_LABELS,
    WATER_POINT_TYPE_LABELS,
)
from geo.facilities.models import HealthService, PoliceStation, School, VbgService, WaterPoint

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
