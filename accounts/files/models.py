"""Uploaded files: kept outside the web root under their id."""

from django.db import models
from django.db.models.functions import Now

from accounts.users.models import User
from config.ids import UUID7, uuid7


class StoredFile(models.Model):
    """A file that a user sent. `nom` is only shown; the place on disk is made from the id."""

    id = models.UUIDField(primary_key=True, default=uuid7, db_default=UUID7(), editable=False)
    nom = models.CharField(max_length=255)
    taille = models.BigIntegerField()
    type = models.CharField(max_length=120)
    user = models.ForeignKey(User, on_delete=models.SET_NULL, null=True, related_name="+")
    expires_at = models.DateTimeField(null=True, db_index=True)
    created_at = models.DateTimeField(auto_now_add=True, db_default=Now())

    class Meta:
        db_table = "accounts_stored_file"

    def __str__(self) -> str:
        return str(self.id)
