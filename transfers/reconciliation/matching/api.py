"""Export what other features may use of matching; the rest of the package is private."""

from transfers.reconciliation.matching.engine.tables import Criteria
from transfers.reconciliation.matching.rules import describe_evidence
from transfers.reconciliation.matching.services import match_session
from transfers.reconciliation.matching.types import MatchSummary

__all__ = ["Criteria", "MatchSummary", "describe_evidence", "match_session"]
