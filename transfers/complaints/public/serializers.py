"""Serialize complaints of people without an account."""

from typing import Any

from django.conf import settings
from django.utils.translation import gettext_lazy as _
from rest_framework import serializers

from config.api.fields import StrictIntegerField
from config.api.serializers import CamelSerializer, ClosedSerializer
from geo.areas.models import Region
from transfers.complaints.serializers import MAX_TEXT, TextField
from transfers.complaints.teams.models import Category


class PublicComplaintBody(CamelSerializer, ClosedSerializer):
    """Validate a complaint of anybody; nothing names a row of the registry."""

    objet = TextField(255, required=True, allow_null=False)
    description = TextField(MAX_TEXT, required=True, allow_null=False)
    categorie = serializers.ChoiceField(choices=Category.choices, required=False, default=Category.AUTRE)
    nom = TextField(255, source="plaignant", allow_blank=True)
    telephone = TextField(32, allow_blank=True)
    region_id = serializers.UUIDField(required=False, allow_null=True)
    langue = serializers.ChoiceField(choices=settings.LANGUAGES, required=False, default=settings.LANGUAGE_CODE)

    def validate(self, attrs: dict[str, Any]) -> dict[str, Any]:
        region_id = attrs.pop("region_id", None)
        if region_id:
            attrs["region"] = Region.objects.defer("geom").filter(id=region_id).first()
            if attrs["region"] is None:
                raise serializers.ValidationError({"regionId": _("Introuvable.")})
        return attrs


class FollowBody(CamelSerializer, ClosedSerializer):
    reference = serializers.CharField(max_length=20)
    code = serializers.CharField(max_length=40)


class PublicRatingBody(FollowBody):
    note = StrictIntegerField(min_value=1, max_value=5)


class PublicAppealBody(FollowBody):
    motif = TextField(MAX_TEXT, required=True, allow_null=False)


class ReceiptCodeResponse(CamelSerializer):
    """Describe a receipt: the code is told this once."""

    reference = serializers.CharField()
    code = serializers.CharField()


class PublicAnswerResponse(CamelSerializer):
    date = serializers.DateField()
    texte = serializers.CharField()


class FollowingResponse(CamelSerializer):
    reference = serializers.CharField()
    statut = serializers.CharField()
    date_creation = serializers.DateField()
    echeance = serializers.DateField()
    date_resolution = serializers.DateField(allow_null=True)
    reponses = PublicAnswerResponse(many=True)
    satisfaction = serializers.IntegerField(allow_null=True)
    appel_en_cours = serializers.BooleanField()
    peut_noter = serializers.BooleanField()
    peut_faire_appel = serializers.BooleanField()
