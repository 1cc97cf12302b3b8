"""Store what resolutions of complaints propose to others."""

from django.db import models
from django.db.models import Q
from django.db.models.functions import Now

from accounts.users.models import User
from config.ids import UUID7, uuid7
from transfers.complaints.models import Complaint


class MeasureKind(models.TextChoices):
    RELANCER_PAIEMENT = "relancer_paiement"
    ROUVRIR_COLLECTE = "rouvrir_collecte"
    CORRIGER_COMPTE = "corriger_compte"


class MeasureStatus(models.TextChoices):
    PROPOSEE = "proposee"
    FAITE = "faite"
    ECARTEE = "ecartee"


class Measure(models.Model):
    """Store a measure; `empreinte` is the state of what it is about when it was proposed: doing it changes that."""

    id = models.UUIDField(primary_key=True, default=uuid7, db_default=UUID7(), editable=False)
    plainte = models.ForeignKey(Complaint, on_delete=models.CASCADE, related_name="mesures")
    type = models.CharField(max_length=17, choices=MeasureKind)
    statut = models.CharField(max_length=8, choices=MeasureStatus, default=MeasureStatus.PROPOSEE)
    empreinte = models.CharField(max_length=64)
    propose_par = models.ForeignKey(User, on_delete=models.PROTECT, null=True, related_name="+", db_index=False)
    date_proposition = models.DateTimeField(auto_now_add=True, db_default=Now())
    decide_par = models.ForeignKey(User, on_delete=models.PROTECT, null=True, related_name="+", db_index=False)
    date_decision = models.DateTimeField(null=True)

    class Meta:
        db_table = "transfers_plainte_mesure"
        ordering = ["id"]
        constraints = [
            models.UniqueConstraint(
                fields=["plainte", "type"], condition=Q(statut="proposee"), name="plainte_mesure_once"
            ),
            models.CheckConstraint(
                name="mesure_decision",
                condition=Q(statut="proposee", date_decision=None)
                | ~Q(statut="proposee") & Q(date_decision__isnull=False),
            ),
        ]

    def __str__(self) -> str:
        return str(self.id)
