"""Validate and serialize the bodies of second-factor endpoints."""

from rest_framework import serializers

from config.api.serializers import CamelSerializer


class AuthenticatorSetupSerializer(CamelSerializer):
    """Serialize a new authenticator. `qrCode` is an SVG picture as a `data:` URL."""

    secret = serializers.CharField()
    otpauth_uri = serializers.CharField(source="uri")
    qr_code = serializers.CharField()


class SecondFactorProofSerializer(serializers.Serializer):
    """Validate the password and a code: a stolen session or a password alone must not change the second factor."""

    password = serializers.CharField(max_length=128, trim_whitespace=False)
    otp = serializers.CharField(max_length=32)


class RecoveryCodesSerializer(CamelSerializer):
    recovery_codes = serializers.ListField(child=serializers.CharField())
