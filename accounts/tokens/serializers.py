"""Bodies and answers of signing in."""

from rest_framework import serializers

from accounts.users.serializers import UserSerializer


class LoginSerializer(serializers.Serializer):
    """`otp` is the one-time code when the account has a second factor."""

    email = serializers.CharField(max_length=254)
    password = serializers.CharField(max_length=128, trim_whitespace=False)
    otp = serializers.CharField(max_length=16, required=False, allow_blank=True)


class RefreshSerializer(serializers.Serializer):
    refreshToken = serializers.CharField(max_length=200)


class SessionSerializer(serializers.Serializer):
    """The tokens (opaque, shown once) and the user."""

    accessToken = serializers.CharField(source="access_token")
    refreshToken = serializers.CharField(source="refresh_token")
    expiresIn = serializers.IntegerField(source="expires_in")
    user = UserSerializer()
