"""Serialize suggestions in format B. Amounts are whole XOF."""

from typing import Any

from rest_framework import serializers

from config.api.serializers import CamelSerializer, serialize_row
from transfers.reconciliation.entries.serializers import EntryResponse, serialize_entry
from transfers.reconciliation.entries.suggestions.types import Suggestion


class SuggestionResponse(CamelSerializer):
    """Describe a candidate: `accords` says what agrees, `differences` names what does not."""

    entree = EntryResponse()
    score = serializers.FloatField()
    indices = serializers.ListField(child=serializers.CharField())
    accords = serializers.ListField(child=serializers.CharField())
    differences = serializers.ListField(child=serializers.CharField())
    ecart_montant = serializers.IntegerField()
    ecart_date = serializers.IntegerField(allow_null=True)


def serialize_suggestion(suggestion: Suggestion, contacts: bool) -> dict[str, Any]:
    """Return a suggestion as the API shows it, without telephones unless `contacts`."""
    return serialize_row(suggestion) | {"entree": serialize_entry(suggestion.entree, contacts)}
