"""Bodies and answers of the second factor."""

from rest_framework import serializers


class EnrolmentSerializer(serializers.Serializer):
    """`qrCode` is an SVG picture as a data address."""

    secret = serializers.CharField()
    otpauthUri = serializers.CharField(source="uri")
    qrCode = serializers.CharField(source="qr_code")


class CodeSerializer(serializers.Serializer):
    otp = serializers.CharField(max_length=32)


class DisableSerializer(CodeSerializer):
    password = serializers.CharField(max_length=128, trim_whitespace=False)


class RecoveryCodesSerializer(serializers.Serializer):
    recoveryCodes = serializers.ListField(child=serializers.CharField())
