"""Validate the body of a sign-in."""

from rest_framework import serializers


class LoginSerializer(serializers.Serializer):
    """Validate a sign-in. `otp` is an authenticator code or a recovery code, for accounts with a second factor."""

    email = serializers.CharField(max_length=254)
    password = serializers.CharField(max_length=128, trim_whitespace=False)
    otp = serializers.CharField(max_length=32, required=False, allow_blank=True)
