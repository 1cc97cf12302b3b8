"""Store the sums of the quality dashboard, for registries too large to count while a caller waits."""

from django.db import models

from geo.scope.models import ScopedQuerySet

# The columns to group by, and the counts to add up. `queries.compose_counts_sql` computes both from households.
GROUP_FIELDS = ("region_id", "secteur_id", "campagne_id", "enqueteur_id", "projet_id", "jour")
COUNT_FIELDS = (
    "total",
    "avec_qualite",
    "sans_gps",
    "gps_imprecis",
    "hors_secteur",
    "entretiens_trop_proches",
    "deplacements_impossibles",
    "positions_partagees",
    "ages_connus",
    "ages_ronds",
)


class QualityTally(models.Model):
    """Store quality counts of the households of one day, area, campaign, surveyor and project.

    `regles` maps the code of each quality rule to the number of households that break it. `version` (of the household
    layer) and `calcule_le` are the same in all rows.
    """

    region_id = models.UUIDField(null=True)
    secteur_id = models.UUIDField(null=True)
    campagne_id = models.UUIDField(null=True)
    enqueteur_id = models.UUIDField(null=True)
    projet_id = models.UUIDField(null=True)
    jour = models.DateField(null=True)
    somme_qualite = models.DecimalField(max_digits=18, decimal_places=2)
    regles = models.JSONField()
    version = models.BigIntegerField()
    calcule_le = models.DateTimeField()

    objects = ScopedQuerySet.as_manager()

    class Meta:
        db_table = "registry_qualite_tally"

    def __str__(self) -> str:
        return str(self.pk)


for _count in COUNT_FIELDS:
    QualityTally.add_to_class(_count, models.BigIntegerField())
