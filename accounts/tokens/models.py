"""Store sessions, their opaque tokens, and keys of programs: of the secrets only hashes are stored."""

from django.db import models
from django.db.models.functions import Now

from accounts.users.models import User
from config.ids import UUID7, uuid7


class Session(models.Model):
    """Store a session: one sign-in and all token pairs issued for it. Ending the session invalidates its tokens.

    `address` and `agent` are those of the sign-in, so that the user recognises it; they are deleted with the session.
    """

    id = models.UUIDField(primary_key=True, default=uuid7, db_default=UUID7(), editable=False)
    user = models.ForeignKey(User, on_delete=models.CASCADE, related_name="sessions")
    address = models.GenericIPAddressField(null=True)
    agent = models.CharField(max_length=200, blank=True, db_default="")
    created_at = models.DateTimeField(auto_now_add=True, db_default=Now())
    seen_at = models.DateTimeField(auto_now_add=True, db_default=Now())
    expires_at = models.DateTimeField()
    ended_at = models.DateTimeField(null=True)

    class Meta:
        db_table = "accounts_session"
        indexes = [models.Index(fields=["user"], name="session_open", condition=models.Q(ended_at__isnull=True))]

    def __str__(self) -> str:
        return str(self.id)


class TokenPair(models.Model):
    """Store the hashes of an access token and of the refresh token issued with it."""

    id = models.UUIDField(primary_key=True, default=uuid7, db_default=UUID7(), editable=False)
    session = models.ForeignKey(Session, on_delete=models.CASCADE, related_name="tokens")
    user = models.ForeignKey(User, on_delete=models.CASCADE, related_name="tokens")
    access_hash = models.BinaryField(max_length=32, unique=True)
    access_expires_at = models.DateTimeField()
    refresh_hash = models.BinaryField(max_length=32, unique=True)
    refresh_expires_at = models.DateTimeField()
    refreshed_at = models.DateTimeField(null=True)
    # Of the request that exchanged the refresh token: by it the same client repeats it when the answer was lost.
    refresh_key_hash = models.BinaryField(max_length=32, null=True)
    created_at = models.DateTimeField(auto_now_add=True, db_default=Now())

    class Meta:
        db_table = "accounts_token_pair"

    def __str__(self) -> str:
        return str(self.id)


class AccessKey(models.Model):
    """Store a key that a user made for a program that cannot renew tokens, as QGIS: it reads maps, in the user's scope.

    `debut` are the first characters of the secret, by which the user recognises it.
    """

    id = models.UUIDField(primary_key=True, default=uuid7, db_default=UUID7(), editable=False)
    user = models.ForeignKey(User, on_delete=models.CASCADE, related_name="access_keys")
    nom = models.CharField(max_length=100)
    debut = models.CharField(max_length=12)
    hash = models.BinaryField(max_length=32, unique=True)
    created_at = models.DateTimeField(auto_now_add=True, db_default=Now())
    expires_at = models.DateTimeField()
    used_at = models.DateTimeField(null=True)
    revoked_at = models.DateTimeField(null=True)

    class Meta:
        db_table = "accounts_access_key"

    def __str__(self) -> str:
        return self.nom
