"""Store selections: which households a design chose for a programme, in which order."""

from django.db import models
from django.db.models.functions import Now

from accounts.users.models import User
from config.ids import UUID7, uuid7
from geo.scope.models import SharedQuerySet
from transfers.eligibility.laboratory.types import FIXED
from transfers.programmes.models import Programme


class TargetingSelection(models.Model):
    """Store a selection of a programme: how it was made (`contenu` is the design, as it was sent)."""

    id = models.UUIDField(primary_key=True, default=uuid7, db_default=UUID7(), editable=False)
    programme = models.ForeignKey(Programme, on_delete=models.CASCADE, related_name="+")
    nom = models.CharField(max_length=255)
    par = models.CharField(max_length=7)
    repartition = models.CharField(max_length=20, default=FIXED)
    contenu = models.JSONField()
    cree_par = models.ForeignKey(User, on_delete=models.PROTECT, related_name="+", db_index=False)
    created_at = models.DateTimeField(auto_now_add=True, db_default=Now())

    objects = SharedQuerySet.as_manager()

    class Meta:
        db_table = "transfers_selection"
        ordering = ["-id"]

    def __str__(self) -> str:
        return self.nom


class SelectedHousehold(models.Model):
    """Store the rank of a household in its area, and whether it has one of the places or waits in the reserve.

    `menage` is an id without a foreign key: a selection says who was chosen on its day, and holds nobody back from being
    merged or erased. Enrolment refuses who is gone.
    """

    id = models.BigAutoField(primary_key=True)
    selection = models.ForeignKey(TargetingSelection, on_delete=models.CASCADE, related_name="lignes", db_index=False)
    menage = models.UUIDField()
    zone = models.UUIDField(null=True)
    rang = models.PositiveIntegerField()
    reserve = models.BooleanField()

    class Meta:
        db_table = "transfers_selection_menage"
        constraints = [
            models.UniqueConstraint(fields=["selection", "menage"], name="transfers_selection_menage_unique")
        ]

    def __str__(self) -> str:
        return f"{self.selection_id} {self.rang}"
