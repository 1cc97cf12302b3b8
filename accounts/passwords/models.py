"""Store tokens with which users set a new password."""

from django.db import models
from django.db.models.functions import Now

from accounts.users.models import User


class PasswordReset(models.Model):
    """Store one reset token, usable once before `expires_at`. Only its hash is stored."""

    user = models.ForeignKey(User, on_delete=models.CASCADE, related_name="password_resets")
    token_hash = models.BinaryField(max_length=32, unique=True)
    expires_at = models.DateTimeField()
    used_at = models.DateTimeField(null=True)
    created_at = models.DateTimeField(auto_now_add=True, db_default=Now())

    class Meta:
        db_table = "accounts_password_reset"

    def __str__(self) -> str:
        return str(self.pk)
