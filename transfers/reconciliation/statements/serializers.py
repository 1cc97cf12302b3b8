"""Serialize the operators of which statements are taken."""

from typing import Any

from rest_framework import serializers

from config.api.serializers import CamelSerializer


class StatementOperatorResponse(CamelSerializer):
    """Show an operator, when its latest statement was taken, and how many accounts projects hold at it."""

    code = serializers.CharField()
    label: Any = serializers.CharField()
    actif = serializers.BooleanField()
    derniere_synchro = serializers.DateTimeField(allow_null=True)
    comptes_lies = serializers.IntegerField()
