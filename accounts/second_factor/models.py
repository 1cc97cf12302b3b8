"""Store authenticators (django-otp's TOTPDevice with an encrypted secret) and recovery codes."""

from typing import Self

from django.db import models
from django.db.models.functions import Now
from django_otp.plugins.otp_totp.models import TOTPDevice

from accounts.users.models import User
from config.sealing import seal_secret, unseal_secret

PURPOSE = "totp"


class Authenticator(TOTPDevice):
    """Represent a user's authenticator.

    `key` is encrypted and bound to the user; django-otp checks codes through `bin_key` and is unaware of it.
    """

    class Meta:
        proxy = True

    @classmethod
    def build_with_secret(cls, secret: bytes, user: User) -> Self:
        """Return a new authenticator with this secret, unsaved and unconfirmed."""
        return cls(user=user, name="totp", confirmed=False, key=seal_secret(PURPOSE, secret, str(user.pk)))

    @property
    def bin_key(self) -> bytes:
        """Return the decrypted secret. Raises UnsealError when no key of TABANCA_SEALING_KEYS decrypts it."""
        return unseal_secret(PURPOSE, self.key, str(self.user_id))


class RecoveryCode(models.Model):
    """Store a code that replaces an authenticator's code once. Only its hash is stored."""

    user = models.ForeignKey(User, on_delete=models.CASCADE, related_name="recovery_codes")
    code_hash = models.BinaryField(max_length=32)
    used_at = models.DateTimeField(null=True)
    created_at = models.DateTimeField(auto_now_add=True, db_default=Now())

    class Meta:
        db_table = "accounts_recovery_code"
        constraints = [models.UniqueConstraint(fields=["user", "code_hash"], name="recovery_code_once")]

    def __str__(self) -> str:
        return str(self.pk)
