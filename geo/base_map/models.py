"""Store the lines by which people find their way on the map: roads, tracks, rivers."""

from django.contrib.gis.db import models
from django.db.models.functions import Now

from config.ids import UUID7, uuid7
from geo.scope.models import SharedQuerySet

SRID = 4326


class BaseMapLine(models.Model):
    """Store a road or a watercourse; `source` and `date_source` say which data it comes from, and how old they are.

    Not audited: the lines of a kind are replaced as a whole, by an operation that the history has.
    """

    class Class(models.TextChoices):
        ROUTE_PRINCIPALE = "route_principale"
        ROUTE_SECONDAIRE = "route_secondaire"
        PISTE = "piste"
        FLEUVE = "fleuve"
        RIVIERE = "riviere"

    id = models.UUIDField(primary_key=True, default=uuid7, db_default=UUID7(), editable=False)
    classe = models.CharField(max_length=20, choices=Class)
    nom = models.CharField(max_length=255, blank=True, db_default="")
    geom = models.LineStringField(srid=SRID)
    source = models.CharField(max_length=100, blank=True, db_default="")
    date_source = models.DateField(null=True)
    created_at = models.DateTimeField(auto_now_add=True, db_default=Now())

    objects = SharedQuerySet.as_manager()

    class Meta:
        db_table = "geo_ligne_fond"
        ordering = ["classe", "nom", "id"]
        constraints = [
            models.CheckConstraint(
                name="ligne_fond_classe",
                condition=models.Q(
                    classe__in=["route_principale", "route_secondaire", "piste", "fleuve", "riviere"],
                ),
            )
        ]

    def __str__(self) -> str:
        return self.nom or self.classe
