"""Define requests and responses of mass operations on graduations."""

from rest_framework import serializers

from config.api.fields import IdsField, build_query_serializer
from config.api.serializers import CamelSerializer, ClosedSerializer
from transfers.graduation.mass.types import FAILED
from transfers.graduation.models import GraduationStatus
from transfers.graduation.serializers import AffectedCycleResponse, GraduationDecisionBody, build_text_field


class MassProposalBody(ClosedSerializer, CamelSerializer):
    """Validate the ids of the beneficiaries to propose."""

    ids = IdsField()
    motif = build_text_field()


class MassEvaluationBody(ClosedSerializer, CamelSerializer):
    """Validate the ids of the graduations to evaluate by what the registry says."""

    ids = IdsField()


class MassDecisionBody(GraduationDecisionBody):
    ids = IdsField()


class GraduationOutcomeResponse(CamelSerializer):
    """Describe the outcome for one id: the status reached, or `erreur` with the reason in `message`."""

    id = serializers.UUIDField()
    statut = serializers.ChoiceField(choices=[*GraduationStatus.values, FAILED])
    message = serializers.CharField(allow_null=True)


MassGraduationResponse = build_query_serializer(
    "MassGraduationResponse",
    serializers.Serializer,
    success=serializers.IntegerField(),
    errors=serializers.IntegerField(),
    details=GraduationOutcomeResponse(many=True),
    cycles=AffectedCycleResponse(many=True),
)
