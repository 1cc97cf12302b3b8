"""Store responses by Idempotency-Key."""

from django.db import models
from django.db.models.functions import Now

from accounts.users.models import User


class IdempotencyKey(models.Model):
    """Store the response to a user's key; `status` is null while the first request is running."""

    user = models.ForeignKey(User, on_delete=models.CASCADE, related_name="+")
    key = models.CharField(max_length=255)
    method = models.CharField(max_length=8)
    path = models.CharField(max_length=2000)
    digest = models.CharField(max_length=64)
    status = models.PositiveSmallIntegerField(null=True)
    body = models.BinaryField(null=True)
    created_at = models.DateTimeField(auto_now_add=True, db_default=Now(), db_index=True)

    class Meta:
        db_table = "accounts_idempotency_key"
        constraints = [models.UniqueConstraint(fields=["user", "key"], name="idempotency_key_once")]

    def __str__(self) -> str:
        return str(self.pk)
