"""Store what people decided of the entries of sessions."""

from django.db import models
from django.db.models import Q
from django.db.models.functions import Now

from accounts.users.models import User
from config.ids import UUID7, uuid7
from geo.scope.models import SharedQuerySet
from transfers.reconciliation.models import ReconciliationEntry, ReconciliationSession, Resolution


class EntryDecision(models.Model):
    """Store what a person decided of an entry, and what the entries were before. Never changed, except for the undoing."""

    id = models.UUIDField(primary_key=True, default=uuid7, db_default=UUID7(), editable=False)
    session = models.ForeignKey(
        ReconciliationSession, on_delete=models.CASCADE, related_name="decisions", db_index=False
    )
    entree = models.ForeignKey(ReconciliationEntry, on_delete=models.CASCADE, related_name="decisions")
    action = models.CharField(max_length=16, choices=Resolution)
    commentaire = models.CharField(max_length=1000, null=True)
    # The entries that changed, as they were: a JSON list of their fields.
    avant = models.JSONField()
    auteur = models.ForeignKey(User, on_delete=models.PROTECT, related_name="+", db_index=False)
    created_at = models.DateTimeField(auto_now_add=True, db_default=Now())
    annule_par = models.ForeignKey(User, on_delete=models.PROTECT, null=True, related_name="+", db_index=False)
    annule_le = models.DateTimeField(null=True)

    objects = SharedQuerySet.as_manager()

    class Meta:
        db_table = "transfers_rapprochement_decision"
        ordering = ["id"]
        constraints = [
            models.CheckConstraint(
                name="decision_annulee",
                condition=Q(annule_par__isnull=True, annule_le__isnull=True)
                | Q(annule_par__isnull=False, annule_le__isnull=False),
            )
        ]
        indexes = [models.Index(fields=["session", "-id"], name="decision_session")]

    def __str__(self) -> str:
        return f"{self.action} {self.entree_id}"
