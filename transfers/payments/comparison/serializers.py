"""Serialize what differs between the lists of two cycles, in format B."""

from typing import Any

from rest_framework import serializers

from config.api.fields import PageParams
from transfers.payments.comparison.rules import CHANGE_KINDS
from transfers.payments.comparison.types import Change
from transfers.payments.serializers import PaymentResponse


class ChangeParams(PageParams):
    nature = serializers.ChoiceField(choices=list(CHANGE_KINDS), required=False)


class ChangeResponse(serializers.Serializer):
    """Describe a household whose payment differs: `paiement` is null when it is gone, `precedent` when it is new."""

    natures = serializers.ListField(child=serializers.ChoiceField(choices=list(CHANGE_KINDS)))
    paiement = PaymentResponse(allow_null=True, source="payment")
    precedent = PaymentResponse(allow_null=True, source="previous")

    def to_representation(self, instance: Change) -> dict[str, Any]:
        return {
            "natures": instance.natures,
            "paiement": self._show(instance.payment),
            "precedent": self._show(instance.previous),
        }

    def _show(self, payment: Any) -> dict[str, Any] | None:
        return payment and PaymentResponse(payment, context=self.context).data
