"""Export what other features may use of beneficiaries; the rest of the package is private."""

from transfers.beneficiaries.filters import BeneficiaryFilters, BeneficiaryRecordFilters
from transfers.beneficiaries.hooks import beneficiary_records
from transfers.beneficiaries.queries import (
    build_unconfirmed_condition,
    filter_beneficiaries,
    find_unconfirmed_households,
    paginate_summaries,
)
from transfers.beneficiaries.rules import ENROLMENT_REFUSALS
from transfers.beneficiaries.serializers import BeneficiaryResponse, ProgrammeReference, build_summary_response
from transfers.beneficiaries.services import add_record
from transfers.beneficiaries.states import GRADUATE, RESTORE, Transition
from transfers.beneficiaries.transitions.services import (
    find_transition_refusals,
    follow_principals,
    lock_beneficiaries,
    transition_locked_beneficiaries,
)
from transfers.beneficiaries.transitions.types import LockedBeneficiary

__all__ = [
    "BeneficiaryFilters",
    "BeneficiaryRecordFilters",
    "BeneficiaryResponse",
    "ENROLMENT_REFUSALS",
    "GRADUATE",
    "LockedBeneficiary",
    "RESTORE",
    "Transition",
    "ProgrammeReference",
    "add_record",
    "beneficiary_records",
    "build_summary_response",
    "build_unconfirmed_condition",
    "filter_beneficiaries",
    "find_transition_refusals",
    "find_unconfirmed_households",
    "follow_principals",
    "lock_beneficiaries",
    "paginate_summaries",
    "transition_locked_beneficiaries",
]
