"""Define requests and responses of the search for duplicates."""

from typing import Any

from django.utils.translation import gettext_lazy as _
from rest_framework import serializers

from config.api.fields import VisibleIriField
from registry.households.models import Household


class DuplicateSearchBody(serializers.Serializer):
    """Validate the description of a person to search for.

    `excludeId` is left out of the result. With `programmeId`, the search is the one of a creation in that programme.
    """

    nomComplet = serializers.CharField(max_length=255, required=False, allow_null=True, allow_blank=True)
    telephone = serializers.CharField(max_length=32, required=False, allow_null=True, allow_blank=True)
    compteMobile = serializers.CharField(max_length=32, required=False, allow_null=True, allow_blank=True)
    menageId = VisibleIriField("menages", Household, required=False, allow_null=True)
    programmeId = serializers.UUIDField(required=False, allow_null=True)
    excludeId = serializers.UUIDField(required=False, allow_null=True)

    def validate(self, attrs: dict[str, Any]) -> dict[str, Any]:
        if not any(attrs.get(name) for name in ("nomComplet", "telephone", "compteMobile")):
            raise serializers.ValidationError({"nomComplet": _("Indiquez un nom, un téléphone ou un compte mobile.")})
        return attrs


class DuplicateResponse(serializers.Serializer):
    """Describe a possible duplicate. `telephone` is present only for callers with `registre.voir_contacts`."""

    id = serializers.UUIDField()
    nomComplet = serializers.CharField()
    telephone = serializers.CharField(allow_null=True, required=False)
    score = serializers.FloatField()
    raisons = serializers.ListField(child=serializers.CharField())


class DuplicateSearchResponse(serializers.Serializer):
    """Describe the duplicates found.

    For duplicates which the caller may not see, only their existence is reported (`ailleurs`); they count as one.
    """

    hasDuplicates = serializers.BooleanField()
    count = serializers.IntegerField()
    duplicates = DuplicateResponse(many=True)
    highRiskCount = serializers.IntegerField()
    ailleurs = serializers.ChoiceField(choices=["certain", "a_verifier"], allow_null=True)
    canCreate = serializers.BooleanField()
