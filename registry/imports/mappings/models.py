"""Store what users chose for the columns of a file, for the next file with the same titles."""

from typing import Self

from django.db import models
from django.db.models.functions import Now

from accounts.users.models import User
from config.caller import Caller
from config.ids import UUID7, uuid7


class ColumnMappingQuerySet(models.QuerySet):
    """Restrict mappings to those of the user."""

    def visible_to(self, user: Caller) -> Self:
        return self.filter(user_id=user.id)


class ColumnMapping(models.Model):
    """Store the columns that a user chose by hand.

    `empreinte` is the signature of the file's titles, in any order; `correspondances` maps each chosen title to its
    field, null where the column is left aside.
    """

    id = models.UUIDField(primary_key=True, default=uuid7, db_default=UUID7(), editable=False)
    user = models.ForeignKey(User, on_delete=models.CASCADE, related_name="+")
    empreinte = models.CharField(max_length=64)
    correspondances = models.JSONField()
    created_at = models.DateTimeField(auto_now_add=True, db_default=Now())
    updated_at = models.DateTimeField(auto_now=True, db_default=Now())

    objects = ColumnMappingQuerySet.as_manager()

    class Meta:
        db_table = "registry_import_correspondance"
        ordering = ["-updated_at", "-id"]
        constraints = [models.UniqueConstraint(fields=["user", "empreinte"], name="import_correspondance_once")]

    def __str__(self) -> str:
        return str(self.id)
