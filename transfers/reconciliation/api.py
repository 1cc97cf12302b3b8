"""Export what other features may use of reconciliation; the rest of the package is private."""

from transfers.reconciliation.finalization.services import finalize_session
from transfers.reconciliation.finalization.types import FinalizationOptions
from transfers.reconciliation.matching.api import Criteria
from transfers.reconciliation.queries import count_undecided_sessions
from transfers.reconciliation.services import create_session, match_entries, propose_session
from transfers.reconciliation.types import SessionValues

__all__ = [
    "Criteria",
    "FinalizationOptions",
    "SessionValues",
    "count_undecided_sessions",
    "create_session",
    "finalize_session",
    "match_entries",
    "propose_session",
]
