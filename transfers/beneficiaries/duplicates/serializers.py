"""Define requests and responses of the search for duplicates."""

from typing import Any

from django.utils.translation import gettext_lazy as _
from rest_framework import serializers

from config.api.fields import VisibleIriField
from config.api.serializers import CamelSerializer
from registry.households.models import Household


class DuplicateSearchBody(CamelSerializer):
    """Validate the description of a person to search for.

    `excludeId` is left out of the result. With `programmeId`, the search is the one of a creation in that programme.
    """

    nom_complet = serializers.CharField(max_length=255, required=False, allow_null=True, allow_blank=True)
    telephone = serializers.CharField(max_length=32, required=False, allow_null=True, allow_blank=True)
    compte_mobile = serializers.CharField(max_length=32, required=False, allow_null=True, allow_blank=True)
    menage_id = VisibleIriField("menages", Household, required=False, allow_null=True)
    programme_id = serializers.UUIDField(required=False, allow_null=True)
    exclude_id = serializers.UUIDField(required=False, allow_null=True)

    def validate(self, attrs: dict[str, Any]) -> dict[str, Any]:
        if not any(attrs.get(name) for name in ("nom_complet", "telephone", "compte_mobile")):
            raise serializers.ValidationError({"nomComplet": _("Indiquez un nom, un téléphone ou un compte mobile.")})
        return attrs


class DuplicateResponse(CamelSerializer):
    """Describe a possible duplicate. `telephone` is present only for callers with `registre.voir_contacts`."""

    id = serializers.UUIDField()
    nom_complet = serializers.CharField()
    telephone = serializers.CharField(allow_null=True, required=False)
    score = serializers.FloatField()
    raisons = serializers.ListField(child=serializers.CharField())


class DuplicateSearchResponse(CamelSerializer):
    """Describe the duplicates found.

    For duplicates which the caller may not see, only their existence is reported (`ailleurs`); they count as one.
    """

    has_duplicates = serializers.BooleanField()
    count = serializers.IntegerField()
    duplicates = DuplicateResponse(many=True)
    high_risk_count = serializers.IntegerField()
    ailleurs = serializers.ChoiceField(choices=["certain", "a_verifier"], allow_null=True)
    can_create = serializers.BooleanField()
