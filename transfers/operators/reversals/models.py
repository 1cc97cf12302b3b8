"""Store who decided that a deposit or an adjustment was a mistake."""

from django.db import models
from django.db.models import F, Q
from django.db.models.functions import Now

from accounts.users.models import User
from config.ids import UUID7, uuid7
from geo.scope.models import SharedQuerySet
from transfers.ledger.models import Entry, Movement


class MovementReversal(models.Model):
    """Store what one person proposes, and who confirmed it: another one, which the database holds.

    `ecriture` is the entry that takes the movement back, once confirmed.
    """

    id = models.UUIDField(primary_key=True, default=uuid7, db_default=UUID7(), editable=False)
    mouvement = models.OneToOneField(Movement, on_delete=models.PROTECT, related_name="reprise_decidee")
    motif = models.CharField(max_length=500)
    propose_par = models.ForeignKey(User, on_delete=models.PROTECT, related_name="+", db_index=False)
    propose_le = models.DateTimeField(db_default=Now())
    confirme_par = models.ForeignKey(User, on_delete=models.PROTECT, null=True, related_name="+", db_index=False)
    confirme_le = models.DateTimeField(null=True)
    ecriture = models.ForeignKey(Entry, on_delete=models.PROTECT, null=True, related_name="+", db_index=False)

    objects = SharedQuerySet.as_manager()

    class Meta:
        db_table = "transfers_contrepassation"
        constraints = [
            models.CheckConstraint(
                name="contrepassation_quatre_yeux",
                condition=Q(confirme_par__isnull=True, confirme_le__isnull=True, ecriture__isnull=True)
                | (Q(confirme_le__isnull=False, ecriture__isnull=False) & ~Q(confirme_par=F("propose_par"))),
            ),
        ]

    def __str__(self) -> str:
        return f"{self.mouvement_id}"
