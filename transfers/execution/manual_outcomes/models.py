"""Store what people decide about an attempt that the operator leaves without an outcome."""

from django.db import models
from django.db.models import F, Q
from django.db.models.functions import Now

from accounts.users.models import User
from config.ids import UUID7, uuid7
from geo.scope.models import ScopedQuerySet
from transfers.execution.models import Attempt


class ManualOutcomeQuerySet(ScopedQuerySet):
    """Query decisions: they are where the payment is that they are about."""

    scope_path = "tentative__paiement__region_id"


class DecidedResult(models.TextChoices):
    REUSSI = "reussi"
    PARTIEL = "partiel"
    ECHOUE = "echoue"


class ManualOutcome(models.Model):
    """Store what one person proposes, and who confirmed it: another one, which the database holds.

    `montant_recu` is what arrived of a partial payment (whole XOF), `date_operation` the day on which the operator did it.
    """

    id = models.UUIDField(primary_key=True, default=uuid7, db_default=UUID7(), editable=False)
    tentative = models.OneToOneField(Attempt, on_delete=models.PROTECT, related_name="decision")
    resultat = models.CharField(max_length=7, choices=DecidedResult)
    montant_recu = models.BigIntegerField(null=True)
    reference_operateur = models.CharField(max_length=120, null=True)
    motif = models.CharField(max_length=500)
    date_operation = models.DateField()
    propose_par = models.ForeignKey(User, on_delete=models.PROTECT, related_name="+", db_index=False)
    propose_le = models.DateTimeField(db_default=Now())
    confirme_par = models.ForeignKey(User, on_delete=models.PROTECT, null=True, related_name="+", db_index=False)
    confirme_le = models.DateTimeField(null=True)

    objects = ManualOutcomeQuerySet.as_manager()

    class Meta:
        db_table = "transfers_decision_resultat"
        constraints = [
            models.CheckConstraint(name="decision_resultat", condition=Q(resultat__in=DecidedResult.values)),
            models.CheckConstraint(
                name="decision_resultat_partiel",
                condition=Q(resultat=DecidedResult.PARTIEL, montant_recu__gt=0)
                | (~Q(resultat=DecidedResult.PARTIEL) & Q(montant_recu__isnull=True)),
            ),
            models.CheckConstraint(
                name="decision_resultat_quatre_yeux",
                condition=Q(confirme_par__isnull=True, confirme_le__isnull=True)
                | (Q(confirme_le__isnull=False) & ~Q(confirme_par=F("propose_par"))),
            ),
        ]

    def __str__(self) -> str:
        return f"{self.tentative_id} {self.resultat}"
