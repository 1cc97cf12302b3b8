"""Store roles (named sets of permission keys) and pairs of roles that one person must not hold together."""

from typing import Self

from django.contrib.postgres.fields import ArrayField
from django.db import models
from django.db.models.functions import Now

from config.caller import Scope
from config.ids import UUID7, uuid7


class RoleQuerySet(models.QuerySet):
    """Query roles. They belong to no region, so every signed-in caller sees them."""

    def visible_to(self, user: Scope) -> Self:
        return self


class Role(models.Model):
    """Store a set of `<module>.<action>` keys under a code. A system role cannot be deleted."""

    id = models.UUIDField(primary_key=True, default=uuid7, db_default=UUID7(), editable=False)
    nom = models.CharField(max_length=100)
    code = models.CharField(max_length=60, unique=True)
    description = models.TextField(blank=True, db_default="")
    is_active = models.BooleanField(default=True, db_default=True)
    is_system = models.BooleanField(default=False, db_default=False)
    permissions = ArrayField(models.CharField(max_length=100), default=list)
    created_at = models.DateTimeField(auto_now_add=True, db_default=Now())
    updated_at = models.DateTimeField(auto_now=True, db_default=Now())

    objects = RoleQuerySet.as_manager()

    class Meta:
        db_table = "accounts_role"
        ordering = ["code"]
        constraints = [
            models.CheckConstraint(name="role_code_form", condition=models.Q(code__regex=r"^ROLE_[A-Z0-9_]+$")),
        ]

    def __str__(self) -> str:
        return self.code


class Incompatibility(models.Model):
    """Store a pair of roles that nobody may hold together (who prepares a payment does not approve it).

    Enforced by triggers: on the pair itself, on a user's role and on granted roles. `role_a` has the smaller id, so
    that a pair is stored once.
    """

    id = models.UUIDField(primary_key=True, default=uuid7, db_default=UUID7(), editable=False)
    role_a = models.ForeignKey(Role, on_delete=models.CASCADE, related_name="+")
    role_b = models.ForeignKey(Role, on_delete=models.CASCADE, related_name="+")
    motif = models.CharField(max_length=255, blank=True, db_default="")
    created_at = models.DateTimeField(auto_now_add=True, db_default=Now())

    objects = RoleQuerySet.as_manager()

    class Meta:
        db_table = "accounts_role_incompatibility"
        ordering = ["created_at", "id"]
        constraints = [
            models.UniqueConstraint(fields=["role_a", "role_b"], name="incompatibility_once"),
            models.CheckConstraint(name="incompatibility_order", condition=models.Q(role_a__lt=models.F("role_b"))),
        ]

    def __str__(self) -> str:
        return str(self.id)
