"""Store which roles get which reports by mail, and what was sent to whom."""

from django.db import models
from django.db.models import Q
from django.db.models.functions import Now

from accounts.roles.models import Role
from accounts.users.models import User
from config.ids import UUID7, uuid7
from geo.areas.models import Region
from transfers.programmes.models import Programme


class ReportSubscription(models.Model):
    """Store that the people of a role get the monthly report of a programme or of a region."""

    id = models.UUIDField(primary_key=True, default=uuid7, db_default=UUID7(), editable=False)
    role = models.ForeignKey(Role, on_delete=models.CASCADE, related_name="+")
    programme = models.ForeignKey(Programme, on_delete=models.CASCADE, null=True, related_name="+")
    region = models.ForeignKey(Region, on_delete=models.CASCADE, null=True, related_name="+")
    created_at = models.DateTimeField(auto_now_add=True, db_default=Now())

    class Meta:
        db_table = "analysis_rapport_abonnement"
        ordering = ["id"]
        constraints = [
            models.CheckConstraint(
                name="rapport_sujet",
                condition=Q(programme__isnull=False, region=None) | Q(programme=None, region__isnull=False),
            ),
            models.UniqueConstraint(
                fields=["role", "programme", "region"], nulls_distinct=False, name="rapport_abonnement_once"
            ),
        ]

    def __str__(self) -> str:
        return str(self.id)


class ReportDelivery(models.Model):
    """Store that somebody was sent the report of a month, once; `courriel` is the id of the mail, which goes earlier."""

    id = models.UUIDField(primary_key=True, default=uuid7, db_default=UUID7(), editable=False)
    abonnement = models.ForeignKey(ReportSubscription, on_delete=models.CASCADE, related_name="envois")
    user = models.ForeignKey(User, on_delete=models.CASCADE, related_name="+")
    mois = models.DateField()
    courriel = models.UUIDField(null=True, db_index=True)
    created_at = models.DateTimeField(auto_now_add=True, db_default=Now())

    class Meta:
        db_table = "analysis_rapport_envoi"
        constraints = [models.UniqueConstraint(fields=["abonnement", "user", "mois"], name="rapport_envoi_once")]

    def __str__(self) -> str:
        return str(self.id)
