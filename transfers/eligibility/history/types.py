"""Define an evaluation as it is shown."""

from dataclasses import dataclass
from datetime import datetime
from typing import Any
from uuid import UUID


@dataclass(frozen=True, slots=True)
class StoredEvaluation:
    """Hold an evaluation by one version of a rule set: of one household with the rules that it passed, or of many."""

    id: UUID
    rule_set: dict[str, Any]
    version: int
    menage: dict[str, Any] | None
    regles_validees: list[str]
    filtres: dict[str, Any]
    total: int
    eligibles: int
    taux_eligibilite: float | None
    par_region: list[dict[str, Any]]
    modifies: int | None
    auteur: dict[str, Any] | None
    date: datetime
