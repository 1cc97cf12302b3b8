"""Define what a report holds."""

from dataclasses import dataclass
from datetime import date
from typing import Any
from uuid import UUID


@dataclass(frozen=True)
class ReportScope:
    """Hold what a report is about: a programme or a region."""

    nom: str
    programme_id: UUID | None = None
    region_id: UUID | None = None


@dataclass(frozen=True, slots=True)
class Figure:
    """Hold one line of a section: what it counts, and the number; `unite` is "", "XOF" or "%"."""

    nom: str
    valeur: float | int | None
    unite: str = ""


@dataclass(frozen=True, slots=True)
class Section:
    """Hold the figures of one matter."""

    titre: str
    chiffres: list[Figure]


@dataclass(frozen=True, slots=True)
class AreaRow:
    """Hold the numbers of one area; `taux_plaintes` is by 1,000 beneficiaries, null without any."""

    id: UUID | None
    nom: str
    menages: int
    beneficiaires: int
    montant: int
    plaintes: int
    taux_plaintes: float | None
    geom: Any = None


@dataclass(frozen=True)
class Report:
    """Hold a whole report. `zones` are regions of a programme, or sectors of a region."""

    scope: ReportScope
    debut: date
    fin: date
    sections: list[Section]
    zones: list[AreaRow]
    nom_zones: str
    redige_le: date
