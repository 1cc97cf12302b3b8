"""The nearest service of each kind for every household that has a position."""

from django.db import models

from registry.households.models import Household


class NearestService(models.Model):
    """One row per household with a position: per kind the nearest service and its geodesic distance in metres.

    Kinds without any service are null. Statement triggers (migration 0002) write it in the transaction of the change;
    bulk loads go through the kernel of `analysis.proximity.services`; both give the same answer. There is no foreign
    key: a million checks would cost more than the rows, and the delete trigger of households keeps the promise.
    """

    menage = models.OneToOneField(
        Household, on_delete=models.DO_NOTHING, primary_key=True, related_name="proches", db_constraint=False
    )
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

    class Meta:
        db_table = "analysis_nearest_service"

    def __str__(self) -> str:
        return str(self.menage_id)
