"""Export what other features may use of payments; the rest of the package is private."""

from transfers.payments.calculation.services import calculate_payments
from transfers.payments.fees.queries import count_unpriced_payments
from transfers.payments.fees.services import apply_cycle_fees
from transfers.payments.filters import PARTIAL
from transfers.payments.queries import (
    count_departed,
    count_graduated,
    count_payments,
    count_readdressed,
    has_edited_list,
    list_payments,
    select_readdressed,
    sum_by_status,
    sum_received_amount,
)
from transfers.payments.serializers import PaymentResponse
from transfers.payments.services import exclude_payment

__all__ = [
    "PARTIAL",
    "PaymentResponse",
    "count_departed",
    "count_graduated",
    "apply_cycle_fees",
    "calculate_payments",
    "count_payments",
    "count_readdressed",
    "count_unpriced_payments",
    "exclude_payment",
    "has_edited_list",
    "list_payments",
    "select_readdressed",
    "sum_by_status",
    "sum_received_amount",
]
