"""Export what other features may use of beneficiaries; the rest of the package is private."""

from transfers.beneficiaries.queries import SQL, filter_beneficiaries, paginate_summaries
from transfers.beneficiaries.services import (
    REFUSALS,
    add_record,
    find_unconfirmed_households,
    follow_principals,
)
from transfers.beneficiaries.shapes import BeneficiaryResponse, ProgrammeReference, build_summary_response

__all__ = [
    "BeneficiaryResponse",
    "ProgrammeReference",
    "REFUSALS",
    "SQL",
    "add_record",
    "build_summary_response",
    "filter_beneficiaries",
    "find_unconfirmed_households",
    "follow_principals",
    "paginate_summaries",
]
