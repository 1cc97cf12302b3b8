"""Store runs of cycles, and each attempt to pay."""

from django.db import models
from django.db.models import Q
from django.db.models.functions import Now

from accounts.users.models import User
from config.ids import UUID7, uuid7
from geo.scope.models import ScopedQuerySet, SharedQuerySet
from transfers.cycles.models import Cycle
from transfers.operators.models import Operator, OperatorAccount
from transfers.payments.models import Payment


class Provider(models.TextChoices):
    """List the ways in which money is delivered."""

    FICHIER = "fichier"
    SIMULATEUR = "simulateur"
    GSMA = "gsma"
    VIREMENT_BANCAIRE = "virement_bancaire"
    ESPECES = "especes"


class AttemptState(models.TextChoices):
    # Written, not sent: safe to send.
    PREPAREE = "preparee"
    # Sent, or about to be: whether it arrived is not known.
    ENVOYEE = "envoyee"
    # No answer can be trusted: asked for by its id, or it waits for the statement.
    INCONNUE = "inconnue"
    CONFIRMEE = "confirmee"
    # Only a definite rejection allows another attempt.
    REJETEE = "rejetee"
    # Confirmed, then given back by the operator: its movement is reversed.
    RETOURNEE = "retournee"


# What has no outcome yet.
OPEN_STATES = (AttemptState.PREPAREE, AttemptState.ENVOYEE, AttemptState.INCONNUE)
# While an attempt is in one of these states, its payment may have arrived or may arrive: no second one is made.
LIVE_STATES = (*OPEN_STATES, AttemptState.CONFIRMEE)


class Run(models.Model):
    """Store one execution of a cycle, or of what failed of it, through one provider and one account.

    Whether it works, waits or has ended is derived: from its lease and its attempts.
    """

    id = models.UUIDField(primary_key=True, default=uuid7, db_default=UUID7(), editable=False)
    cycle = models.ForeignKey(Cycle, on_delete=models.PROTECT, related_name="executions")
    compte = models.ForeignKey(OperatorAccount, on_delete=models.PROTECT, related_name="+", db_index=False)
    operateur = models.ForeignKey(Operator, on_delete=models.PROTECT, related_name="+", db_index=False)
    fournisseur = models.CharField(max_length=17, choices=Provider)
    # Options of the provider as sent (simulation), never secrets.
    options = models.JSONField(default=dict, db_default={})
    # The hash of the list when the run began.
    empreinte = models.BinaryField()
    auteur = models.ForeignKey(User, on_delete=models.PROTECT, null=True, related_name="+", db_index=False)
    # Who works on it, and until when that is believed without a heartbeat.
    bail_id = models.UUIDField(null=True)
    bail_fin = models.DateTimeField(null=True)
    # When its end was announced (notification, webhooks): once.
    annonce_le = models.DateTimeField(null=True)
    created_at = models.DateTimeField(auto_now_add=True, db_default=Now())

    objects = SharedQuerySet.as_manager()

    class Meta:
        db_table = "transfers_execution"
        ordering = ["created_at", "id"]
        constraints = [
            models.CheckConstraint(name="execution_fournisseur", condition=Q(fournisseur__in=Provider.values))
        ]
        indexes = [models.Index(fields=["bail_fin"], name="execution_ouverte", condition=Q(annonce_le__isnull=True))]

    def __str__(self) -> str:
        return str(self.id)


class AttemptQuerySet(ScopedQuerySet):
    """Query attempts: they are where their payment is."""

    scope_path = "paiement__region_id"


class CallbackQuerySet(ScopedQuerySet):
    """Query call-backs: they are where the payment is that they are about."""

    scope_path = "tentative__paiement__region_id"


