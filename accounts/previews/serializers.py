"""Serialize what a role or a person sees."""

from rest_framework import serializers

from config.api.serializers import CamelSerializer, CodedReferenceSerializer


class RolePreviewParams(CamelSerializer):
    """Validate in which regions a role is looked at: ids, separated by commas."""

    regions = serializers.CharField(required=False, max_length=4000)

    def validate_regions(self, text: str) -> list[str]:
        child = serializers.UUIDField()
        return [child.run_validation(part) for part in text.split(",") if part]


class SeenRowsResponse(CamelSerializer):
    nature = serializers.CharField()
    libelle = serializers.CharField()
    permission = serializers.CharField()
    ouvert = serializers.BooleanField()
    nombre = serializers.IntegerField(allow_null=True)
    est_minimum = serializers.BooleanField()


class SeenFieldResponse(CamelSerializer):
    objet = serializers.CharField()
    champ = serializers.CharField()
    permission = serializers.CharField()
    visible = serializers.BooleanField()


class SeenByResponse(CamelSerializer):
    """Describe what somebody sees; no row is shown, and nothing can be done for them."""

    nom = serializers.CharField()
    permissions = serializers.ListField(child=serializers.CharField())
    regions = CodedReferenceSerializer(many=True)
    tout_le_pays = serializers.BooleanField()
    lignes = SeenRowsResponse(many=True)
    champs = SeenFieldResponse(many=True)
