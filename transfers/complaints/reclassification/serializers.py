"""Serialize the move of a complaint into the category of violence, or out of it."""

from rest_framework import serializers

from config.api.serializers import CamelSerializer, ClosedSerializer
from transfers.complaints.serializers import ComplaintStatusResponse
from transfers.complaints.teams.models import Category


class ReclassificationBody(CamelSerializer, ClosedSerializer):
    categorie = serializers.ChoiceField(choices=Category.choices)


class ReclassificationResponse(ComplaintStatusResponse):
    """Describe a complaint that may be hidden from who has just moved it: nothing of what it says."""

    categorie = serializers.CharField()
