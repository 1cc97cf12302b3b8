"""Store which messages were handed out for a bank."""

from django.db import models
from django.db.models import Q
from django.db.models.functions import Now

from accounts.users.models import User
from config.ids import UUID7, uuid7
from geo.scope.models import SharedQuerySet
from transfers.execution.models import Run


class IssuedMessage(models.Model):
    """Store one message that somebody fetched for a bank, by the identifier that the bank reports it by.

    `partie` is the place of the message in its run, from 0; a message that was fetched again under a new identifier has
    a higher `emission`.
    """

    id = models.UUIDField(primary_key=True, default=uuid7, db_default=UUID7(), editable=False)
    execution = models.ForeignKey(Run, on_delete=models.PROTECT, related_name="messages", db_index=False)
    partie = models.PositiveSmallIntegerField()
    emission = models.PositiveSmallIntegerField()
    identifiant = models.CharField(max_length=35, unique=True)
    auteur = models.ForeignKey(User, on_delete=models.PROTECT, null=True, related_name="+", db_index=False)
    date_creation = models.DateTimeField(auto_now_add=True, db_default=Now())

    objects = SharedQuerySet.as_manager()

    class Meta:
        db_table = "transfers_message_banque"
        ordering = ["execution", "partie", "emission"]
        constraints = [
            models.UniqueConstraint(fields=["execution", "partie", "emission"], name="message_banque_once"),
            models.CheckConstraint(name="message_banque_emission", condition=Q(emission__gte=1)),
        ]

    def __str__(self) -> str:
        return self.identifiant
