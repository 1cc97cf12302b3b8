"""Store the sums of complaints."""

from typing import Final

from django.db import models

from transfers.complaints.models import ComplaintQuerySet

SUM_FIELDS: Final = ("nombre", "resolues", "secondes")


class ComplaintTotal(models.Model):
    """Store sums by region, category, priority, status and term; triggers append the differences.

    `respecte` says whether the term was kept: null of a rejected complaint, and while there is no resolution, since a day
    that passes is no change. `secondes` is the time until `resolues` of them were resolved.
    """

    region_id = models.UUIDField(null=True)
    categorie = models.CharField(max_length=10)
    priorite = models.CharField(max_length=7)
    statut = models.CharField(max_length=8)
    respecte = models.BooleanField(null=True)
    nombre = models.BigIntegerField()
    resolues = models.BigIntegerField()
    secondes = models.DecimalField(max_digits=20, decimal_places=6)

    objects = ComplaintQuerySet.as_manager()

    class Meta:
        db_table = "transfers_plainte_total"

    def __str__(self) -> str:
        return f"{self.categorie} {self.statut}"
