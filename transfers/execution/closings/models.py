"""Store who decided that a cycle pays nobody any more."""

from django.db import models
from django.db.models import F, Q
from django.db.models.functions import Now

from accounts.users.models import User
from config.ids import UUID7, uuid7
from geo.scope.models import SharedQuerySet
from transfers.cycles.models import Cycle


class CycleClosing(models.Model):
    """Store what one person proposes, and who confirmed it: another one, which the database holds.

    `nombre` and `montant` (whole XOF, fees included) are the payments that were planned still, and will not be made.
    """

    id = models.UUIDField(primary_key=True, default=uuid7, db_default=UUID7(), editable=False)
    cycle = models.OneToOneField(Cycle, on_delete=models.PROTECT, related_name="cloture")
    motif = models.CharField(max_length=500)
    nombre = models.PositiveIntegerField(null=True)
    montant = models.BigIntegerField(null=True)
    propose_par = models.ForeignKey(User, on_delete=models.PROTECT, related_name="+", db_index=False)
    propose_le = models.DateTimeField(db_default=Now())
    confirme_par = models.ForeignKey(User, on_delete=models.PROTECT, null=True, related_name="+", db_index=False)
    confirme_le = models.DateTimeField(null=True)

    objects = SharedQuerySet.as_manager()

    class Meta:
        db_table = "transfers_cloture_cycle"
        constraints = [
            models.CheckConstraint(
                name="cloture_quatre_yeux",
                condition=Q(
                    confirme_par__isnull=True, confirme_le__isnull=True, nombre__isnull=True, montant__isnull=True
                )
                | (Q(confirme_le__isnull=False, nombre__gte=0, montant__gte=0) & ~Q(confirme_par=F("propose_par"))),
            ),
        ]

    def __str__(self) -> str:
        return f"{self.cycle_id}"
