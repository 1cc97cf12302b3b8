"""Recovery codes; the authenticator itself is django-otp's TOTPDevice."""

from django.db import models
from django.db.models.functions import Now

from accounts.users.models import User


class RecoveryCode(models.Model):
    """One code that stands in for the authenticator, once. Only its hash is stored."""

    user = models.ForeignKey(User, on_delete=models.CASCADE, related_name="recovery_codes")
    code_hash = models.BinaryField(max_length=32)
    used_at = models.DateTimeField(null=True)
    created_at = models.DateTimeField(auto_now_add=True, db_default=Now())

    class Meta:
        db_table = "accounts_recovery_code"
        constraints = [models.UniqueConstraint(fields=["user", "code_hash"], name="recovery_code_once")]

    def __str__(self) -> str:
        return str(self.pk)
