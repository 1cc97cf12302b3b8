"""Define the reversal of a movement."""

from typing import Any

from rest_framework import serializers

from config.api.fields import VisibleTextField
from config.api.serializers import CamelSerializer, ClosedSerializer


class ReversalBody(ClosedSerializer):
    """Validate a reversal, and why."""

    motif = VisibleTextField(max_length=500)


class ReversalResponse(CamelSerializer):
    """Serialize a reversal: `statut` is propose until another person has confirmed it. `montant` is the mistaken amount."""

    statut = serializers.SerializerMethodField()
    mouvement_id = serializers.UUIDField()
    montant = serializers.IntegerField(source="mouvement.montant")
    reference = serializers.CharField(source="mouvement.reference", allow_null=True)
    motif = serializers.CharField()
    propose_par = serializers.SerializerMethodField()
    propose_le = serializers.DateTimeField()
    confirme_par = serializers.SerializerMethodField()
    confirme_le = serializers.DateTimeField(allow_null=True)

    def get_statut(self, row: Any) -> str:
        return "confirme" if row.confirme_le else "propose"

    def get_propose_par(self, row: Any) -> dict[str, Any]:
        return describe_person(row.propose_par)

    def get_confirme_par(self, row: Any) -> dict[str, Any] | None:
        return describe_person(row.confirme_par) if row.confirme_par else None


def describe_person(user: Any) -> dict[str, Any]:
    return {"id": user.id, "nom": f"{user.prenom} {user.nom}".strip()}
