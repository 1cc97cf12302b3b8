"""Opaque tokens, of which only hashes are stored, and the count of sign-in attempts."""

from django.db import models
from django.db.models.functions import Now

from accounts.users.models import User
from config.ids import UUID7, uuid7


class TokenPair(models.Model):
    """One access token and the refresh token given with it. All pairs since one sign-in are a family."""

    id = models.UUIDField(primary_key=True, default=uuid7, db_default=UUID7(), editable=False)
    family = models.UUIDField(db_index=True)
    user = models.ForeignKey(User, on_delete=models.CASCADE, related_name="tokens")
    access_hash = models.BinaryField(max_length=32, unique=True)
    access_expires_at = models.DateTimeField()
    refresh_hash = models.BinaryField(max_length=32, unique=True)
    refresh_expires_at = models.DateTimeField()
    refreshed_at = models.DateTimeField(null=True)
    revoked_at = models.DateTimeField(null=True)
    created_at = models.DateTimeField(auto_now_add=True, db_default=Now())

    class Meta:
        db_table = "accounts_token_pair"

    def __str__(self) -> str:
        return str(self.id)


class SignInAttempt(models.Model):
    """Failures of one account from one address. The account is a hash: an unknown address leaves no trace of itself."""

    account_hash = models.BinaryField(max_length=32)
    address = models.GenericIPAddressField()
    failures = models.PositiveIntegerField()
    locked_until = models.DateTimeField(null=True)
    changed_at = models.DateTimeField(auto_now=True, db_default=Now())

    class Meta:
        db_table = "accounts_sign_in_attempt"
        constraints = [models.UniqueConstraint(fields=["account_hash", "address"], name="sign_in_attempt_once")]

    def __str__(self) -> str:
        return str(self.pk)
