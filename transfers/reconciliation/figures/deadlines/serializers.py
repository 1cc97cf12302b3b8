"""Serialize what has waited too long. Amounts are whole XOF."""

from django.conf import settings
from rest_framework import serializers

from config.api.serializers import CamelSerializer


class DeadlineParams(serializers.Serializer):
    jours = serializers.IntegerField(min_value=0, max_value=3650, default=settings.STATEMENT_DAYS)


class MissingStatementResponse(CamelSerializer):
    cycle_id = serializers.UUIDField()
    cycle_code = serializers.CharField()
    cycle_nom = serializers.CharField()
    operateur = serializers.CharField()
    operateur_label = serializers.CharField()
    le = serializers.DateTimeField()
    jours = serializers.IntegerField()
    nombre = serializers.IntegerField()
    montant = serializers.IntegerField()


class WaitingSessionResponse(CamelSerializer):
    id = serializers.UUIDField()
    cycle_id = serializers.UUIDField()
    code = serializers.CharField()
    nom = serializers.CharField()
    statut = serializers.CharField()
    operateur = serializers.CharField()
    operateur_label = serializers.CharField()
    le = serializers.DateTimeField()
    jours = serializers.IntegerField()
    paiements = serializers.IntegerField()
    lignes = serializers.IntegerField()
    erreurs = serializers.IntegerField()


class DeadlinesResponse(CamelSerializer):
    """Describe cycles whose operator has sent no statement, and sessions that wait, since `jours` days or longer."""

    jours = serializers.IntegerField()
    releves_attendus = MissingStatementResponse(many=True)
    sessions_en_attente = WaitingSessionResponse(many=True)
