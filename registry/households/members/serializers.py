"""Validate and serialize members of households."""

from typing import Any

from django.conf import settings
from django.utils import timezone
from django.utils.translation import gettext_lazy as _
from rest_framework import serializers

from config.api.fields import VisibleIriField
from config.api.serializers import CamelSerializer, ClosedSerializer
from registry.households.members.rules import compute_age
from registry.households.models import Household, Lien, Member, Sexe
from registry.households.serializers import FormSerializer


class MemberSerializer(FormSerializer):
    """Describe a member of a household; `menage` is an IRI, in requests only."""

    menage = VisibleIriField("menages", Household, write_only=True)
    nom_complet = serializers.CharField(max_length=255)
    lien_parente = serializers.ChoiceField(choices=Lien.choices)
    sexe = serializers.ChoiceField(choices=Sexe.choices, required=False, allow_null=True)
    age = serializers.IntegerField(min_value=0, max_value=130, required=False, allow_null=True)
    handicap = serializers.BooleanField(required=False)

    class Meta:
        model = Member
        fields = [
            "id",
            "menage",
            "nom_complet",
            "lien_parente",
            "sexe",
            "age",
            "niveau_education",
            "occupation_principale",
            "handicap",
        ]
        read_only_fields = ["id"]


class HeadChangeBody(ClosedSerializer, CamelSerializer):
    """Validate who becomes head; `lienAncienChef` is the former head's link to the new one, null when they have left."""

    membre = VisibleIriField("membre_menages", Member)
    lien_ancien_chef = serializers.ChoiceField(choices=Lien.choices, allow_null=True)


class SyncedMemberResponse(MemberSerializer):
    """Describe a member beside those of other households."""

    menage_id = serializers.UUIDField(read_only=True)

    class Meta(MemberSerializer.Meta):
        fields = [*MemberSerializer.Meta.fields, "menage_id"]


class NewMemberSerializer(CamelSerializer):
    """Validate one member of a bulk addition; the age follows from `dateNaissance`."""

    nom = serializers.CharField(max_length=120)
    prenom = serializers.CharField(max_length=120, required=False, allow_blank=True)
    sexe = serializers.ChoiceField(choices=Sexe.choices, required=False, allow_null=True)
    date_naissance = serializers.DateField(required=False, allow_null=True)
    lien_parente = serializers.ChoiceField(choices=Lien.choices)

    def validate_date_naissance(self, birth: Any) -> Any:
        today = timezone.now().date()
        if birth and (birth > today or compute_age(birth, today) > 130):
            raise serializers.ValidationError(_("La date de naissance est dans le futur ou trop ancienne."))
        return birth

    def to_internal_value(self, data: Any) -> dict[str, Any]:
        read = super().to_internal_value(data)
        birth = read.get("date_naissance")
        return {
            "nom_complet": f"{read.get('prenom', '')} {read['nom']}".strip(),
            "sexe": read.get("sexe"),
            "date_naissance": birth,
            "age": compute_age(birth, timezone.now().date()) if birth else None,
            "lien_parente": read["lien_parente"],
        }


class BulkMembersSerializer(serializers.Serializer):
    membres = NewMemberSerializer(many=True, allow_empty=False)

    def validate_membres(self, members: list[Any]) -> list[Any]:
        if len(members) > settings.BULK_MAX_IDS:
            raise serializers.ValidationError(_("Trop de membres en une demande."))
        return members
