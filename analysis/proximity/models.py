"""The nearest service of each kind for every household that has a position."""

from django.db import models

from geo.scope.models import ScopedQuerySet
from registry.households.models import Household


class NearestService(models.Model):
    """One row per household with a position: per kind the nearest service and its geodesic distance in metres.

    Kinds without any service are null. Statement triggers (migrations 0002 to 0004) write it in the transaction of the
    change; bulk loads go through the kernel of `analysis.proximity.services`; both give the same answer. There is no
    foreign key: a million checks would cost more than the rows, and the delete trigger of households keeps the promise.
    """

    menage = models.OneToOneField(
        Household, on_delete=models.DO_NOTHING, primary_key=True, related_name="proches", db_constraint=False
    )
    # The household's own places: analyses by zone read this table alone (decision 0052).
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