class Attempt(models.Model):
    """Store one attempt to make a payment. Its id is the id of the request that the operator gets.

    `periode_id` is the regular cycle of the period. The two partial unique constraints are the guard against paying
    twice: a payment has one live attempt, and so has a household in a period, whatever the cycle.
    """

    id = models.UUIDField(primary_key=True, default=uuid7, db_default=UUID7(), editable=False)
    paiement = models.ForeignKey(Payment, on_delete=models.PROTECT, related_name="tentatives", db_index=False)
    execution = models.ForeignKey(Run, on_delete=models.PROTECT, related_name="tentatives", db_index=False)
    numero = models.PositiveSmallIntegerField()
    periode_id = models.UUIDField()
    menage_id = models.UUIDField()
    operateur_id = models.CharField(max_length=30)
    etat = models.CharField(max_length=9, default=AttemptState.PREPAREE, db_default=AttemptState.PREPAREE)
    # What the account pays: the amount and its fees.
    montant = models.BigIntegerField()
    frais = models.BigIntegerField(default=0, db_default=0)
    # The account that is paid, as it was when the attempt was prepared.
    destination = models.CharField(max_length=64, null=True)
    reference_operateur = models.CharField(max_length=120, null=True)
    montant_recu = models.BigIntegerField(null=True)
    motif = models.CharField(max_length=500, null=True)
    prepared_at = models.DateTimeField(db_default=Now())
    sent_at = models.DateTimeField(null=True)
    # When the operator is asked again, for an unknown one.
    ask_at = models.DateTimeField(null=True)
    settled_at = models.DateTimeField(null=True)

    objects = AttemptQuerySet.as_manager()

    class Meta:
        db_table = "transfers_tentative"
        ordering = ["id"]
        constraints = [
            models.UniqueConstraint(fields=["paiement", "numero"], name="tentative_numero_once"),
            models.UniqueConstraint(
                fields=["paiement"], name="tentative_vivante_once", condition=Q(etat__in=LIVE_STATES)
            ),
            models.UniqueConstraint(
                fields=["periode_id", "menage_id"], name="tentative_periode_once", condition=Q(etat__in=LIVE_STATES)
            ),
            models.UniqueConstraint(
                fields=["operateur_id", "reference_operateur"],
                name="tentative_reference_once",
                condition=Q(reference_operateur__isnull=False),
            ),
            models.CheckConstraint(name="tentative_etat", condition=Q(etat__in=AttemptState.values)),
            models.CheckConstraint(name="tentative_montants", condition=Q(montant__gt=0, frais__gte=0)),
            models.CheckConstraint(
                name="tentative_rejetee",
                condition=~Q(etat__in=[AttemptState.REJETEE, AttemptState.RETOURNEE]) | Q(motif__isnull=False),
            ),
            models.CheckConstraint(
                name="tentative_close",
                condition=Q(etat__in=OPEN_STATES, settled_at__isnull=True)
                | (~Q(etat__in=OPEN_STATES) & Q(settled_at__isnull=False)),
            ),
        ]
        indexes = [
            models.Index(
                fields=["execution", "id"],
                name="tentative_ouverte",
                condition=Q(etat__in=OPEN_STATES),
            ),
        ]

    def __str__(self) -> str:
        return str(self.id)


class Callback(models.Model):
    """Store a call-back of an operator as it came: a hint after which the state is asked for."""

    id = models.UUIDField(primary_key=True, default=uuid7, db_default=UUID7(), editable=False)
    tentative = models.ForeignKey(Attempt, on_delete=models.PROTECT, null=True, related_name="+", db_index=False)
    operateur_id = models.CharField(max_length=30)
    contenu = models.JSONField()
    received_at = models.DateTimeField(db_default=Now())
    handled_at = models.DateTimeField(null=True)

    objects = CallbackQuerySet.as_manager()

    class Meta:
        db_table = "transfers_rappel"
        indexes = [models.Index(fields=["received_at"], name="rappel_ouvert", condition=Q(handled_at__isnull=True))]

    def __str__(self) -> str:
        return str(self.id)
