"""Serialize finalisations in format B. Amounts are whole XOF."""

from typing import Any

from rest_framework import serializers

from config.api.serializers import CamelSerializer, ClosedSerializer
from transfers.reconciliation.finalization.types import FinalizationOptions
from transfers.reconciliation.models import SessionStatus


class ActionsBody(CamelSerializer, ClosedSerializer):
    marquer_paiements_echoues = serializers.BooleanField(default=False)
    # Also by a statement with lines that could not be read, or balances that its lines do not explain.
    accepter_releve_incomplet = serializers.BooleanField(default=False)
    notifier_responsables = serializers.BooleanField(default=False)


class FinalizationBody(ClosedSerializer):
    commentaire = serializers.CharField(max_length=10_000, required=False, allow_null=True, allow_blank=True)
    actions = ActionsBody(required=False)


def read_options(sent: dict[str, Any]) -> FinalizationOptions:
    """Return what a validated body asks for."""
    actions = sent.get("actions", {})
    return FinalizationOptions(
        commentaire=sent.get("commentaire") or None,
        marquer_echoues=actions.get("marquer_paiements_echoues", False),
        accepter_incomplet=actions.get("accepter_releve_incomplet", False),
        notifier=actions.get("notifier_responsables", False),
    )


class SummaryResponse(CamelSerializer):
    total_rapprochees = serializers.IntegerField()
    total_non_rapprochees = serializers.IntegerField()
    taux_final = serializers.FloatField()
    montant_valide = serializers.IntegerField()


class EffectsResponse(CamelSerializer):
    """Describe what was moved: payments settled, failed, confirmed late, returned; lines adjusted, and their sum."""

    regles = serializers.IntegerField()
    echoues = serializers.IntegerField()
    confirmes_tard = serializers.IntegerField()
    retournes = serializers.IntegerField()
    ajustements = serializers.IntegerField()
    montant_ajuste = serializers.IntegerField()


class HolesResponse(CamelSerializer):
    """Describe what a statement may lack: its lines that could not be read, and what its balances differ by."""

    nb_erreurs = serializers.IntegerField()
    ecart_solde = serializers.IntegerField(allow_null=True)


class PreviewResponse(CamelSerializer):
    """Describe what finalising would do; `effets` is null for a session so large that this would take as long."""

    resume = SummaryResponse()
    releve = HolesResponse()
    effets = EffectsResponse(allow_null=True)


class FinalizationResponse(CamelSerializer):
    session_id = serializers.UUIDField()
    statut = serializers.ChoiceField(choices=SessionStatus.choices)
    date_validation = serializers.DateTimeField()
    resume = SummaryResponse()
    effets = EffectsResponse()
