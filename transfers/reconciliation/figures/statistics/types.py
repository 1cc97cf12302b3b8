"""Define the statistics of reconciliation. Rates are in percent, or None where nothing was expected."""

from dataclasses import dataclass
from datetime import date


@dataclass(frozen=True, slots=True)
class Period:
    debut: date | None
    fin: date | None


@dataclass(frozen=True, slots=True)
class SessionCounts:
    """Hold how many sessions there are, cancelled ones aside, and the rate of the finalised ones."""

    total_sessions: int
    sessions_validees: int
    sessions_en_cours: int
    taux_moyen_rapprochement: float | None


@dataclass(frozen=True, slots=True)
class OperatorRate:
    operateur: str
    operateur_label: str
    sessions: int
    sessions_validees: int
    rapprochees: int
    attendus: int
    taux: float | None


@dataclass(frozen=True, slots=True)
class MonthlyRate:
    """Hold the rate of the finalised sessions that begin in a month (`YYYY-MM`)."""

    mois: str
    taux: float | None


@dataclass(frozen=True, slots=True)
class Problem:
    """Hold how often there was a problem: what is wrong with a pair counts once."""

    type: str
    count: int


@dataclass(frozen=True, slots=True)
class Statistics:
    periode: Period
    resume: SessionCounts
    par_operateur: list[OperatorRate]
    tendance: list[MonthlyRate]
    problemes_frequents: list[Problem]
