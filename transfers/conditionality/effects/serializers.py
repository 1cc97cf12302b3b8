"""Serialize what conditionalities do to lists of payments, in format B."""

from rest_framework import serializers

from config.api.fields import PageParams
from config.api.serializers import CamelSerializer
from transfers.conditionality.effects.models import TOUCHING


class EffectParams(PageParams):
    effet = serializers.ChoiceField(choices=TOUCHING, required=False)


class EffectResponse(CamelSerializer):
    """Describe what a cycle does to somebody who does not meet a conditionality, and by which check.

    `reduction` is in percent, `retenue` what was taken away (XOF; null while the list is not calculated).
    `verificationId` is null when the check was deleted since.
    """

    beneficiaire_id = serializers.UUIDField()
    code_beneficiaire = serializers.CharField()
    nom_complet = serializers.CharField()
    menage_id = serializers.UUIDField()
    code_menage = serializers.CharField()
    effet = serializers.ChoiceField(choices=TOUCHING)
    reduction = serializers.IntegerField()
    retenue = serializers.IntegerField(allow_null=True)
    verification_id = serializers.UUIDField(allow_null=True)
    conditionnalite_id = serializers.UUIDField()
    code_conditionnalite = serializers.CharField()
    nom_conditionnalite = serializers.CharField()
