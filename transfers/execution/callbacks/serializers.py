"""Serialize call-backs of operators in format B."""

from rest_framework import serializers


class CallbackBody(serializers.Serializer):
    """Validate a call-back. Only these fields are stored: the others may name people."""

    transactionReference = serializers.CharField(max_length=256, required=False)
    transactionStatus = serializers.CharField(max_length=256, required=False)
    serverCorrelationId = serializers.CharField(max_length=256, required=False)
    objectReference = serializers.CharField(max_length=256, required=False)
    status = serializers.CharField(max_length=256, required=False)
    errorCategory = serializers.CharField(max_length=256, required=False)
    errorCode = serializers.CharField(max_length=256, required=False)
