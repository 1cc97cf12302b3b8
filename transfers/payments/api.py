"""Export what other features may use of payments; the rest of the package is private."""

from transfers.payments.queries import count_payments, has_edited_list, list_payments, sum_by_status
from transfers.payments.serializers import PaymentResponse

__all__ = [
    "PaymentResponse",
    "count_payments",
    "has_edited_list",
    "list_payments",
    "sum_by_status",
]
