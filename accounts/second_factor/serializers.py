"""Bodies and answers of the second factor."""

from rest_framework import serializers


class EnrolmentSerializer(serializers.Serializer):
    """`qrCode` is an SVG picture as a data address."""

    secret = serializers.CharField()
    otpauthUri = serializers.CharField(source="uri")
    qrCode = serializers.CharField(source="qr_code")


class ProofSerializer(serializers.Serializer):
    """The password and a code: neither a stolen session nor a password alone changes the second factor."""

    password = serializers.CharField(max_length=128, trim_whitespace=False)
    otp = serializers.CharField(max_length=32)


class RecoveryCodesSerializer(serializers.Serializer):
    recoveryCodes = serializers.ListField(child=serializers.CharField())
