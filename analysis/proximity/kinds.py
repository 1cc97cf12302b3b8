"""Define the five kinds of service in the nearest-service table."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from django.db.models import QuerySet

from config.caller import Caller
from geo.facilities.api import (
    HEALTH_SERVICE_TYPE_LABELS,
    POLICE_STATION_TYPE_LABELS,
    SCHOOL_TYPE_LABELS,
    VBG_SERVICE_TYPE_LABELS,
    WATER_POINT_TYPE_LABELS,
)
from geo.facilities.models import Facility, HealthService, PoliceStation, School, VbgService, WaterPoint


@dataclass(frozen=True)
class ServiceKind:
    """Describe a kind of service.

    `column` is its column in the table, `labels` are the names of its types by code, and `default` is the code of a
    service without type. When `is_public` is true, every caller may see a service of any region as the nearest
    (decision 0046).
    """

    column: str
    model: type[Facility]
    labels: Mapping[str, Any]
    default: str
    is_public: bool = True

    @property
    def table(self) -> str:
        return self.model._meta.db_table

    def reachable_by(self, user: Caller) -> QuerySet:
        """Return the services that `user` may see as the nearest: of a public kind those of every region."""
        rows = self.model._default_manager.all()
        return rows if self.is_public else rows.visible_to(user)

    def type_of(self, given: str) -> tuple[str, str]:
        """Return code and name (in the active language) of a stored type; a code without label is its own name."""
        code = given or self.default
        return code, str(self.labels.get(code, code))


# By name in the API.
KINDS: dict[str, ServiceKind] = {
    "ecoles": ServiceKind("ecole", School, SCHOOL_TYPE_LABELS, "ecole"),
    "services_sante": ServiceKind("service_sante", HealthService, HEALTH_SERVICE_TYPE_LABELS, "service_sante"),
    "points_eau": ServiceKind("point_eau", WaterPoint, WATER_POINT_TYPE_LABELS, "point_eau"),
    "services_vbg": ServiceKind("service_vbg", VbgService, VBG_SERVICE_TYPE_LABELS, "service_vbg", is_public=False),
    "polices_judiciaires": ServiceKind(
        "police_judiciaire", PoliceStation, POLICE_STATION_TYPE_LABELS, "police_judiciaire"
    ),
}
