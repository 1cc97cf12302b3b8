"""Describe plans: what a question asks, in a form that is validated, shown, edited and run."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import date
from typing import Any
from uuid import UUID


@dataclass(frozen=True)
class Place:
    """Hold an area by its level (region, secteur or localite); `parents` are the ids of the areas that contain it."""

    niveau: str
    id: UUID
    nom: str
    parents: tuple[UUID, ...] = field(default=(), compare=False)


@dataclass(frozen=True)
class ServiceDistance:
    """Describe a condition on the distance to the nearest service of a kind, in metres.

    `sens` is "plus" (there is none within the distance) or "moins" (there is one). With `en_service` those that are known to
    be closed or broken do not count.
    """

    service: str
    sens: str
    metres: float
    type: str | None = None
    en_service: bool = False


@dataclass(frozen=True)
class MemberCount:
    """Describe a condition on how many members of these kinds, together, a household has."""

    comptes: tuple[str, ...]
    min: int | None = None
    max: int | None = None


@dataclass(frozen=True)
class Circle:
    """Hold a place around which rows lie; `rayon` is in metres, None when only the nearest are asked for."""

    place: Place
    rayon: float | None = None


@dataclass(frozen=True)
class Plan:
    """Hold a plan; `genre` is what is done, `sujet` the rows, `mesure` the figure, and the rest limits or shapes them.

    `filtres` maps names of `FILTERS` (rules.py) to their values; `parmi` likewise those of the rows of which a share is
    asked. `niveau` is the level of areas that are ranked, compared
    or covered, `dimension` the filter by whose values rows are grouped, `pas` the step of time.
    """

    genre: str
    sujet: str
    mesure: str = "nombre"
    zones: tuple[Place, ...] = ()
    filtres: Mapping[str, Any] = field(default_factory=dict)
    parmi: Mapping[str, Any] = field(default_factory=dict)
    distances: tuple[ServiceDistance, ...] = ()
    membres: tuple[MemberCount, ...] = ()
    autour: Circle | None = None
    services: tuple[str, ...] = ()
    rayon: float | None = None
    niveau: str | None = None
    dimension: str | None = None
    limite: int | None = None
    ordre: str | None = None
    pas: str | None = None
    forme: str | None = None
    cellule: float | None = None
    du: date | None = None
    au: date | None = None


@dataclass(frozen=True)
class Context:
    """Hold what the map shows while a question is asked: a region, and names of layers."""

    region: Place | None = None
    layers: tuple[str, ...] = ()


@dataclass(frozen=True)
class Misunderstanding:
    """Say why a question has no plan: `reason` is a key of `REASONS` (rules.py), `words` those that it is about."""

    reason: str
    words: tuple[str, ...] = ()


@dataclass(frozen=True)
class Understanding:
    """Hold the plan of a question or, without one, the reason; `corrections` are the words that were read otherwise."""

    plan: Plan | None
    language: str
    fault: Misunderstanding | None = None
    corrections: tuple[tuple[str, str], ...] = ()
