"""Validate request bodies about passwords."""

from rest_framework import serializers


class PasswordField(serializers.CharField):
    """Accept a password as typed, without trimming. The policy checks its length."""

    def __init__(self, **kwargs: object) -> None:
        super().__init__(max_length=1000, trim_whitespace=False, **kwargs)  # type: ignore[arg-type]


class PasswordChangeSerializer(serializers.Serializer):
    currentPassword = PasswordField()
    newPassword = PasswordField()


class ForgottenPasswordSerializer(serializers.Serializer):
    email = serializers.CharField(max_length=254)


class PasswordResetSerializer(serializers.Serializer):
    token = serializers.CharField(max_length=200)
    newPassword = PasswordField()
