"""Validate the query of an instruction file."""

from rest_framework import serializers

from transfers.execution.instructions.rules import CSV, MEDIA


class InstructionParams(serializers.Serializer):
    """Validate which file is wanted. `lot` and `emission` are of messages to a bank (`xml`).

    `lot` is the number of the message, where there are several; `emission` is increased when the bank refused the whole
    message and wants a new identifier.
    """

    operateur = serializers.CharField(required=False, max_length=30)
    format = serializers.ChoiceField(choices=list(MEDIA), default=CSV)
    lot = serializers.IntegerField(required=False, min_value=1, max_value=10_000)
    emission = serializers.IntegerField(min_value=1, max_value=99, default=1)
