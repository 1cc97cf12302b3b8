"""Store the public holidays of the country."""

from django.db import models
from django.db.models import Q
from django.db.models.functions import ExtractDay, ExtractMonth, Now

from config.ids import UUID7, uuid7
from geo.scope.models import SharedQuerySet


class Holiday(models.Model):
    """Store a public holiday: one day, or with `chaque_annee` that day of each year from then on."""

    id = models.UUIDField(primary_key=True, default=uuid7, db_default=UUID7(), editable=False)
    nom = models.CharField(max_length=150)
    jour = models.DateField()
    chaque_annee = models.BooleanField(default=False, db_default=False)
    date_creation = models.DateTimeField(auto_now_add=True, db_default=Now())
    updated_at = models.DateTimeField(auto_now=True, db_default=Now())

    objects = SharedQuerySet.as_manager()

    class Meta:
        db_table = "transfers_jour_ferie"
        ordering = ["jour", "id"]
        constraints = [
            models.UniqueConstraint(fields=["jour"], condition=Q(chaque_annee=False), name="jour_ferie_once"),
            models.UniqueConstraint(
                ExtractMonth("jour"), ExtractDay("jour"), condition=Q(chaque_annee=True), name="jour_ferie_annuel_once"
            ),
        ]

    def __str__(self) -> str:
        return self.nom
