"""Store the ledger: accounts, balanced entries and their movements, and reserved amounts.

Amounts are whole XOF. Triggers (migration `0006_ledger`) hold what must always be true: movements are only added, each
continues the chain of its account, an entry adds up to zero, and a balance is the sum of its movements.
"""

from typing import Final

from django.db import models
from django.db.models import F, Q, Value
from django.db.models.functions import Now, Replace, Upper

from accounts.users.models import User
from config.ids import UUID7, uuid7
from geo.scope.models import SharedQuerySet
from registry.projects.models import Project


class AccountNature(models.TextChoices):
    """List what an account of the ledger stands for. Money leaves one account and arrives in another."""

    # The money of a project at an operator: the only accounts that people name, and that may not run dry.
    OPERATEUR = "operateur"
    # Where deposits come from.
    TRESOR = "tresor"
    BENEFICIAIRES = "beneficiaires"
    FRAIS = "frais"
    # Cash in the hands of payers, who have left with a sheet of names.
    ESPECES_REMISES = "especes_remises"
    # Cash that was not signed for and brought back, until it is on an operator account again.
    ESPECES_RENDUES = "especes_rendues"
    # Amounts that wait for an explanation.
    ATTENTE = "attente"
    # What was lost: written off by two people.
    PERTES = "pertes"


class EntryNature(models.TextChoices):
    DEPOT = "depot"
    PAIEMENT = "paiement"
    AJUSTEMENT = "ajustement"
    CONTREPASSATION = "contrepassation"


class MovementType(models.TextChoices):
    """List the documented types of movements of an operator account."""

    DEPOT = "depot"
    PAIEMENT = "paiement"
    AJUSTEMENT = "ajustement"


OPEN_RESERVATION: Final = Q(restant__gt=0)
# Accounts that hold real money, which cannot be less than nothing.
COVERED: Final = (AccountNature.OPERATEUR, AccountNature.ESPECES_REMISES, AccountNature.ESPECES_RENDUES)


class LedgerAccount(models.Model):
    """Store an account: its balance, what of it is reserved, totals by type, and the end of its chain of movements.

    Payments are totalled as positive amounts. All is moved by the movements, through a trigger.
    """

    id = models.UUIDField(primary_key=True, default=uuid7, db_default=UUID7(), editable=False)
    projet = models.ForeignKey(Project, on_delete=models.PROTECT, related_name="comptes")
    nature = models.CharField(max_length=15, choices=AccountNature)
    solde = models.BigIntegerField(default=0, db_default=0)
    reserve = models.BigIntegerField(default=0, db_default=0)
    total_depots = models.BigIntegerField(default=0, db_default=0)
    nombre_depots = models.BigIntegerField(default=0, db_default=0)
    total_paiements = models.BigIntegerField(default=0, db_default=0)
    nombre_paiements = models.BigIntegerField(default=0, db_default=0)
    dernier_numero = models.BigIntegerField(default=0, db_default=0)
    derniere_empreinte = models.BinaryField(default=b"", db_default=b"")

    objects = SharedQuerySet.as_manager()

    class Meta:
        db_table = "transfers_compte"
        constraints = [
            models.UniqueConstraint(
                fields=["projet", "nature"], name="compte_nature_once", condition=~Q(nature=AccountNature.OPERATEUR)
            ),
            models.CheckConstraint(name="compte_nature", condition=Q(nature__in=AccountNature.values)),
            models.CheckConstraint(
                name="compte_couvert",
                condition=Q(reserve__gte=0) & (~Q(nature__in=COVERED) | Q(solde__gte=F("reserve"))),
            ),
        ]

    def __str__(self) -> str:
        return f"{self.nature} {self.id}"


class Entry(models.Model):
    """Store one event of the ledger, whose movements add up to zero. The id may be made by who asks for it."""

    id = models.UUIDField(primary_key=True, default=uuid7, db_default=UUID7(), editable=False)
    nature = models.CharField(max_length=15, choices=EntryNature)
    description = models.TextField(null=True)
    # The civil date of the event, which may lie before the day on which it was posted.
    date_valeur = models.DateField()
    # Where the money comes from, and the voucher, of a deposit.
    source = models.CharField(max_length=255, null=True)
    piece_id = models.UUIDField(null=True)
    auteur = models.ForeignKey(User, on_delete=models.PROTECT, null=True, related_name="+", db_index=False)
    created_at = models.DateTimeField(auto_now_add=True, db_default=Now())

    objects = SharedQuerySet.as_manager()

    class Meta:
        db_table = "transfers_ecriture"
        constraints = [models.CheckConstraint(name="ecriture_nature", condition=Q(nature__in=EntryNature.values))]

    def __str__(self) -> str:
        return f"{self.nature} {self.id}"


