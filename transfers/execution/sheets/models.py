"""Store sheets: lists of people of one place who are paid in cash, with the cash that left for them and came back."""

from django.db import models
from django.db.models import F, Q
from django.db.models.functions import Now

from accounts.users.models import User
from config.ids import UUID7, uuid7
from geo.scope.models import ScopedQuerySet
from transfers.cycles.models import Cycle
from transfers.execution.models import Attempt, Run
from transfers.execution.pay_points.models import PayPoint


class SheetScopedQuerySet(ScopedQuerySet):
    """Query rows that belong to a sheet."""

    scope_path = "feuille__region_id"


class SheetState(models.TextChoices):
    # Numbered, and may be printed. The money is reserved on the account.
    EMISE = "emise"
    # A payer has left with the cash.
    REMISE = "remise"
    # The payer has come back: each line has its outcome, and the cash is accounted for.
    RETOURNEE = "retournee"
    # Withdrawn before any cash was handed out: its people may be put on another sheet. Its number is not used again.
    ANNULEE = "annulee"


class Sheet(models.Model):
    """Store one sheet. Amounts are whole XOF.

    `montant` is what its people were to receive when it was issued, `montant_remis` the cash that left for those who
    were still to be paid. Of that cash, `montant_rendu` came back, and `montant_manquant` was neither signed for nor
    brought back. `lieu` is the name of the village, or of the area if that is all that is known, as of the issue.
    """

    id = models.UUIDField(primary_key=True, default=uuid7, db_default=UUID7(), editable=False)
    cycle = models.ForeignKey(Cycle, on_delete=models.PROTECT, related_name="feuilles", db_index=False)
    execution = models.ForeignKey(Run, on_delete=models.PROTECT, related_name="feuilles", db_index=False)
    # In the order of the route.
    numero = models.PositiveIntegerField()
    region_id = models.UUIDField(null=True)
    lieu_id = models.UUIDField(null=True)
    lieu = models.CharField(max_length=255)
    point = models.ForeignKey(PayPoint, on_delete=models.PROTECT, null=True, related_name="+")
    etat = models.CharField(max_length=9, choices=SheetState, default=SheetState.EMISE, db_default=SheetState.EMISE)
    nombre = models.PositiveSmallIntegerField()
    montant = models.BigIntegerField()
    auteur = models.ForeignKey(User, on_delete=models.PROTECT, null=True, related_name="+", db_index=False)
    # Who took the cash along, and who gave it to them.
    payeur = models.CharField(max_length=255, null=True)
    montant_remis = models.BigIntegerField(null=True)
    remise_le = models.DateTimeField(null=True)
    remise_par = models.ForeignKey(User, on_delete=models.PROTECT, null=True, related_name="+", db_index=False)
    montant_rendu = models.BigIntegerField(null=True)
    montant_manquant = models.BigIntegerField(null=True)
    motif_manquant = models.CharField(max_length=500, null=True)
    retour_le = models.DateTimeField(null=True)
    retour_par = models.ForeignKey(User, on_delete=models.PROTECT, null=True, related_name="+", db_index=False)
    # When the cash that came back was on the operator's account again, and with which voucher.
    versement_le = models.DateTimeField(null=True)
    versement_reference = models.CharField(max_length=255, null=True)
    created_at = models.DateTimeField(auto_now_add=True, db_default=Now())
    updated_at = models.DateTimeField(auto_now=True, db_default=Now())

    objects = ScopedQuerySet.as_manager()

    class Meta:
        db_table = "transfers_feuille"
        ordering = ["numero"]
        constraints = [
            models.UniqueConstraint(fields=["cycle", "numero"], name="feuille_numero_once"),
            models.CheckConstraint(name="feuille_etat", condition=Q(etat__in=SheetState.values)),
            models.CheckConstraint(name="feuille_numero", condition=Q(numero__gt=0, nombre__gt=0, montant__gt=0)),
            models.CheckConstraint(
                name="feuille_remise",
                condition=Q(
                    etat__in=[SheetState.EMISE, SheetState.ANNULEE],
                    montant_remis__isnull=True,
                    remise_le__isnull=True,
                )
                | Q(
                    etat__in=[SheetState.REMISE, SheetState.RETOURNEE],
                    payeur__isnull=False,
                    montant_remis__gt=0,
                    montant_remis__lte=F("montant"),
                    remise_le__isnull=False,
                ),
            ),
            models.CheckConstraint(
                name="feuille_retour",
                condition=(
                    ~Q(etat=SheetState.RETOURNEE)
                    & Q(montant_rendu__isnull=True, montant_manquant__isnull=True, retour_le__isnull=True)
                )
                | Q(
                    etat=SheetState.RETOURNEE,
                    montant_rendu__gte=0,
                    montant_manquant__gte=0,
                    montant_remis__gte=F("montant_rendu") + F("montant_manquant"),
                    retour_le__isnull=False,
                ),
            ),
            models.CheckConstraint(
                name="feuille_manquant", condition=~Q(montant_manquant__gt=0) | Q(motif_manquant__isnull=False)
            ),
            models.CheckConstraint(
                name="feuille_versement",
                condition=Q(versement_le__isnull=True, versement_reference__isnull=True)
                | Q(montant_rendu__gt=0, versement_le__isnull=False, versement_reference__isnull=False),
            ),
        ]
        indexes = [models.Index(fields=["region_id"], name="feuille_region")]

    def __str__(self) -> str:
        return self.reference

    @property
    def reference(self) -> str:
        """Return the number as it is printed, and as the movements of the ledger name it."""
        return f"{self.cycle.code}-F{self.numero:04d}"


class SheetLine(models.Model):
    """Store a person's line on a sheet. Its outcome is that of the attempt. A withdrawn sheet has no lines."""

    id = models.UUIDField(primary_key=True, default=uuid7, db_default=UUID7(), editable=False)
    feuille = models.ForeignKey(Sheet, on_delete=models.PROTECT, related_name="lignes", db_index=False)
    numero = models.PositiveSmallIntegerField()
    tentative = models.OneToOneField(Attempt, on_delete=models.PROTECT, related_name="ligne")

    objects = SheetScopedQuerySet.as_manager()

    class Meta:
        db_table = "transfers_feuille_ligne"
        ordering = ["numero"]
        constraints = [models.UniqueConstraint(fields=["feuille", "numero"], name="feuille_ligne_once")]

    def __str__(self) -> str:
        return f"{self.feuille_id} {self.numero}"
