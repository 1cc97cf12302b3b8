"""Store pay-points: where a programme pays people in cash who come from the villages around."""

from django.contrib.gis.db import models
from django.db.models.functions import Now

from config.ids import UUID7, uuid7
from geo.areas.models import SRID, Region
from geo.scope.models import ScopedQuerySet
from transfers.programmes.models import Programme


class PayPoint(models.Model):
    """Store a pay-point of a programme. A village is paid at the nearest active one of its region."""

    id = models.UUIDField(primary_key=True, default=uuid7, db_default=UUID7(), editable=False)
    programme = models.ForeignKey(Programme, on_delete=models.PROTECT, related_name="points_paiement", db_index=False)
    region = models.ForeignKey(Region, on_delete=models.PROTECT, related_name="+")
    nom = models.CharField(max_length=255)
    geom = models.PointField(srid=SRID, spatial_index=False)
    actif = models.BooleanField(default=True, db_default=True)
    created_at = models.DateTimeField(auto_now_add=True, db_default=Now())
    updated_at = models.DateTimeField(auto_now=True, db_default=Now())

    objects = ScopedQuerySet.as_manager()

    class Meta:
        db_table = "transfers_point_paiement"
        ordering = ["nom", "id"]
        constraints = [models.UniqueConstraint(fields=["programme", "region", "nom"], name="point_paiement_once")]

    def __str__(self) -> str:
        return self.nom
