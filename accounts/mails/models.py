"""Store outgoing mails: kind and receiver. The text is composed when it is sent, so that no secret is stored."""

from django.db import models
from django.db.models.functions import Now

from accounts.users.models import User
from config.ids import UUID7, uuid7


class OutgoingMail(models.Model):
    """Store one outgoing mail.

    `user` is null for a request that named an unknown address: it costs the same and sends nothing.
    """

    class Statut(models.TextChoices):
        EN_ATTENTE = "en_attente"
        # Being handed over, or unknown whether the server accepted it (only kinds that are never sent twice).
        EN_ENVOI = "en_envoi"
        ENVOYE = "envoye"
        SANS_OBJET = "sans_objet"
        ABANDONNE = "abandonne"

    id = models.UUIDField(primary_key=True, default=uuid7, db_default=UUID7(), editable=False)
    kind = models.CharField(max_length=40)
    user = models.ForeignKey(User, on_delete=models.CASCADE, null=True, related_name="+")
    # The user to notify when it cannot be sent.
    asked_by = models.ForeignKey(User, on_delete=models.SET_NULL, null=True, related_name="+")
    langue = models.CharField(max_length=5)
    statut = models.CharField(max_length=12, choices=Statut, default=Statut.EN_ATTENTE)
    essais = models.PositiveSmallIntegerField(default=0, db_default=0)
    next_at = models.DateTimeField(auto_now_add=True, db_default=Now())
    # The type of the error, never its text: servers quote addresses.
    erreur = models.CharField(max_length=100, blank=True, db_default="")
    created_at = models.DateTimeField(auto_now_add=True, db_default=Now())
    sent_at = models.DateTimeField(null=True)

    class Meta:
        db_table = "accounts_outgoing_mail"
        indexes = [models.Index(fields=["next_at"], name="mail_due", condition=models.Q(statut="en_attente"))]
        constraints = [
            models.CheckConstraint(
                name="mail_statut_known",
                condition=models.Q(statut__in=["en_attente", "en_envoi", "envoye", "sans_objet", "abandonne"]),
            )
        ]

    def __str__(self) -> str:
        return f"{self.kind} {self.id}"
