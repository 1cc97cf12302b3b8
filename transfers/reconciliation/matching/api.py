"""Export what other features may use of matching; the rest of the package is private."""

from transfers.reconciliation.matching.engine.comparison import score_all_pairs
from transfers.reconciliation.matching.engine.tables import Criteria, Tolerances
from transfers.reconciliation.matching.queries import load_earlier
from transfers.reconciliation.matching.rules import describe_evidence
from transfers.reconciliation.matching.services import match_session
from transfers.reconciliation.matching.types import MatchSummary

__all__ = [
    "Criteria",
    "MatchSummary",
    "Tolerances",
    "describe_evidence",
    "load_earlier",
    "match_session",
    "score_all_pairs",
]
