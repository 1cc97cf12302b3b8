"""Store views of the console that a user named, to come back to them on any device."""

from django.db import models
from django.db.models import Q
from django.db.models.functions import Now

from accounts.users.models import User
from config.ids import UUID7, uuid7

MAX_ADDRESS = 2000


class SavedView(models.Model):
    """Store the part of the console's address after `#`: codes and identifiers, no names and no text of a search."""

    id = models.UUIDField(primary_key=True, default=uuid7, db_default=UUID7(), editable=False)
    user = models.ForeignKey(User, on_delete=models.CASCADE, related_name="saved_views", db_index=False)
    nom = models.CharField(max_length=80)
    adresse = models.CharField(max_length=MAX_ADDRESS)
    created_at = models.DateTimeField(auto_now_add=True, db_default=Now())

    class Meta:
        db_table = "accounts_saved_view"
        ordering = ["nom", "id"]
        constraints = [
            models.UniqueConstraint(fields=["user", "nom"], name="saved_view_name_once"),
            models.CheckConstraint(name="saved_view_named", condition=~Q(nom="")),
        ]

    def __str__(self) -> str:
        return self.nom
