"""Store what is done for a household after its registration: health visits and accompanying measures."""

from django.db import models
from django.db.models.functions import Now

from config.ids import UUID7, uuid7
from geo.scope.models import HouseholdScopedQuerySet
from registry.households.models import Household


class HouseholdRecord(models.Model):
    """Provide the common fields of records of a household; each subclass has a `menage`."""

    id = models.UUIDField(primary_key=True, default=uuid7, db_default=UUID7(), editable=False)
    created_at = models.DateTimeField(auto_now_add=True, db_default=Now())
    updated_at = models.DateTimeField(auto_now=True, db_default=Now())

    objects = HouseholdScopedQuerySet.as_manager()

    class Meta:
        abstract = True
        ordering = ["-id"]

    def __str__(self) -> str:
        return str(self.id)


class HealthVisit(HouseholdRecord):
    """Store a health visit to a household."""

    menage = models.ForeignKey(Household, on_delete=models.PROTECT, related_name="visites_sante")
    type_visite = models.CharField(max_length=100)
    date_visite = models.DateField()
    observations = models.TextField(null=True)

    class Meta(HouseholdRecord.Meta):
        db_table = "registry_visite_sante"


class Measure(HouseholdRecord):
    """Store an accompanying measure for a household."""

    menage = models.ForeignKey(Household, on_delete=models.PROTECT, related_name="mesures_accompagnement")
    type_mesure = models.CharField(max_length=100)
    date_mesure = models.DateField()
    description = models.TextField(null=True)

    class Meta(HouseholdRecord.Meta):
        db_table = "registry_mesure_accompagnement"
