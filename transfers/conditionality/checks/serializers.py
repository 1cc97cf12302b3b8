"""Serialize checks of conditionalities in format B."""

from typing import Any

from rest_framework import serializers

from config.api.fields import IdsField, VisibleIriField, build_query_serializer
from config.api.serializers import CamelSerializer, ClosedSerializer
from registry.follow_up.serializers import MAX_TEXT, PastMomentField
from transfers.beneficiaries.serializers import RecordSerializer
from transfers.conditionality.checks.models import ComplianceCheck, ComplianceStatus
from transfers.conditionality.models import Conditionality, ConditionalityCategory
from transfers.cycles.models import Cycle


class ConditionalityReference(CamelSerializer):
    id = serializers.UUIDField()
    code = serializers.CharField()
    nom = serializers.CharField()
    categorie = serializers.ChoiceField(choices=ConditionalityCategory.choices)


class CheckedCycle(CamelSerializer):
    id = serializers.UUIDField()
    code = serializers.CharField()


class ComplianceCheckSerializer(RecordSerializer):
    """Validate and describe a check; `conditionnaliteId` is ignored when the check is changed."""

    conditionnalite_id = VisibleIriField("conditionnalites", Conditionality, source="conditionnalite", write_only=True)
    conditionnalite = ConditionalityReference(read_only=True)
    cycle_id = VisibleIriField("cycles", Cycle, source="cycle", write_only=True, required=False, allow_null=True)
    cycle = CheckedCycle(read_only=True)
    statut = serializers.ChoiceField(choices=ComplianceStatus.choices, required=False)
    taux_conformite = serializers.DecimalField(
        max_digits=5,
        decimal_places=2,
        min_value=0,
        max_value=100,
        required=False,
        allow_null=True,
        coerce_to_string=False,
    )
    date_verification = PastMomentField()
    commentaires = serializers.CharField(max_length=MAX_TEXT, required=False, allow_null=True, allow_blank=True)

    class Meta:
        model = ComplianceCheck
        fields = [
            "id",
            "beneficiaire",
            "beneficiaire_id",
            "conditionnalite",
            "conditionnalite_id",
            "cycle",
            "cycle_id",
            "statut",
            "taux_conformite",
            "date_verification",
            "date_echeance",
            "source_verification",
            "commentaires",
            "date_avis",
            "created_at",
        ]
        read_only_fields = ["id", "date_avis", "created_at"]
        # Whether a check is stored already is seen under the lock of its household.
        validators: list[Any] = []

    def validate(self, attrs: dict[str, Any]) -> dict[str, Any]:
        if self.partial:
            attrs.pop("conditionnalite", None)
        return super().validate(attrs)


class NoticesBody(ClosedSerializer, CamelSerializer):
    ids = IdsField()


class NoticeResponse(CamelSerializer):
    """Describe what came of one id: `message` is why no notice was recorded."""

    id = serializers.UUIDField()
    avise = serializers.BooleanField()
    message = serializers.CharField(allow_null=True)


NoticesResponse = build_query_serializer(
    "NoticesResponse",
    serializers.Serializer,
    success=serializers.IntegerField(),
    errors=serializers.IntegerField(),
    details=NoticeResponse(many=True),
)
