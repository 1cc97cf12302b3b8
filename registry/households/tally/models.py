"""Store counts and sums of households, which are always exact.

A statement-level trigger on registry_menage appends the grouped differences (deltas) of each statement; a periodic job
folds them together. Reading is a sum over few rows. It is exact under MVCC, and writers never wait for each other, as
they would for one counter row per group.
"""

from typing import Final

from django.db import models

from geo.layers.cells.models import MapCell
from geo.scope.models import ScopedQuerySet
from registry.households.models import COUNTS

SUM_FIELDS: Final = ("n", "avec_pmt", "somme_pmt", "somme_taille", "avec_qualite", "somme_qualite", *COUNTS)
GROUP_FIELDS: Final = (
    "region_id",
    "secteur_id",
    "campagne_id",
    "projet_id",
    "statut",
    "statut_collecte",
    "milieu",
    "categorie_pauvrete",
    "eligible_programme",
)
CELL_GROUP_FIELDS: Final = ("region_id", "secteur_id", "milieu", "categorie_pauvrete", "eligible_programme")


def total_field() -> models.DecimalField:
    return models.DecimalField(max_digits=18, decimal_places=2)


class HouseholdTally(models.Model):
    """Store sums of households by region, secteur, campaign, project, states, milieu, category and eligibility."""

    region_id = models.UUIDField(null=True)
    secteur_id = models.UUIDField(null=True)
    campagne_id = models.UUIDField(null=True)
    projet_id = models.UUIDField(null=True)
    statut = models.CharField(max_length=12)
    statut_collecte = models.CharField(max_length=12)
    milieu = models.CharField(max_length=6, null=True)
    categorie_pauvrete = models.CharField(max_length=14, null=True)
    eligible_programme = models.BooleanField()
    avec_position = models.BooleanField()
    n = models.BigIntegerField()
    avec_pmt = models.BigIntegerField()
    somme_pmt = total_field()
    somme_taille = models.BigIntegerField()
    avec_qualite = models.BigIntegerField()
    somme_qualite = total_field()

    objects = ScopedQuerySet.as_manager()

    class Meta:
        db_table = "registry_menage_tally"

    def __str__(self) -> str:
        return str(self.pk)


for _count in COUNTS:
    HouseholdTally.add_to_class(_count, models.BigIntegerField())


class HouseholdCell(MapCell):
    """Store sums of households by map cell, for the clusters of low zooms; triggers on households append them."""

    milieu = models.CharField(max_length=6, null=True)
    categorie_pauvrete = models.CharField(max_length=14, null=True)
    eligible_programme = models.BooleanField()

    class Meta:
        db_table = "registry_menage_cell"
        indexes = [models.Index(fields=["z", "x", "y"], name="menage_cell_zxy")]
