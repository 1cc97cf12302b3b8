"""Store the mobile-money operators, the accounts that projects hold with them, and their fee schedules."""

from typing import Any, Final
from uuid import UUID

from django.contrib.postgres.constraints import ExclusionConstraint
from django.contrib.postgres.fields import RangeOperators
from django.db import models
from django.db.models import F, Func, Q
from django.db.models.functions import Now

from accounts.users.models import User
from config.ids import UUID7, uuid7
from geo.scope.models import SharedQuerySet
from registry.projects.models import Project
from transfers.ledger.models import LedgerAccount, Movement

# The part of a template that makes an operator a bank.
BANK_KEY: Final = "virement"


class Operator(models.Model):
    """Store an operator. Operators are data: an installation names and adds its own.

    `modele_paiement` is the layout of its instruction and result files (see `execution`); null is the usual one. A bank
    is an operator whose template says how it takes transfers.
    """

    code = models.CharField(primary_key=True, max_length=30)
    # The name of this row in the audit log, whose objects are UUIDs.
    audit_id = models.UUIDField(default=uuid7, db_default=UUID7(), unique=True, editable=False)
    label = models.CharField(max_length=100)
    logo = models.CharField(max_length=255, null=True)
    actif = models.BooleanField(default=True, db_default=True)
    tient_comptes = models.BooleanField(default=True, db_default=True)
    # The operator whose fee schedule applies to its payments; null when it has none.
    grille = models.ForeignKey("self", on_delete=models.PROTECT, null=True, related_name="+", db_index=False)
    modele_paiement = models.JSONField(null=True)
    # The layout of its statements (see `reconciliation`); null is the usual one.
    modele_releve = models.JSONField(null=True)
    ordre = models.PositiveSmallIntegerField(default=0, db_default=0)

    objects = SharedQuerySet.as_manager()

    class Meta:
        db_table = "transfers_operateur"
        ordering = ["ordre", "code"]

    def __str__(self) -> str:
        return self.label

    @property
    def is_bank(self) -> bool:
        """Return whether bank transfers, and nothing else, go through it."""
        return isinstance(self.modele_paiement, dict) and BANK_KEY in self.modele_paiement


class OperatorAccount(models.Model):
    """Store the account of a project at an operator; balance and movements stand in the ledger under the same id."""

    compte = models.OneToOneField(LedgerAccount, on_delete=models.PROTECT, primary_key=True, related_name="operateur")
    code = models.CharField(max_length=30, unique=True)
    operateur = models.ForeignKey(Operator, on_delete=models.PROTECT, related_name="comptes", db_index=False)
    projet = models.ForeignKey(Project, on_delete=models.PROTECT, related_name="comptes_operateurs", db_index=False)
    numero_compte = models.CharField(max_length=64)
    nom_compte = models.CharField(max_length=255)
    description = models.TextField(null=True)
    solde_minimum = models.BigIntegerField(default=0, db_default=0)
    seuil_alerte = models.BigIntegerField(null=True)
    actif = models.BooleanField(default=True, db_default=True)
    # The kind of alert that was announced; null again when the balance has recovered.
    alerte_annoncee = models.CharField(max_length=20, null=True)
    contact_responsable = models.CharField(max_length=255, null=True)
    contact_telephone = models.CharField(max_length=32, null=True)
    contact_email = models.CharField(max_length=255, null=True)
    created_at = models.DateTimeField(auto_now_add=True, db_default=Now())
    updated_at = models.DateTimeField(auto_now=True, db_default=Now())

    # The latest deposit and payment, set for the detail.
    latest_deposit: Movement | None
    latest_payment: Movement | None
    # What else its balance is made of (`BalanceParts`), set for the detail.
    adjustments: Any

    objects = SharedQuerySet.as_manager()

    class Meta:
        db_table = "transfers_compte_operateur"
        ordering = ["-created_at", "-compte_id"]
        constraints = [
            models.UniqueConstraint(fields=["operateur", "numero_compte"], name="compte_operateur_numero_once"),
            # Payments of a project leave one account per operator.
            models.UniqueConstraint(
                fields=["projet", "operateur"], name="compte_operateur_actif_once", condition=Q(actif=True)
            ),
            models.CheckConstraint(
                name="compte_operateur_seuils",
                condition=Q(solde_minimum__gte=0) & (Q(seuil_alerte__isnull=True) | Q(seuil_alerte__gte=0)),
            ),
        ]

    def __str__(self) -> str:
        return self.code

    @property
    def id(self) -> UUID:
        return self.compte_id

    @property
    def seuil(self) -> int:
        """Return the balance below which the account is in alert (XOF)."""
        return max(self.solde_minimum, self.seuil_alerte or 0)


class FeeTranche(models.Model):
    """Store a tranche of an operator's fee schedule: amounts from `montant_min` to `montant_max`, both included.

    A deactivated tranche stays: payments keep the one that they were given.
    """

    id = models.UUIDField(primary_key=True, default=uuid7, db_default=UUID7(), editable=False)
    operateur = models.ForeignKey(Operator, on_delete=models.PROTECT, related_name="tranches", db_index=False)
    numero_tranche = models.PositiveIntegerField()
    montant_min = models.BigIntegerField()
    montant_max = models.BigIntegerField()
    taxe_administrative = models.BigIntegerField()
    frais_retrait = models.BigIntegerField()
    actif = models.BooleanField(default=True, db_default=True)
    # Whether fees were ever applied by it: then its operator and amounts are fixed, which a trigger holds.
    utilisee = models.BooleanField(default=False, db_default=False)
    description = models.TextField(null=True)
    auteur = models.ForeignKey(User, on_delete=models.PROTECT, null=True, related_name="+", db_index=False)
    created_at = models.DateTimeField(auto_now_add=True, db_default=Now())
    updated_at = models.DateTimeField(null=True)

    objects = SharedQuerySet.as_manager()

    class Meta:
        db_table = "transfers_tranche"
        ordering = ["operateur", "montant_min", "id"]
        constraints = [
            models.CheckConstraint(
                name="tranche_montants", condition=Q(montant_min__gte=0, montant_max__gte=F("montant_min"))
            ),
            models.CheckConstraint(name="tranche_frais", condition=Q(taxe_administrative__gte=0, frais_retrait__gte=0)),
            models.UniqueConstraint(
                fields=["operateur", "numero_tranche"], name="tranche_numero_once", condition=Q(actif=True)
            ),
            ExclusionConstraint(
                name="tranche_sans_recouvrement",
                expressions=[
                    ("operateur", RangeOperators.EQUAL),
                    (
                        Func(F("montant_min"), F("montant_max"), models.Value("[]"), function="int8range"),
                        RangeOperators.OVERLAPS,
                    ),
                ],
                condition=Q(actif=True),
            ),
        ]

    def __str__(self) -> str:
        return f"{self.operateur_id} {self.montant_min}-{self.montant_max}"

    @property
    def cout_total(self) -> int:
        """Return the fees of a transfer (XOF)."""
        return self.taxe_administrative + self.frais_retrait
