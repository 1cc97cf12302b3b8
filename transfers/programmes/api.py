"""Export what other features may use of programmes; the rest of the package is private."""

from transfers.programmes.eligibility.queries import (
    build_eligible_households_sql,
    build_ready_households_sql,
    compile_criteria,
    list_own_criteria,
    list_ready_criteria,
)
from transfers.programmes.eligibility.types import Criteria, Criterion
from transfers.programmes.hooks import closing_remarks, further_criteria, spent_amounts
from transfers.programmes.queries import PREFETCH_REGIONS, attach_figures, count_principals, filter_programmes
from transfers.programmes.rules import CycleTotals, SpentAmounts
from transfers.programmes.services import (
    find_enrolling_programme,
    is_past_last_day,
    lock_enrolling_programme,
    lock_open_programme,
    lock_paying_programme,
    lock_programmes,
    require_changeable_programme,
    require_enrolling_programme,
    require_programme_reach,
)
from transfers.programmes.states import ENROLLING_STATUSES, PAYING_STATUSES

__all__ = [
    "CycleTotals",
    "ENROLLING_STATUSES",
    "PAYING_STATUSES",
    "PREFETCH_REGIONS",
    "SpentAmounts",
    "attach_figures",
    "closing_remarks",
    "Criteria",
    "Criterion",
    "build_eligible_households_sql",
    "build_ready_households_sql",
    "compile_criteria",
    "count_principals",
    "filter_programmes",
    "further_criteria",
    "is_past_last_day",
    "list_own_criteria",
    "list_ready_criteria",
    "find_enrolling_programme",
    "lock_enrolling_programme",
    "lock_open_programme",
    "lock_programmes",
    "lock_paying_programme",
    "require_changeable_programme",
    "require_enrolling_programme",
    "require_programme_reach",
    "spent_amounts",
]
