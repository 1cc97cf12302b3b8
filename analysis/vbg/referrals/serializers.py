"""Validate the place of a referral, and document its answer."""

from rest_framework import serializers

from config.api.fields import FiniteFloatField
from config.api.serializers import CamelSerializer, ClosedSerializer


class ReferralBody(CamelSerializer, ClosedSerializer):
    """Validate the place in degrees, and the moment (by default now). In the body, so that no address or log has it."""

    latitude = FiniteFloatField(min_value=-90, max_value=90)
    longitude = FiniteFloatField(min_value=-180, max_value=180)
    moment = serializers.DateTimeField(required=False)


class ReferralResponse(CamelSerializer):
    """Document the nearest service of one kind; `distance` is in metres as the crow flies, `minutesAPied` an estimate."""

    type_service = serializers.CharField()
    type_label = serializers.CharField()
    id = serializers.UUIDField()
    nom = serializers.CharField()
    ouvert = serializers.BooleanField(allow_null=True)
    horaires = serializers.CharField(allow_null=True)
    telephone = serializers.CharField(allow_null=True)
    adresse = serializers.CharField(allow_null=True)
    region = serializers.CharField(allow_null=True)
    secteur = serializers.CharField(allow_null=True)
    localite = serializers.CharField(allow_null=True)
    latitude = serializers.FloatField()
    longitude = serializers.FloatField()
    distance = serializers.FloatField()
    direction = serializers.CharField(allow_null=True)
    minutes_a_pied = serializers.IntegerField()