class Movement(models.Model):
    """Store what an entry adds to or takes from one account. Numbered and chained per account; never changed."""

    id = models.UUIDField(primary_key=True, default=uuid7, db_default=UUID7(), editable=False)
    # Triggers hold both per statement (decision 0269).
    compte = models.ForeignKey(
        LedgerAccount, on_delete=models.PROTECT, related_name="mouvements", db_index=False, db_constraint=False
    )
    ecriture = models.ForeignKey(
        Entry, on_delete=models.PROTECT, related_name="mouvements", db_index=False, db_constraint=False
    )
    numero = models.BigIntegerField()
    type = models.CharField(max_length=10, choices=MovementType)
    montant = models.BigIntegerField()
    solde_avant = models.BigIntegerField()
    solde_apres = models.BigIntegerField()
    empreinte_precedente = models.BinaryField()
    empreinte = models.BinaryField()
    reference = models.CharField(max_length=255, null=True)
    date = models.DateTimeField(db_default=Now())
    # The attempt that a payment posts, and its cycle: rows of features above.
    objet_id = models.UUIDField(null=True)
    cycle_id = models.UUIDField(null=True)
    # Of a deposit: how often its reference was deposited on the account before, and taken back. A trigger counts.
    reprises = models.PositiveSmallIntegerField(null=True, db_default=0)
    # The movement that this one reverses.
    contrepasse = models.ForeignKey(
        "self", on_delete=models.PROTECT, null=True, related_name="contrepassations", db_index=False
    )

    objects = SharedQuerySet.as_manager()

    class Meta:
        db_table = "transfers_mouvement"
        ordering = ["-numero"]
        constraints = [
            models.UniqueConstraint(fields=["compte", "numero"], name="mouvement_numero_once"),
            models.CheckConstraint(name="mouvement_type", condition=Q(type__in=MovementType.values)),
            models.CheckConstraint(name="mouvement_montant", condition=~Q(montant=0)),
            models.CheckConstraint(name="mouvement_solde", condition=Q(solde_apres=F("solde_avant") + F("montant"))),
            models.CheckConstraint(name="mouvement_numero", condition=Q(numero__gt=0)),
            # One voucher is deposited once, however its reference is spelt; again once that deposit was taken back.
            models.UniqueConstraint(
                "compte",
                Upper(Replace("reference", Value(" "))),
                "reprises",
                name="mouvement_depot_once",
                condition=Q(type=MovementType.DEPOT),
            ),
            # A movement is reversed once. Most reverse nothing, and are in no index for it.
            models.UniqueConstraint(
                fields=["contrepasse"], name="mouvement_contrepasse_once", condition=Q(contrepasse__isnull=False)
            ),
            # An attempt is debited once.
            models.UniqueConstraint(
                fields=["objet_id"],
                name="mouvement_paiement_once",
                condition=Q(type=MovementType.PAIEMENT, objet_id__isnull=False),
            ),
        ]
        indexes = [
            models.Index(fields=["compte", "type", "-numero"], name="mouvement_type"),
            # The movements of one entry bear one moment: their number tells the last of them.
            models.Index(fields=["compte", "date", "numero"], name="mouvement_moment"),
            models.Index(fields=["cycle_id"], name="mouvement_cycle", condition=Q(cycle_id__isnull=False)),
            # What became of a line of a statement: few movements correct something.
            models.Index(
                fields=["objet_id"],
                name="mouvement_ajuste",
                condition=Q(type=MovementType.AJUSTEMENT, objet_id__isnull=False),
            ),
        ]

    def __str__(self) -> str:
        return f"{self.compte_id} {self.numero}"


class Reservation(models.Model):
    """Store an amount that is set aside on an account until payments use it or it is released.

    The id is that of what it is reserved for. `reserve` of the account is the sum of `restant`: a trigger adds it up.
    """

    id = models.UUIDField(primary_key=True, editable=False)
    compte = models.ForeignKey(LedgerAccount, on_delete=models.PROTECT, related_name="reservations")
    montant = models.BigIntegerField()
    restant = models.BigIntegerField()
    created_at = models.DateTimeField(auto_now_add=True, db_default=Now())

    objects = SharedQuerySet.as_manager()

    class Meta:
        db_table = "transfers_reservation"
        constraints = [
            models.CheckConstraint(
                name="reservation_montants", condition=Q(montant__gt=0, restant__gte=0, restant__lte=F("montant"))
            )
        ]

    def __str__(self) -> str:
        return str(self.id)
