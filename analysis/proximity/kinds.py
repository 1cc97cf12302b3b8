"""The five kinds of service that the nearest-service table follows."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from django.db.models import QuerySet

from geo.facilities import types
from geo.facilities.models import Facility, HealthService, PoliceStation, School, VbgService, WaterPoint


@dataclass(frozen=True)
class Kind:
    """A kind: its column in the table, its model, the codes of its types, the code where a source gave none, and whether
    everybody may know of a place that is the nearest (decision 0046)."""

    column: str
    model: type[Facility]
    labels: Mapping[str, Any]
    default: str
    is_public: bool = True

    @property
    def table(self) -> str:
        return self.model._meta.db_table

    def reachable_by(self, user: Any) -> QuerySet:
        """Return the places of which the nearest may be told to `user`: public ones wherever they lie."""
        rows = self.model._default_manager.all()
        return rows if self.is_public else rows.visible_to(user)  # type: ignore[attr-defined]

    def type_of(self, given: str) -> tuple[str, str]:
        """Code and name (in the caller's language) of a type as stored; a code outside the list is its own name."""
        code = given or self.default
        return code, str(self.labels.get(code, code))


# By the name that the API gives it.
KINDS: dict[str, Kind] = {
    "ecoles": Kind("ecole", School, types.SCHOOLS, "ecole"),
    "services_sante": Kind("service_sante", HealthService, types.HEALTH, "service_sante"),
    "points_eau": Kind("point_eau", WaterPoint, types.WATER, "point_eau"),
    "services_vbg": Kind("service_vbg", VbgService, types.VBG, "service_vbg", is_public=False),
    "polices_judiciaires": Kind("police_judiciaire", PoliceStation, types.POLICE, "police_judiciaire"),
}
