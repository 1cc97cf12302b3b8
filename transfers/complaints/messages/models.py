"""Store messages from and to complainants: what a gateway has brought, and what it is to deliver."""

from django.db import models
from django.db.models import Q
from django.db.models.functions import Now

from config.ids import UUID7, uuid7
from transfers.complaints.models import Complaint


class InboundMessage(models.Model):
    """Store which complaint a message of the gateway made or added to; `identifiant` is the gateway's own."""

    identifiant = models.CharField(max_length=100, primary_key=True)
    plainte = models.ForeignKey(Complaint, on_delete=models.CASCADE, related_name="+")
    created_at = models.DateTimeField(auto_now_add=True, db_default=Now())

    class Meta:
        db_table = "transfers_plainte_entrant"

    def __str__(self) -> str:
        return self.identifiant


class OutboundMessage(models.Model):
    """Store a message to a complainant; once the gateway reports it delivered, without its text.

    The number is the complaint's.
    """

    id = models.UUIDField(primary_key=True, default=uuid7, db_default=UUID7(), editable=False)
    plainte = models.ForeignKey(Complaint, on_delete=models.CASCADE, related_name="messages")
    texte = models.TextField()
    created_at = models.DateTimeField(auto_now_add=True, db_default=Now())
    remis_le = models.DateTimeField(null=True)

    class Meta:
        db_table = "transfers_plainte_sortant"
        ordering = ["id"]
        indexes = [models.Index(fields=["id"], condition=Q(remis_le=None), name="plainte_sortant_attend")]

    def __str__(self) -> str:
        return str(self.id)
