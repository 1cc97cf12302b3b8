"""Store the payments of cycles: who is to receive what, as it was when the list was calculated."""

from django.db import models
from django.db.models import F, Q
from django.db.models.functions import Now

from accounts.users.models import User
from config.ids import UUID7, uuid7
from geo.scope.models import ScopedQuerySet
from transfers.beneficiaries.models import Beneficiary, ModePaiement
from transfers.cycles.models import Cycle
from transfers.operators.models import FeeTranche, Operator


class PaymentStatus(models.TextChoices):
    """List the documented statuses. Only `execution` changes them after validation."""

    PLANIFIE = "planifie"
    EN_COURS = "en_cours"
    REUSSI = "reussi"
    ECHOUE = "echoue"
    # Excluded from its cycle, with a reason.
    ANNULE = "annule"


class Payment(models.Model):
    """Store one payment: a frozen copy of person, account, household and amount. Amounts are whole XOF.

    Fees are null until a schedule was applied. `montant_recu` is what arrived, when that is not the whole amount.
    The region is a copy too: a payment stays where its household lived.
    """

    id = models.UUIDField(primary_key=True, default=uuid7, db_default=UUID7(), editable=False)
    # `<CYCLE>-<7 digits>`.
    reference = models.CharField(max_length=80, unique=True, db_collation="C")
    cycle = models.ForeignKey(Cycle, on_delete=models.PROTECT, related_name="paiements", db_index=False)
    # Who receives: the principal, or the substitute who was named for them.
    beneficiaire = models.ForeignKey(Beneficiary, on_delete=models.PROTECT, related_name="paiements")
    # Whose place in the programme is paid.
    principal = models.ForeignKey(Beneficiary, on_delete=models.PROTECT, related_name="+", db_index=False)
    # The household as it was: when it is merged into another, its payments stay its own.
    menage_id = models.UUIDField()
    region_id = models.UUIDField(null=True)
    secteur_id = models.UUIDField(null=True)
    localite_id = models.UUIDField(null=True)
    code_menage = models.CharField(max_length=60)
    taille_menage = models.PositiveSmallIntegerField()
    nom_complet = models.CharField(max_length=255)
    telephone = models.CharField(max_length=32, null=True)
    mode_paiement = models.CharField(max_length=17, null=True)
    compte_mobile = models.CharField(max_length=32, null=True)
    compte_bancaire = models.CharField(max_length=64, null=True)
    operateur = models.ForeignKey(Operator, on_delete=models.PROTECT, null=True, related_name="+", db_index=False)
    montant = models.BigIntegerField()
    taxe_administrative = models.BigIntegerField(null=True)
    frais_retrait = models.BigIntegerField(null=True)
    tranche = models.ForeignKey(FeeTranche, on_delete=models.PROTECT, null=True, related_name="+", db_index=False)
    statut = models.CharField(max_length=8, default=PaymentStatus.PLANIFIE, db_default=PaymentStatus.PLANIFIE)
    montant_recu = models.BigIntegerField(null=True)
    reference_operateur = models.CharField(max_length=120, null=True)
    motif_echec = models.CharField(max_length=500, null=True)
    motif_exclusion = models.CharField(max_length=500, null=True)
    # Who excluded the payment from its list, or took it back.
    exclu_par = models.ForeignKey(User, on_delete=models.PROTECT, null=True, related_name="+", db_index=False)
    # The hash of the row in that of its list, stored when its household is erased: the approval stands.
    empreinte = models.BinaryField(null=True)
    date_soumission = models.DateTimeField(null=True)
    date_execution = models.DateTimeField(null=True)
    created_at = models.DateTimeField(auto_now_add=True, db_default=Now())
    updated_at = models.DateTimeField(auto_now=True, db_default=Now())

    objects = ScopedQuerySet.as_manager()

    class Meta:
        db_table = "transfers_paiement"
        ordering = ["-id"]
        constraints = [
            models.UniqueConstraint(fields=["cycle", "principal"], name="paiement_once"),
            # The household first: its payments are found by the same index.
            models.UniqueConstraint(fields=["menage_id", "cycle"], name="paiement_menage_once"),
            models.CheckConstraint(name="paiement_montant", condition=Q(montant__gt=0)),
            models.CheckConstraint(name="paiement_statut", condition=Q(statut__in=PaymentStatus.values)),
            models.CheckConstraint(
                name="paiement_mode", condition=Q(mode_paiement__isnull=True) | Q(mode_paiement__in=ModePaiement.values)
            ),
            models.CheckConstraint(
                name="paiement_frais",
                condition=Q(taxe_administrative__isnull=True, frais_retrait__isnull=True, tranche__isnull=True)
                | Q(taxe_administrative__gte=0, frais_retrait__gte=0, tranche__isnull=False),
            ),
            models.CheckConstraint(
                name="paiement_recu",
                condition=Q(montant_recu__isnull=True) | Q(montant_recu__gt=0, montant_recu__lt=F("montant")),
            ),
            models.CheckConstraint(
                name="paiement_exclu",
                condition=~Q(statut=PaymentStatus.ANNULE) | Q(motif_exclusion__isnull=False),
            ),
            models.CheckConstraint(
                name="paiement_echoue", condition=~Q(statut=PaymentStatus.ECHOUE) | Q(motif_echec__isnull=False)
            ),
        ]
        indexes = [
            models.Index(fields=["cycle", "statut", "id"], name="paiement_cycle"),
            models.Index(fields=["region_id", "-id"], name="paiement_region"),
            # Few arrive in part: they are counted without reading the others.
            models.Index(
                fields=["cycle", "region_id", "date_execution"],
                name="paiement_partiel",
                condition=Q(montant_recu__isnull=False),
            ),
            models.Index(fields=["compte_mobile"], name="paiement_compte", condition=Q(compte_mobile__isnull=False)),
            # In the order of a list of a period; one of a cycle, too, is counted without reading its rows.
            models.Index(
                fields=["date_execution", "id"],
                name="paiement_date",
                include=["cycle"],
                condition=Q(date_execution__isnull=False),
            ),
        ]

    def __str__(self) -> str:
        return self.reference

    @property
    def frais_total(self) -> int | None:
        """Return what the operator takes, or None before fees were applied."""
        if self.taxe_administrative is None or self.frais_retrait is None:
            return None
        return self.taxe_administrative + self.frais_retrait

    @property
    def montant_total(self) -> int | None:
        """Return what leaves the account: amount and fees, or None before fees were applied."""
        fees = self.frais_total
        return None if fees is None else self.montant + fees
