"""Store designs of targeting under a name, to be compared again and read by colleagues."""

from django.db import models
from django.db.models.functions import Now

from accounts.users.models import User
from config.ids import UUID7, uuid7
from geo.scope.models import SharedQuerySet


class TargetingDesign(models.Model):
    """Store what the laboratory compares: `contenu` is the body of its request, as it was sent.

    Everybody who may use the laboratory reads it; its author changes it. It holds no results: they depend on the day and
    on the regions of who compares.
    """

    id = models.UUIDField(primary_key=True, default=uuid7, db_default=UUID7(), editable=False)
    nom = models.CharField(max_length=255)
    description = models.TextField(null=True)
    contenu = models.JSONField()
    cree_par = models.ForeignKey(User, on_delete=models.PROTECT, related_name="+", db_index=False)
    created_at = models.DateTimeField(auto_now_add=True, db_default=Now())
    updated_at = models.DateTimeField(auto_now=True, db_default=Now())

    objects = SharedQuerySet.as_manager()

    class Meta:
        db_table = "transfers_ciblage"
        ordering = ["-id"]

    def __str__(self) -> str:
        return self.nom
