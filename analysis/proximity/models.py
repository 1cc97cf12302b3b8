"""Store the nearest service of each kind for every household with a position."""

from django.db import models

from geo.scope.models import ScopedQuerySet
from registry.households.models import Household


class NearestService(models.Model):
    """Store per household with a position the nearest service of each kind and its geodesic distance in metres.

    Columns of kinds without any service are null. Statement-level triggers (migration 0002_nearest_services) write the
    rows in the transaction of the change; bulk loads use
    `analysis.proximity.services`; both give the same result. There is no foreign key: a million checks would cost more than the rows, and the delete trigger of households
    removes their rows instead.
    """

    menage = models.OneToOneField(
        Household, on_delete=models.DO_NOTHING, primary_key=True, related_name="proches", db_constraint=False
    )
    # Copies of the household's areas, so that analyses by zone read only this table (decision 0052).
    region_id = models.UUIDField(null=True)
    secteur_id = models.UUIDField(null=True)
    localite_id = models.UUIDField(null=True)
    ecole = models.UUIDField(null=True)
    ecole_metres = models.FloatField(null=True)
    service_sante = models.UUIDField(null=True)
    service_sante_metres = models.FloatField(null=True)
    point_eau = models.UUIDField(null=True)
    point_eau_metres = models.FloatField(null=True)
    service_vbg = models.UUIDField(null=True)
    service_vbg_metres = models.FloatField(null=True)
    police_judiciaire = models.UUIDField(null=True)
    police_judiciaire_metres = models.FloatField(null=True)

    objects = ScopedQuerySet.as_manager()

    class Meta:
        db_table = "analysis_nearest_service"

    def __str__(self) -> str:
        return str(self.menage_id)
