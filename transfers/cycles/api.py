"""Export what other features may use of cycles; the rest of the package is private."""

from transfers.cycles.hooks import awaiting_conditions, calculation_resets
from transfers.cycles.queries import (
    annotate_execution_status,
    attach_totals,
    count_awaiting_cycles,
    filter_cycles,
    list_paid_regions,
)
from transfers.cycles.recurrence.services import set_recurrence
from transfers.cycles.rules import MONTHS, add_months, describe_future_period
from transfers.cycles.services import (
    create_cycle,
    lock_editable_cycle,
    reopen_cycle,
    require_cycle_reach,
    reset_calculation,
)
from transfers.cycles.states import EDITABLE_STATUSES
from transfers.cycles.types import CycleTotals

__all__ = [
    "CycleTotals",
    "EDITABLE_STATUSES",
    "MONTHS",
    "add_months",
    "annotate_execution_status",
    "attach_totals",
    "awaiting_conditions",
    "calculation_resets",
    "count_awaiting_cycles",
    "create_cycle",
    "describe_future_period",
    "filter_cycles",
    "list_paid_regions",
    "lock_editable_cycle",
    "reopen_cycle",
    "require_cycle_reach",
    "reset_calculation",
    "set_recurrence",
]
