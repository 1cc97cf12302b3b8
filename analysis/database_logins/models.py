"""Store which regions a login of the database sees in the views of the schemas `gis` and `bi`."""

from django.db import models
from django.db.models import Q

from config.ids import UUID7, uuid7
from geo.areas.models import Region


class Usage(models.TextChoices):
    """List what a login is for: each has a schema of its own."""

    GIS = "gis"
    BI = "bi"


class DatabaseLogin(models.Model):
    """Store a login of the database. `oid` is the number of its role: a role made later under the same name is not it.

    An ended login stays as a row with `termine_le`, and sees nothing.
    """

    id = models.UUIDField(primary_key=True, default=uuid7, db_default=UUID7(), editable=False)
    nom = models.CharField(max_length=63)
    oid = models.BigIntegerField()
    usage = models.CharField(max_length=3, choices=Usage)
    toutes_regions = models.BooleanField(default=False, db_default=False)
    regions = models.ManyToManyField(Region, related_name="+", db_table="analysis_connexion_base_region")
    description = models.CharField(max_length=255, blank=True)
    cree_le = models.DateTimeField(auto_now_add=True)
    termine_le = models.DateTimeField(null=True)

    class Meta:
        db_table = "analysis_connexion_base"
        ordering = ["nom", "id"]
        constraints = [
            models.CheckConstraint(name="connexion_base_usage", condition=Q(usage__in=["gis", "bi"])),
            models.UniqueConstraint(fields=["nom"], name="connexion_base_nom_once", condition=Q(termine_le=None)),
        ]

    def __str__(self) -> str:
        return self.nom
