"""Serialize stored evaluations in format B."""

from rest_framework import serializers

from config.api.serializers import CamelSerializer, ReferenceSerializer
from transfers.eligibility.evaluation.serializers import RegionCountResponse


class EvaluatedRow(serializers.Serializer):
    id = serializers.UUIDField()
    code = serializers.CharField()


class EvaluatedRuleSet(EvaluatedRow):
    nom = serializers.CharField()


class StoredEvaluationResponse(CamelSerializer):
    """Describe an evaluation by one version of a rule set.

    Of one household `reglesValidees` names the rules that it passed. Of many the counts are those of the caller's regions;
    `modifies`, how many were written, is told to who sees the whole country.
    """

    id = serializers.UUIDField()
    rule_set = EvaluatedRuleSet()
    version = serializers.IntegerField()
    menage = EvaluatedRow(allow_null=True)
    regles_validees = serializers.ListField(child=serializers.CharField())
    filtres = serializers.DictField()
    total = serializers.IntegerField()
    eligibles = serializers.IntegerField()
    taux_eligibilite = serializers.FloatField(allow_null=True)
    par_region = RegionCountResponse(many=True)
    modifies = serializers.IntegerField(allow_null=True)
    auteur = ReferenceSerializer(allow_null=True)
    date = serializers.DateTimeField()
