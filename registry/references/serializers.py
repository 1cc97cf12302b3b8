"""Validate and serialize reference lists in format B."""

from typing import Any

from django.conf import settings
from django.utils.translation import gettext_lazy as _
from rest_framework import serializers

from registry.references.rules import REFERENCE_FIELDS

MAX_VALUES = 500


class LabelsSerializer(serializers.Serializer):
    """Hold the labels of a value by language; an empty text removes a label."""

    def get_fields(self) -> dict[str, serializers.Field]:
        return {
            code: serializers.CharField(max_length=255, required=False, allow_blank=True)
            for code, _name in settings.LANGUAGES
        }


class ReferenceValueSerializer(serializers.Serializer):
    """Describe a value; `label` is in the language of the request, `labels` are the labels by language."""

    value = serializers.CharField(max_length=100)
    label: Any = serializers.CharField(max_length=255)
    labels = LabelsSerializer(required=False)


class ReferenceListBody(serializers.Serializer):
    """Replace a whole list, in the order in which forms show it."""

    valeurs = ReferenceValueSerializer(many=True, allow_empty=False)

    def validate_valeurs(self, values: list[Any]) -> list[Any]:
        if len(values) > MAX_VALUES:
            raise serializers.ValidationError(_("Au plus %(most)d valeurs.") % {"most": MAX_VALUES})
        if len({item["value"] for item in values}) < len(values):
            raise serializers.ValidationError(_("Une valeur est répétée."))
        return values


class ReferenceListsResponse(serializers.Serializer):
    """Hold one list per field."""

    def get_fields(self) -> dict[str, serializers.Field]:
        return {name: ReferenceValueSerializer(many=True) for name in REFERENCE_FIELDS}
