"""Serialize identity documents of beneficiaries in format B."""

from typing import Any, Final

from rest_framework import serializers

from registry.follow_up.serializers import PastDateField
from registry.households.models import Sexe
from transfers.beneficiaries.serializers import RecordSerializer
from transfers.identity_documents.models import IdentityDocument, StatutDocument, TypeDocument
from transfers.identity_documents.queries import CONTACTS_PERMISSION

# Forms send empty strings for fields which were left empty.
BLANK_FIELDS: Final = ("reference", "nom_complet", "lieu_naissance", "nom_pere", "nom_mere", "numero_document")


class DocumentSerializer(RecordSerializer):
    """Serialize an identity document.

    `numeroDocument` is present only for callers with `registre.voir_contacts`; for others the key is absent.
    """

    type_document = serializers.ChoiceField(choices=TypeDocument.choices)
    statut = serializers.ChoiceField(choices=StatutDocument.choices, required=False, allow_null=True)
    sexe = serializers.ChoiceField(choices=Sexe.choices, required=False, allow_null=True)
    date_naissance = PastDateField(required=False, allow_null=True)
    date_demande = PastDateField(required=False, allow_null=True)
    date_delivrance = PastDateField(required=False, allow_null=True)

    class Meta:
        model = IdentityDocument
        fields = [
            "id",
            "beneficiaire",
            "beneficiaire_id",
            "reference",
            "type_document",
            "statut",
            "nom_complet",
            "date_naissance",
            "lieu_naissance",
            "sexe",
            "nom_pere",
            "nom_mere",
            "numero_document",
            "date_delivrance",
            "date_expiration",
            "date_demande",
            "created_at",
        ]
        read_only_fields = ["id", "created_at"]
        extra_kwargs = {name: {"allow_blank": True} for name in BLANK_FIELDS}

    def validate_numero_document(self, value: str | None) -> str | None:
        """Store an empty number as null, so that it is not compared with others."""
        return value or None

    def to_representation(self, instance: Any) -> dict[str, Any]:
        response = super().to_representation(instance)
        if not self.context["request"].user.holds(CONTACTS_PERMISSION):
            del response["numeroDocument"]
        return response
