"""Count failed attempts to authenticate."""

from django.db import models
from django.db.models.functions import Now


class SignInAttempt(models.Model):
    """Count the failures of one account from one address.

    The account is a hash, so that unknown email addresses are not stored.
    """

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
