"""Serialize statistics of reconciliation."""

from rest_framework import serializers

from config.api.serializers import CamelSerializer


class SessionPeriodResponse(serializers.Serializer):
    debut = serializers.DateField(allow_null=True)
    fin = serializers.DateField(allow_null=True)


class SessionCountsResponse(CamelSerializer):
    """Describe how many sessions there are, cancelled ones aside, and the rate of the finalised ones."""

    total_sessions = serializers.IntegerField()
    sessions_validees = serializers.IntegerField()
    sessions_en_cours = serializers.IntegerField()
    taux_moyen_rapprochement = serializers.FloatField(allow_null=True)


class OperatorRateResponse(CamelSerializer):
    operateur = serializers.CharField()
    operateur_label = serializers.CharField()
    sessions = serializers.IntegerField()
    sessions_validees = serializers.IntegerField()
    rapprochees = serializers.IntegerField()
    attendus = serializers.IntegerField()
    taux = serializers.FloatField(allow_null=True)


class MonthlyRateResponse(serializers.Serializer):
    mois = serializers.CharField()
    taux = serializers.FloatField(allow_null=True)


class ProblemResponse(serializers.Serializer):
    type = serializers.CharField()
    count = serializers.IntegerField()


class StatisticsResponse(CamelSerializer):
    """Describe the sessions of a period, of the caller's regions."""

    periode = SessionPeriodResponse()
    resume = SessionCountsResponse()
    par_operateur = OperatorRateResponse(many=True)
    tendance = MonthlyRateResponse(many=True)
    problemes_frequents = ProblemResponse(many=True)
