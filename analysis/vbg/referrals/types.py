"""Describe a service to which somebody is referred."""

from dataclasses import dataclass
from typing import Any
from uuid import UUID


@dataclass(frozen=True, slots=True)
class NearbyService:
    """Hold a service, its distance in metres from the place and its bearing in degrees from north (None on the spot)."""

    id: UUID
    nom: str
    type: str
    adresse: str | None
    telephone: str | None
    horaires: str | None
    region: str | None
    secteur: str | None
    localite: str | None
    latitude: float
    longitude: float
    distance: float
    azimut: float | None


@dataclass(frozen=True, slots=True)
class Referral:
    """Hold the service of one kind; `ouvert` is None when its hours are unknown, `direction` a wind of the compass."""

    type_service: str
    type_label: Any
    id: UUID
    nom: str
    ouvert: bool | None
    horaires: str | None
    telephone: str | None
    adresse: str | None
    region: str | None
    secteur: str | None
    localite: str | None
    latitude: float
    longitude: float
    distance: float
    direction: str | None
    minutes_a_pied: int
