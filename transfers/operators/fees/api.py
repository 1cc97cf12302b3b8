"""Export what other features may use of fee schedules; the rest of the package is private."""

from transfers.operators.fees.queries import find_operator_with_schedule, list_active_tranches
from transfers.operators.fees.rules import calculate_fees, describe_tranche, require_tranche
from transfers.operators.fees.serializers import FeeCalculationResponse
from transfers.operators.fees.services import create_tranche, lock_used_tranches, mark_used_tranches
from transfers.operators.fees.types import FeeCalculation

__all__ = [
    "FeeCalculation",
    "FeeCalculationResponse",
    "calculate_fees",
    "create_tranche",
    "describe_tranche",
    "find_operator_with_schedule",
    "list_active_tranches",
    "lock_used_tranches",
    "mark_used_tranches",
    "require_tranche",
]
