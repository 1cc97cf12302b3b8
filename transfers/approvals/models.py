"""Store who submitted, validated, rejected or reset a cycle: rows are only added."""

from django.db import models
from django.db.models import Q
from django.db.models.functions import Now

from accounts.users.models import User
from config.ids import UUID7, uuid7
from geo.scope.models import SharedQuerySet
from transfers.cycles.models import Cycle


class ApprovalAction(models.TextChoices):
    SOUMISSION = "soumission"
    VALIDATION = "validation"
    REJET = "rejet"
    REINITIALISATION = "reinitialisation"


class Approval(models.Model):
    """Store one transition of the validation of a cycle, with the hash of the list that it concerns."""

    id = models.UUIDField(primary_key=True, default=uuid7, db_default=UUID7(), editable=False)
    cycle = models.ForeignKey(Cycle, on_delete=models.PROTECT, related_name="approbations", db_index=False)
    tour = models.PositiveSmallIntegerField()
    action = models.CharField(max_length=16, choices=ApprovalAction)
    niveau = models.PositiveSmallIntegerField()
    user = models.ForeignKey(User, on_delete=models.PROTECT, related_name="+", db_index=False)
    commentaire = models.TextField(null=True)
    empreinte = models.BinaryField(null=True)
    nombre = models.BigIntegerField(null=True)
    montant = models.DecimalField(max_digits=20, decimal_places=0, null=True)
    date = models.DateTimeField(db_default=Now())

    objects = SharedQuerySet.as_manager()

    class Meta:
        db_table = "transfers_approbation"
        ordering = ["date", "id"]
        constraints = [
            models.CheckConstraint(name="approbation_action", condition=Q(action__in=ApprovalAction.values)),
            models.UniqueConstraint(
                fields=["cycle", "tour", "niveau"],
                name="approbation_niveau_once",
                condition=Q(action=ApprovalAction.VALIDATION),
            ),
            # Four eyes: who submitted does not validate, and nobody validates two levels.
            models.UniqueConstraint(
                fields=["cycle", "tour", "user"],
                name="approbation_user_once",
                condition=Q(action__in=[ApprovalAction.SOUMISSION, ApprovalAction.VALIDATION]),
            ),
            models.CheckConstraint(
                name="approbation_empreinte",
                condition=~Q(action__in=[ApprovalAction.SOUMISSION, ApprovalAction.VALIDATION])
                | Q(empreinte__isnull=False),
            ),
        ]
        indexes = [models.Index(fields=["cycle", "date"], name="approbation_cycle")]

    def __str__(self) -> str:
        return f"{self.cycle_id} {self.action}"
