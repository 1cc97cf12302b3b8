"""Define what is said of how much teams have to do."""

from dataclasses import dataclass
from typing import Any


@dataclass(frozen=True, slots=True)
class MemberLoad:
    """Hold the load of one member; `membre` is {id, nom}, a null limit is none, `pourcentage` is of the limit."""

    membre: dict[str, Any]
    plaintes_assignees: int
    wip_limit: int | None
    pourcentage: float
    disponible: bool


@dataclass(frozen=True, slots=True)
class Workload:
    """Hold the load of a team: `equipe` is {id, nom, wipLimitTotal}, `charge` is {total, pourcentage}."""

    equipe: dict[str, Any]
    charge: dict[str, Any]
    par_membre: list[MemberLoad]
    par_categorie: dict[str, int]
    par_priorite: dict[str, int]


@dataclass(frozen=True, slots=True)
class TeamLoad:
    """Hold the load of a team in the overview; `equipe` is {id, nom}, `wip_limit_total` is 0 where no member has a limit."""

    equipe: dict[str, Any]
    membres: int
    plaintes: int
    wip_limit_total: int
    charge_percent: float


@dataclass(frozen=True, slots=True)
class Overview:
    """Hold the numbers of all teams. Times are in days, rates in percent; null where nothing was resolved."""

    total_equipes: int
    equipes_actives: int
    total_membres: int
    plaintes_en_cours: int
    par_equipe: list[TeamLoad]
    performance: dict[str, float | None]
