"""What the records of a beneficiary share in format B."""

from typing import Any

from rest_framework import serializers

from config.api.fields import PageParams, UuidListField, VisibleIriField
from config.api.serializers import CamelModelSerializer
from transfers.beneficiaries.models import Beneficiary


class RecordParams(PageParams):
    beneficiaire = serializers.UUIDField(required=False)
    menage = serializers.UUIDField(required=False)
    region = UuidListField()
    secteur = UuidListField()
    localite = UuidListField()


class BeneficiaryReference(serializers.Serializer):
    id = serializers.UUIDField()
    nomComplet = serializers.CharField(source="nom_complet")


class RecordSerializer(CamelModelSerializer):
    """`beneficiaireId` names the beneficiary, once and for all: it is ignored when the row is changed."""

    beneficiaireId = VisibleIriField("beneficiaires", Beneficiary, source="beneficiaire", write_only=True)
    beneficiaire = BeneficiaryReference(read_only=True)

    def validate(self, attrs: dict[str, Any]) -> dict[str, Any]:
        if self.partial:
            attrs.pop("beneficiaire", None)
        return attrs
