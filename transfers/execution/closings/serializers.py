"""Define the decision to close a cycle."""

from typing import Any

from rest_framework import serializers

from config.api.fields import VisibleTextField
from config.api.serializers import CamelSerializer, ClosedSerializer
from transfers.execution.closings.models import CycleClosing
from transfers.execution.manual_outcomes.serializers import describe_person


class ClosingBody(ClosedSerializer):
    motif = VisibleTextField(max_length=500)


class ClosingResponse(CamelSerializer):
    """Serialize a decision: `statut` is propose until another person has confirmed it.

    `nombre` and `montant` (XOF, fees included) are the planned payments that are not made any more.
    """

    statut = serializers.SerializerMethodField()
    motif = serializers.CharField()
    nombre = serializers.IntegerField(allow_null=True)
    montant = serializers.IntegerField(allow_null=True)
    propose_par = serializers.SerializerMethodField()
    propose_le = serializers.DateTimeField()
    confirme_par = serializers.SerializerMethodField()
    confirme_le = serializers.DateTimeField(allow_null=True)

    def get_statut(self, row: CycleClosing) -> str:
        return "confirme" if row.confirme_le else "propose"

    def get_propose_par(self, row: CycleClosing) -> dict[str, Any]:
        return describe_person(row.propose_par)

    def get_confirme_par(self, row: CycleClosing) -> dict[str, Any] | None:
        return describe_person(row.confirme_par) if row.confirme_par else None
