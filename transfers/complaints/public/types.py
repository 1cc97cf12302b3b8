"""Define what a complainant without an account is told."""

from dataclasses import dataclass
from datetime import date


@dataclass(frozen=True, slots=True)
class PublicAnswer:
    """Hold an answer to the complainant."""

    date: date
    texte: str


@dataclass(frozen=True, slots=True)
class Following:
    """Hold how a complaint stands: nothing of who complained, of whom, or of what."""

    reference: str
    statut: str
    date_creation: date
    echeance: date
    date_resolution: date | None
    reponses: list[PublicAnswer]
    satisfaction: int | None
    appel_en_cours: bool
    peut_noter: bool
    peut_faire_appel: bool


@dataclass(frozen=True, slots=True)
class PublicTerms:
    """Hold within how many working days a complaint is to be resolved, and by which day one of today is."""

    jours: int
    jours_urgents: int
    dernier_jour: date
