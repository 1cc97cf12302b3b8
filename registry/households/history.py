"""Store the moves of households through the data collection workflow, shown as `historiqueValidation`.

Rows are only inserted, by the statement that moves the household (registry.collection), and deleted with it.
"""

from django.db import models
from django.db.models.functions import Now

from accounts.users.models import User
from config.ids import UUID7, uuid7
from geo.scope.models import HouseholdScopedQuerySet
from registry.households.models import Household


class CollectionMove(models.Model):
    """Store a move: user, steps, date and reason; `statut` is the status of the household after it."""

    id = models.UUIDField(primary_key=True, default=uuid7, db_default=UUID7(), editable=False)
    # The database has the foreign key, which cascades (migration 0002_cascades).
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
