"""Validate request bodies about passwords."""

from typing import Any

from rest_framework import serializers

from config.api.serializers import CamelSerializer


class PasswordField(serializers.CharField):
    """Accept a password as typed, without trimming. The policy checks its length."""

    def __init__(self, **kwargs: Any) -> None:
        super().__init__(max_length=1000, trim_whitespace=False, **kwargs)


class PasswordChangeSerializer(CamelSerializer):
    current_password = PasswordField()
    new_password = PasswordField()


class ForgottenPasswordSerializer(CamelSerializer):
    email = serializers.CharField(max_length=254)


class PasswordResetSerializer(CamelSerializer):
    token = serializers.CharField(max_length=200)
    new_password = PasswordField()
