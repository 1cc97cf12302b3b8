"""Serialize the validation of cycles in format B."""

from typing import Any

from rest_framework import serializers

from config.api.serializers import CamelSerializer, ClosedSerializer, CodedReferenceSerializer
from transfers.approvals.rules import describe_level
from transfers.cycles.models import Cycle, StatutValidation

MAX_COMMENT = 2_000


class ValidationBody(CamelSerializer, ClosedSerializer):
    commentaire = serializers.CharField(required=False, allow_null=True, allow_blank=True, max_length=MAX_COMMENT)


class RejectionBody(CamelSerializer, ClosedSerializer):
    motif = serializers.CharField(max_length=MAX_COMMENT)


class CycleTransitionResponse(CamelSerializer):
    """Show where the validation of a cycle stands after a transition; the last four where they are documented.

    `avertissements` are sentences about what whoever submits may have forgotten.
    """

    success = serializers.BooleanField()
    statut_validation = serializers.ChoiceField(choices=StatutValidation.choices)
    niveau_validation = serializers.IntegerField()
    message = serializers.CharField()
    prochain_niveau = serializers.CharField(required=False)
    niveaux_requis = serializers.IntegerField(required=False)
    est_completement_valide = serializers.BooleanField(required=False)
    avertissements = serializers.ListField(child=serializers.CharField(), required=False)


def build_transition_response(cycle: Cycle, message: Any) -> dict[str, Any]:
    """Return the answer to a transition; the next level is named while one is awaited."""
    shown = {
        "success": True,
        "statutValidation": cycle.statut_validation,
        "niveauValidation": cycle.niveau_validation,
        "message": str(message),
    }
    if cycle.statut_validation == StatutValidation.EN_ATTENTE:
        shown["prochainNiveau"] = describe_level(cycle.niveau_validation + 1)
    return shown


class ApprovalResponse(CamelSerializer):
    """Show a transition: `tour` is the round of validation, `empreinte` the hash of the list that it concerns."""

    action = serializers.CharField()
    niveau = serializers.IntegerField()
    niveau_label = serializers.SerializerMethodField()
    user = serializers.CharField(source="user.email")
    user_name = serializers.CharField(source="user.nom_complet")
    date = serializers.DateTimeField()
    commentaire = serializers.CharField(allow_null=True)
    tour = serializers.IntegerField()
    empreinte = serializers.SerializerMethodField()
    nombre = serializers.IntegerField(allow_null=True)
    montant = serializers.IntegerField(allow_null=True)

    def get_niveau_label(self, row: Any) -> str:
        return describe_level(row.niveau)

    def get_empreinte(self, row: Any) -> str | None:
        return row.empreinte and bytes(row.empreinte).hex()


class HistoryResponse(CamelSerializer):
    """Show who calculated a cycle, its transitions in chronological order, and who is next (null: nobody).

    `empechement` says why the caller, who holds the next level, may not validate it; `empechementPaiement` why they may
    not pay the list, of which they validated a level; `avertissementPaiement` why another account should pay it.
    """

    cycle = CodedReferenceSerializer(source="*")
    statut_validation = serializers.CharField()
    niveau_validation = serializers.IntegerField()
    niveaux_requis = serializers.IntegerField()
    prochain_niveau = serializers.SerializerMethodField()
    prochains_validateurs = serializers.ListField(
        child=serializers.CharField(), source="next_step.prochains_validateurs"
    )
    peut_valider = serializers.BooleanField(source="next_step.peut_valider")
    empechement = serializers.CharField(source="next_step.empechement", allow_null=True)
    empechement_paiement = serializers.CharField(source="next_step.empechement_paiement", allow_null=True)
    avertissement_paiement = serializers.CharField(source="next_step.avertissement_paiement", allow_null=True)
    calcule_le = serializers.DateTimeField(allow_null=True)
    calcule_par = serializers.CharField(source="calcule_par.nom_complet", allow_null=True)
    historique = ApprovalResponse(many=True, source="history")

    def get_prochain_niveau(self, row: Any) -> str | None:
        is_waiting = row.statut_validation == StatutValidation.EN_ATTENTE
        return describe_level(row.niveau_validation + 1) if is_waiting else None
