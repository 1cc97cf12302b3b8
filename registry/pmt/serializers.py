"""Serialize PMT methods in format B."""

from typing import Any

from django.utils.translation import gettext_lazy as _
from rest_framework import serializers

from config.api.fields import FiniteFloatField
from config.api.serializers import CamelModelSerializer, CamelSerializer
from registry.pmt.formula.definition import MAX_TERMS
from registry.pmt.models import PmtMethod


class MethodSerializer(CamelModelSerializer):
    """Serialize a version of a PMT method.

    The parts of the formula are validated as a whole, and every fault is reported by its path.
    """

    nom = serializers.CharField(max_length=255)
    description = serializers.CharField(required=False, allow_blank=True, max_length=10_000)
    intercept = FiniteFloatField(required=False)
    termes = serializers.ListField(child=serializers.JSONField(), max_length=MAX_TERMS)
    transformation = serializers.JSONField(required=False)
    seuils = serializers.JSONField(required=False)
    seuil_pauvrete = FiniteFloatField(required=False)
    date_debut = serializers.DateField(required=False, allow_null=True)
    date_fin = serializers.DateField(required=False, allow_null=True)
    par_defaut = serializers.BooleanField(required=False)
    ajustement = serializers.JSONField(read_only=True, allow_null=True)
    publiee_le = serializers.DateTimeField(source="published_at", read_only=True, allow_null=True)
    created_at = serializers.DateTimeField(read_only=True)
    updated_at = serializers.DateTimeField(read_only=True)

    class Meta:
        model = PmtMethod
        fields = [
            "id",
            "famille",
            "version",
            "nom",
            "description",
            "statut",
            "intercept",
            "termes",
            "transformation",
            "seuils",
            "seuil_pauvrete",
            "date_debut",
            "date_fin",
            "par_defaut",
            "ajustement",
            "publiee_le",
            "created_at",
            "updated_at",
        ]
        read_only_fields = ["id", "famille", "version", "statut"]

    def validate(self, attrs: dict[str, Any]) -> dict[str, Any]:
        start = attrs.get("date_debut", getattr(self.instance, "date_debut", None))
        end = attrs.get("date_fin", getattr(self.instance, "date_fin", None))
        if start and end and end < start:
            raise serializers.ValidationError({"dateFin": _("La date de fin précède la date de début.")})
        return attrs


class MethodEndSerializer(CamelSerializer):
    """Validate the last day of a published version."""

    date_fin = serializers.DateField()


class VariableSerializer(serializers.Serializer):
    """Serialize a variable which a term may use."""

    nom = serializers.CharField(source="name")
    type = serializers.CharField(source="kind")
    libelle = serializers.CharField(source="label")
    operateurs = serializers.ListField(child=serializers.CharField(), source="operators")
