"""Serialize call-backs of operators in format B."""

from typing import Any

from rest_framework import serializers

# What is stored of a call-back: the other fields may name people.
STORED_FIELDS = (
    "transactionReference",
    "transactionStatus",
    "serverCorrelationId",
    "objectReference",
    "status",
    "errorCategory",
    "errorCode",
)


class CallbackBody(serializers.Serializer):
    """Validate a call-back: a transaction, a request state or an error. Nothing of it is required."""

    def get_fields(self) -> dict[str, Any]:
        return {
            name: serializers.CharField(max_length=256, required=False, allow_null=True, allow_blank=True)
            for name in STORED_FIELDS
        }
