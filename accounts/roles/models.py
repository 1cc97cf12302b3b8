"""Roles: named sets of permission keys."""

from django.contrib.postgres.fields import ArrayField
from django.db import models
from django.db.models.functions import Now

from config.ids import UUID7, uuid7


class Role(models.Model):
    """A set of `<module>.<action>` keys. A system role cannot be deleted."""

    id = models.UUIDField(primary_key=True, default=uuid7, db_default=UUID7(), editable=False)
    nom = models.CharField(max_length=100)
    code = models.CharField(max_length=60, unique=True)
    description = models.TextField(blank=True, db_default="")
    is_active = models.BooleanField(default=True, db_default=True)
    is_system = models.BooleanField(default=False, db_default=False)
    permissions = ArrayField(models.CharField(max_length=100), default=list)
    created_at = models.DateTimeField(auto_now_add=True, db_default=Now())

    class Meta:
        db_table = "accounts_role"
        ordering = ["code"]
        constraints = [
            models.CheckConstraint(name="role_code_form", condition=models.Q(code__regex=r"^ROLE_[A-Z0-9_]+$")),
        ]

    def __str__(self) -> str:
        return self.code
