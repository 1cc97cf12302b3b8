"""Store what people decide about the cash that is missing of a sheet."""

from django.db import models
from django.db.models import F, Q
from django.db.models.functions import Now

from accounts.users.models import User
from config.ids import UUID7, uuid7
from transfers.execution.sheets.models import Sheet, SheetScopedQuerySet


class CashLoss(models.Model):
    """Store what one person proposes, and who confirmed it: another one, which the database holds.

    Of what is missing, `montant_retrouve` (whole XOF) was found again and is on the operator's account, under the
    `reference` of a voucher; the rest is lost.
    """

    id = models.UUIDField(primary_key=True, default=uuid7, db_default=UUID7(), editable=False)
    feuille = models.OneToOneField(Sheet, on_delete=models.PROTECT, related_name="perte")
    montant_retrouve = models.BigIntegerField(default=0, db_default=0)
    reference = models.CharField(max_length=255, null=True)
    motif = models.CharField(max_length=500)
    propose_par = models.ForeignKey(User, on_delete=models.PROTECT, related_name="+", db_index=False)
    propose_le = models.DateTimeField(db_default=Now())
    confirme_par = models.ForeignKey(User, on_delete=models.PROTECT, null=True, related_name="+", db_index=False)
    confirme_le = models.DateTimeField(null=True)

    objects = SheetScopedQuerySet.as_manager()

    class Meta:
        db_table = "transfers_perte"
        constraints = [
            models.CheckConstraint(
                name="perte_retrouve",
                condition=Q(montant_retrouve=0, reference__isnull=True)
                | Q(montant_retrouve__gt=0, reference__isnull=False),
            ),
            models.CheckConstraint(
                name="perte_quatre_yeux",
                condition=Q(confirme_par__isnull=True, confirme_le__isnull=True)
                | (Q(confirme_le__isnull=False) & ~Q(confirme_par=F("propose_par"))),
            ),
        ]

    def __str__(self) -> str:
        return str(self.feuille_id)
