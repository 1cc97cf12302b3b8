"""Validate the query of an instruction file."""

from rest_framework import serializers

from transfers.execution.instructions.rules import CSV, MEDIA


class InstructionParams(serializers.Serializer):
    operateur = serializers.CharField(required=False, max_length=30)
    format = serializers.ChoiceField(choices=list(MEDIA), default=CSV)
