"""Store samples of the paid of a cycle, and what those people answered."""

from decimal import Decimal

from django.db import models
from django.db.models import F, Q
from django.db.models.functions import Now

from accounts.users.models import User
from config.ids import UUID7, uuid7
from geo.scope.models import ScopedQuerySet, SharedQuerySet
from transfers.cycles.models import Cycle
from transfers.payments.models import Payment


class Receipt(models.TextChoices):
    """List what the people asked answer to whether they received the money."""

    OUI = "oui"
    PARTIEL = "partiel"
    NON = "non"


class Channel(models.TextChoices):
    TELEPHONE = "telephone"
    VISITE = "visite"


# Who received less than was paid, or was asked for money.
DIFFERENCE = Q(recu__in=[Receipt.PARTIEL, Receipt.NON]) | Q(frais_demandes__gt=0)


class ReceiptCheck(models.Model):
    """Store a sample of the paid payments of a cycle: how it was drawn, so that anybody can draw it again.

    `marge` and `confiance` are shares of one, in percent: the half width of the interval that was wanted, and how sure
    it is to be. `strates` are the strata as they were when the sample was drawn: a late result does not change them.
    """

    id = models.UUIDField(primary_key=True, default=uuid7, db_default=UUID7(), editable=False)
    cycle = models.ForeignKey(Cycle, on_delete=models.PROTECT, related_name="verifications")
    # The first sample of its cycle, or the how manieth: none is forgotten.
    numero = models.PositiveSmallIntegerField(default=1, db_default=1)
    # Why the cycle is drawn again; null for its first sample.
    motif = models.CharField(max_length=500, null=True)
    graine = models.BigIntegerField()
    marge = models.DecimalField(max_digits=4, decimal_places=2)
    confiance = models.DecimalField(max_digits=4, decimal_places=2)
    # A JSON list of {regionId, operateur, population, taille}.
    strates = models.JSONField()
    cree_par = models.ForeignKey(User, on_delete=models.PROTECT, null=True, related_name="+", db_index=False)
    created_at = models.DateTimeField(auto_now_add=True, db_default=Now())

    objects = SharedQuerySet.as_manager()

    class Meta:
        db_table = "transfers_verification"
        ordering = ["-id"]
        constraints = [
            models.CheckConstraint(
                name="verification_precision", condition=Q(marge__range=(1, 50), confiance__range=(50, Decimal("99.9")))
            ),
            models.CheckConstraint(name="verification_graine", condition=Q(graine__gte=0)),
            models.UniqueConstraint(fields=["cycle", "numero"], name="verification_numero_once"),
            models.CheckConstraint(name="verification_motif", condition=Q(numero=1) | Q(motif__isnull=False)),
        ]

    def __str__(self) -> str:
        return str(self.id)


class ReceiptAnswer(models.Model):
    """Store a payment of a sample, and what its beneficiary answered; `recu` is null until then. Amounts are whole XOF.

    `montant_verse` is what the operator says has arrived, `montant_recu` what the person received.
    """

    id = models.UUIDField(primary_key=True, default=uuid7, db_default=UUID7(), editable=False)
    verification = models.ForeignKey(ReceiptCheck, on_delete=models.CASCADE, related_name="reponses", db_index=False)
    paiement = models.ForeignKey(Payment, on_delete=models.PROTECT, related_name="+")
    region_id = models.UUIDField(null=True)
    operateur_id = models.CharField(max_length=30, null=True)
    montant_verse = models.BigIntegerField()
    recu = models.CharField(max_length=7, null=True)
    montant_recu = models.BigIntegerField(null=True)
    frais_demandes = models.BigIntegerField(null=True)
    moyen = models.CharField(max_length=9, null=True)
    date_reponse = models.DateField(null=True)
    commentaire = models.CharField(max_length=1000, null=True)
    saisi_par = models.ForeignKey(User, on_delete=models.PROTECT, null=True, related_name="+", db_index=False)
    updated_at = models.DateTimeField(auto_now=True, db_default=Now())

    objects = ScopedQuerySet.as_manager()

    class Meta:
        db_table = "transfers_verification_reponse"
        ordering = ["id"]
        constraints = [
            models.UniqueConstraint(fields=["verification", "paiement"], name="reponse_once"),
            models.CheckConstraint(
                name="reponse_recu",
                condition=Q(recu__isnull=True, montant_recu__isnull=True, frais_demandes__isnull=True)
                | Q(recu=Receipt.OUI, montant_recu=F("montant_verse"))
                | Q(recu=Receipt.NON, montant_recu=0)
                | Q(recu=Receipt.PARTIEL, montant_recu__gt=0, montant_recu__lt=F("montant_verse")),
            ),
            models.CheckConstraint(
                name="reponse_frais", condition=Q(frais_demandes__isnull=True) | Q(frais_demandes__gte=0)
            ),
            models.CheckConstraint(
                name="reponse_datee",
                condition=Q(recu__isnull=True, moyen__isnull=True, date_reponse__isnull=True)
                | Q(recu__isnull=False, moyen__in=Channel.values, date_reponse__isnull=False),
            ),
        ]

    def __str__(self) -> str:
        return str(self.paiement_id)

    @property
    def is_difference(self) -> bool:
        """Return whether the person received less than was paid, or was asked for money."""
        return self.recu in (Receipt.PARTIEL, Receipt.NON) or bool(self.frais_demandes)
