"""The five kinds of service that the nearest-service table follows."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from geo.facilities import types
from geo.facilities.models import Facility, HealthService, PoliceStation, School, VbgService, WaterPoint


@dataclass(frozen=True)
class Kind:
    """A kind: its column in the table, its model, the codes of its types, and the code where a source gave none."""

    column: str
    model: type[Facility]
    labels: Mapping[str, Any]
    default: str

    @property
    def table(self) -> str:
        return self.model._meta.db_table

    def type_of(self, given: str) -> tuple[str, str]:
        """Code and name (in the caller's language) of a type as stored; a code outside the list is its own name."""
        code = given or self.default
        return code, str(self.labels.get(code, code))


# By the name that the API gives it.
KINDS: dict[str, Kind] = {
    "ecoles": Kind("ecole", School, types.SCHOOLS, "ecole"),
    "services_sante": Kind("service_sante", HealthService, types.HEALTH, "service_sante"),
    "points_eau": Kind("point_eau", WaterPoint, types.WATER, "point_eau"),
    "services_vbg": Kind("service_vbg", VbgService, types.VBG, "service_vbg"),
    "polices_judiciaires": Kind("police_judiciaire", PoliceStation, types.POLICE, "police_judiciaire"),
}
