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
from transfers.beneficiaries.transitions.services import follow_principals

__all__ = [
    "BeneficiaryFilters",
    "BeneficiaryRecordFilters",
    "BeneficiaryResponse",
    "ENROLMENT_REFUSALS",
    "ProgrammeReference",
    "add_record",
    "beneficiary_records",
    "build_summary_response",
    "build_unconfirmed_condition",
    "filter_beneficiaries",
    "find_unconfirmed_households",
    "follow_principals",
    "paginate_summaries",
]
