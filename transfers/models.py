"""Collect the models of all features, so that Django finds them. Each feature defines its own."""

from transfers.approvals.models import Approval
from transfers.beneficiaries.models import Beneficiary, BeneficiaryCell
from transfers.complaints.appeals.models import Appeal
from transfers.complaints.map.models import ComplaintCell
from transfers.complaints.measures.models import Measure
from transfers.complaints.messages.models import InboundMessage, OutboundMessage
from transfers.complaints.models import Complaint, ComplaintMove, ConfidentialText
from transfers.complaints.records.models import ComplaintFile, ComplaintLink
from transfers.complaints.teams.models import Team, TeamMember
from transfers.complaints.totals.models import ComplaintTotal
from transfers.conditionality.checks.models import ComplianceCheck
from transfers.conditionality.effects.models import AppliedEffect
from transfers.conditionality.models import Conditionality
from transfers.cycles.models import AmountRule, Cycle, PaymentTotal, Recurrence
from transfers.eligibility.laboratory.models import TargetingDesign
from transfers.eligibility.models import Evaluation, Rule, RuleSet, RuleSetVersion
from transfers.eligibility.profiles.models import HouseholdProfile, ProfileState
from transfers.eligibility.selections.models import SelectedHousehold, TargetingSelection
from transfers.execution.bank_transfers.models import IssuedMessage
from transfers.execution.closings.models import CycleClosing
from transfers.execution.manual_outcomes.models import ManualOutcome
from transfers.execution.models import Attempt, Callback, Run
from transfers.execution.pay_points.models import PayPoint
from transfers.execution.sheets.losses.models import CashLoss
from transfers.execution.sheets.models import Sheet, SheetLine
from transfers.follow_ups.models import FollowUp
from transfers.graduation.criteria.models import GraduationCriterion
from transfers.graduation.models import Graduation, GraduationResult
from transfers.graduation.visits.models import GraduationVisit
from transfers.holidays.models import Holiday
from transfers.identity_documents.models import IdentityDocument
from transfers.ledger.models import Entry, LedgerAccount, Movement, Reservation
from transfers.operators.models import FeeTranche, Operator, OperatorAccount
from transfers.operators.reversals.models import MovementReversal
from transfers.payments.models import Payment
from transfers.programmes.models import Programme, ProgrammeRegion
from transfers.receipts.models import ReceiptAnswer, ReceiptCheck
from transfers.reconciliation.entries.models import EntryDecision
from transfers.reconciliation.models import (
    ReconciliationEntry,
    ReconciliationSession,
    Statement,
    StatementLine,
    StatementPlace,
)

__all__ = [
    "AmountRule",
    "Appeal",
    "AppliedEffect",
    "Approval",
    "Attempt",
    "Beneficiary",
    "BeneficiaryCell",
    "Callback",
    "CashLoss",
    "Complaint",
    "ComplaintCell",
    "ComplaintFile",
    "ComplaintLink",
    "ComplaintMove",
    "ComplaintTotal",
    "ComplianceCheck",
    "Conditionality",
    "ConfidentialText",
    "Cycle",
    "CycleClosing",
    "Entry",
    "EntryDecision",
    "Evaluation",
    "FeeTranche",
    "FollowUp",
    "Graduation",
    "GraduationCriterion",
    "GraduationResult",
    "GraduationVisit",
    "Holiday",
    "HouseholdProfile",
    "IdentityDocument",
    "InboundMessage",
    "IssuedMessage",
    "LedgerAccount",
    "ManualOutcome",
    "Measure",
    "Movement",
    "MovementReversal",
    "Operator",
    "OperatorAccount",
    "OutboundMessage",
    "PayPoint",
    "Payment",
    "PaymentTotal",
    "ProfileState",
    "Programme",
    "ProgrammeRegion",
    "ReceiptAnswer",
    "ReceiptCheck",
    "ReconciliationEntry",
    "ReconciliationSession",
    "Recurrence",
    "Reservation",
    "Rule",
    "RuleSet",
    "RuleSetVersion",
    "Run",
    "SelectedHousehold",
    "Sheet",
    "SheetLine",
    "Statement",
    "StatementLine",
    "StatementPlace",
    "TargetingDesign",
    "TargetingSelection",
    "Team",
    "TeamMember",
]
