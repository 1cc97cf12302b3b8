"""Serialize the messages of a gateway."""

from django.conf import settings
from rest_framework import serializers

from config.api.fields import IdsField
from config.api.serializers import CamelSerializer, ClosedSerializer
from transfers.complaints.gateway.rules import MAX_MESSAGES
from transfers.complaints.messages.services import CHANNELS
from transfers.complaints.serializers import MAX_TEXT
from transfers.complaints.teams.models import Category


class GatewayMessageBody(CamelSerializer, ClosedSerializer):
    identifiant = serializers.CharField(max_length=100)
    canal = serializers.ChoiceField(choices=[(each.value, each.label) for each in CHANNELS])
    numero = serializers.RegexField(r"^\+?[0-9]{3,20}$", max_length=21)
    texte = serializers.CharField(max_length=MAX_TEXT)
    langue = serializers.ChoiceField(choices=settings.LANGUAGES, required=False, default=settings.LANGUAGE_CODE)
    categorie = serializers.ChoiceField(choices=Category.choices, required=False, default=Category.AUTRE)


class ExchangeBody(CamelSerializer, ClosedSerializer):
    messages = serializers.ListField(child=GatewayMessageBody(), max_length=MAX_MESSAGES, required=False, default=list)
    remis = IdsField(required=False, allow_empty=True, default=list)


class TakenMessageResponse(CamelSerializer):
    identifiant = serializers.CharField()
    reference = serializers.CharField()


class AwaitingMessageResponse(CamelSerializer):
    id = serializers.UUIDField()
    canal = serializers.CharField()
    numero = serializers.CharField()
    langue = serializers.CharField()
    texte = serializers.CharField()


class ExchangeResponse(CamelSerializer):
    recus = TakenMessageResponse(many=True)
    a_envoyer = AwaitingMessageResponse(many=True)
