"""Define requests and responses of transitions of many beneficiaries."""

from rest_framework import serializers

from config.api.fields import IdsField, build_query_serializer
from transfers.beneficiaries.states import ACTIVATE, SUSPEND


class BatchTransitionBody(serializers.Serializer):
    ids = IdsField()
    action = serializers.ChoiceField(choices=[ACTIVATE.name, SUSPEND.name])


class TransitionOutcomeResponse(serializers.Serializer):
    """Describe the outcome for one id: `status` is the status reached, or `erreur` with the reason in `message`."""

    id = serializers.UUIDField()
    code = serializers.CharField(allow_null=True)
    status = serializers.ChoiceField(choices=["actif", "suspendu", "erreur"])
    message = serializers.CharField(allow_null=True)


BatchTransitionResponse = build_query_serializer(
    "BatchTransitionResponse",
    serializers.Serializer,
    success=serializers.IntegerField(),
    errors=serializers.IntegerField(),
    details=TransitionOutcomeResponse(many=True),
)
