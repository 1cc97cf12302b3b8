"""What was done to a household in the workflow of collection: one row a move, shown as `historiqueValidation`.

Rows are only ever added, by the statement that moves the household (registry.collection); they go with it.
"""

from django.db import models
from django.db.models.functions import Now

from accounts.users.models import User
from config.ids import UUID7, uuid7
from geo.scope.models import HouseholdScopedQuerySet
from registry.households.models import Household


class CollectionMove(models.Model):
    """Who moved a household from where to where, when and why. `statut` is its statut afterwards."""

    id = models.UUIDField(primary_key=True, default=uuid7, db_default=UUID7(), editable=False)
    # Held by a foreign key that cascades in the database (migration 0011).
    menage = models.ForeignKey(Household, on_delete=models.CASCADE, related_name="mouvements", db_constraint=False)
    action = models.CharField(max_length=20)
    de = models.CharField(max_length=12)
    vers = models.CharField(max_length=12)
    statut = models.CharField(max_length=12)
    date = models.DateTimeField(db_default=Now())
    user = models.ForeignKey(User, on_delete=models.PROTECT, related_name="+", db_index=False)
    commentaire = models.TextField(null=True)
    motif = models.CharField(max_length=100, null=True)

    objects = HouseholdScopedQuerySet.as_manager()

    class Meta:
        db_table = "registry_mouvement_collecte"
        ordering = ["id"]

    def __str__(self) -> str:
        return f"{self.menage_id}: {self.action}"
