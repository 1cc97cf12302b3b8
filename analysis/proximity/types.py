"""Describe kinds of service, and what was found near a place. Distances are geodesic, in metres."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any
from uuid import UUID

from geo.facilities.models import Facility


@dataclass(frozen=True)
class ServiceKind:
    """Describe a kind of service.

    `column` is its column in the table, `labels` are the names of its types by code, and `default` is the code of a
    service without type. When `is_public` is true, every caller may see a service of any region as the nearest
    (decision 0046). `condition` is the SQL of the rows that may be the nearest at all, as in the kind's triggers.
    """

    column: str
    model: type[Facility]
    labels: Mapping[str, Any]
    default: str
    is_public: bool = True
    condition: str = "true"

    @property
    def table(self) -> str:
        return self.model._meta.db_table

    def resolve_type(self, stored: str) -> tuple[str, str]:
        """Return code and name (in the active language) of a stored type; a code without label is its own name."""
        code = stored or self.default
        return code, str(self.labels.get(code, code))


@dataclass(frozen=True)
class ServiceChoice:
    """Say which services of a kind count: those of these types (empty: of any), and with `in_service` no closed one."""

    types: Sequence[str] = ()
    in_service: bool = False

    @property
    def is_narrow(self) -> bool:
        return bool(self.types or self.in_service)


@dataclass(frozen=True)
class HouseholdAround:
    """Hold a household within a radius; its position is in degrees."""

    id: UUID
    code_menage: str
    latitude: float
    longitude: float
    categorie_pauvrete: str | None
    distance: float


@dataclass(frozen=True)
class ServiceAround:
    """Hold a service within a radius; `total` is the number of all services within it."""

    id: UUID
    nom: str
    type: str
    latitude: float
    longitude: float
    distance: float
    total: int


@dataclass(frozen=True)
class HouseholdService:
    """Hold the nearest service of a household; without all but its distance where the caller may not see it."""

    id: UUID | None
    nom: str | None
    region: str | None
    metres: float
    latitude: float | None
    longitude: float | None
    kind: str | None


@dataclass(frozen=True)
class NearService:
    """Hold a service near a place; the fields with a default are read only where they are needed."""

    id: UUID
    nom: str
    type: str
    geom: str
    geog: str
    secteur_nom: str | None
    region_nom: str | None
    latitude: float
    longitude: float
    distance: float
    code: str | None = None
    statut: str | None = None
    telephone: str | None = None
    prescolaire: bool | None = None
    niveaux_enseignes: list[str] | None = None
    fonctionnel: bool | None = None
    urgences_24h: bool | None = None
    maternite: bool | None = None
