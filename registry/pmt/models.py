"""Store PMT methods as versioned data.

A published version never changes; a new version is a new row of the same method.
"""

from django.contrib.postgres.constraints import ExclusionConstraint
from django.contrib.postgres.fields import DateRangeField, RangeOperators
from django.db import models
from django.db.models.functions import Now

from config.ids import UUID7, uuid7
from geo.scope.models import SharedQuerySet


class Validity(models.Func):
    """Build daterange(start, end), both days included; a null end is open."""

    function = "daterange"
    template = "%(function)s(%(expressions)s, '[]')"
    output_field = DateRangeField()


class PmtMethod(models.Model):
    """Store one version of a PMT method. Versions share `famille`, the id of the first.

    The formula (`intercept`, `termes`, `transformation`, `seuils`) is parsed by `parse_definition`. A trigger refuses any
    change of a published version except to its end date.
    """

    class Statut(models.TextChoices):
        BROUILLON = "brouillon"
        PUBLIEE = "publiee"

    id = models.UUIDField(primary_key=True, default=uuid7, db_default=UUID7(), editable=False)
    famille = models.UUIDField(db_index=True)
    version = models.PositiveIntegerField()
    nom = models.CharField(max_length=255)
    description = models.TextField(blank=True, db_default="")
    statut = models.CharField(max_length=10, default=Statut.BROUILLON, db_default=Statut.BROUILLON)
    intercept = models.FloatField()
    termes = models.JSONField()
    transformation = models.JSONField()
    seuils = models.JSONField()
    seuil_pauvrete = models.DecimalField(max_digits=5, decimal_places=2)
    date_debut = models.DateField(null=True)
    date_fin = models.DateField(null=True)
    par_defaut = models.BooleanField(default=False, db_default=False)
    ajustement = models.JSONField(null=True)
    published_at = models.DateTimeField(null=True)
    created_at = models.DateTimeField(auto_now_add=True, db_default=Now())
    updated_at = models.DateTimeField(auto_now=True, db_default=Now())

    objects = SharedQuerySet.as_manager()

    class Meta:
        db_table = "registry_pmt_methode"
        ordering = ["nom", "-version", "id"]
        constraints = [
            models.CheckConstraint(name="pmt_statut", condition=models.Q(statut__in=["brouillon", "publiee"])),
            models.UniqueConstraint(fields=["famille", "version"], name="pmt_version_once"),
            models.CheckConstraint(
                name="pmt_seuil", condition=models.Q(seuil_pauvrete__gte=0) & models.Q(seuil_pauvrete__lte=100)
            ),
            models.CheckConstraint(
                name="pmt_dates",
                condition=models.Q(date_fin__isnull=True)
                | models.Q(date_debut__isnull=True)
                | models.Q(date_fin__gte=models.F("date_debut")),
            ),
            models.CheckConstraint(
                name="pmt_publiee_datee",
                condition=models.Q(statut="brouillon") | models.Q(date_debut__isnull=False),
            ),
            # On any day a method has at most one published version, and at most one published version is the default.
            ExclusionConstraint(
                name="pmt_one_version_a_day",
                expressions=[
                    ("famille", RangeOperators.EQUAL),
                    (Validity("date_debut", "date_fin"), RangeOperators.OVERLAPS),
                ],
                condition=models.Q(statut="publiee"),
            ),
            ExclusionConstraint(
                name="pmt_one_default_a_day",
                expressions=[(Validity("date_debut", "date_fin"), RangeOperators.OVERLAPS)],
                condition=models.Q(statut="publiee", par_defaut=True),
            ),
        ]

    def __str__(self) -> str:
        return f"{self.nom} v{self.version}"
