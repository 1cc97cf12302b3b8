"""Define the sessions of the demonstration: which cycle each compares, and how far it is."""

from dataclasses import dataclass
from typing import Final

from transfers.reconciliation.models import SessionStatus


@dataclass(frozen=True, slots=True)
class PlannedSession:
    """Describe a session by its cycle; `has_differences` makes a statement that differs from what we hold."""

    cycle: str
    nom: str
    statut: SessionStatus
    has_differences: bool = False


OPERATOR: Final = "operator_a_money"
SESSIONS: Final = (
    PlannedSession("TM-DEMO-C001", "Relevé du premier cycle national", SessionStatus.VALIDE),
    PlannedSession("TM-DEMO-C002", "Relevé du deuxième cycle national", SessionStatus.A_VALIDER),
    PlannedSession("TM-DEMO-C003", "Relevé du troisième cycle national", SessionStatus.BROUILLON, has_differences=True),
    PlannedSession("TM-DEMO-C005", "Relevé du cycle national suspendu", SessionStatus.EN_COURS, has_differences=True),
)
# Who opens sessions, and who finalises them: another person.
OPENED_BY: Final = "administrateur"
FINALISED_BY: Final = "admin"
# Days that a line may be later than its payment, and after a cycle's end: operators post late.
TOLERATED_DAYS: Final = 5
LATE_DAYS: Final = 20
