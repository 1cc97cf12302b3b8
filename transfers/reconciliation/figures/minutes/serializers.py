"""Validate the verification of a printed minute, and describe what it finds."""

from rest_framework import serializers

from config.api.serializers import CamelSerializer


class SealParams(serializers.Serializer):
    empreinte = serializers.CharField(max_length=64)
    sceau = serializers.CharField(max_length=64)


class VerificationResponse(CamelSerializer):
    """Describe whether a printed minute is that of the session.

    `authentique`: the service has sealed it. `conforme`: and the session is stored now as it was then.
    """

    conforme = serializers.BooleanField()
    authentique = serializers.BooleanField()
    code = serializers.CharField()
    finalise_par = serializers.CharField()
    date_validation = serializers.DateTimeField()
