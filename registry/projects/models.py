"""Store projects with their capability flags, data collection campaigns and organisations."""

from django.db import models
from django.db.models.functions import Now

from config.ids import UUID7, uuid7
from geo.scope.models import SharedQuerySet


class Named(models.Model):
    """Provide an id, a name, and the times of creation and last change."""

    id = models.UUIDField(primary_key=True, default=uuid7, db_default=UUID7(), editable=False)
    nom = models.CharField(max_length=255)
    created_at = models.DateTimeField(auto_now_add=True, db_default=Now())
    updated_at = models.DateTimeField(auto_now=True, db_default=Now())

    objects = SharedQuerySet.as_manager()

    class Meta:
        abstract = True
        ordering = ["nom", "id"]

    def __str__(self) -> str:
        return self.nom


class Organisation(Named):
    """Store an organisation that owns projects."""

    class Meta(Named.Meta):
        db_table = "registry_organisation"


class Campaign(Named):
    """Store a data collection campaign."""

    date_debut = models.DateField(null=True)
    date_fin = models.DateField(null=True)

    class Meta(Named.Meta):
        db_table = "registry_campagne"
        constraints = [
            models.CheckConstraint(
                name="campagne_dates",
                condition=models.Q(date_fin__isnull=True) | models.Q(date_fin__gte=models.F("date_debut")),
            )
        ]


class Project(Named):
    """Store a project. Inactive or read-only projects (archived ones are both) accept no change of their rows."""

    code = models.CharField(max_length=20, unique=True)
    nom = models.CharField(max_length=100)
    description = models.TextField(blank=True, db_default="")
    date_debut = models.DateField(null=True)
    date_fin = models.DateField(null=True)
    actif = models.BooleanField(default=True, db_default=True)
    lecture_seule = models.BooleanField(default=False, db_default=False)
    bailleur = models.CharField(max_length=255, blank=True, db_default="")
    peut_collecter = models.BooleanField(default=True, db_default=True)
    peut_scorer = models.BooleanField(default=True, db_default=True)
    peut_enroler = models.BooleanField(default=True, db_default=True)
    organisation = models.ForeignKey(Organisation, on_delete=models.PROTECT, null=True, related_name="projets")

    class Meta(Named.Meta):
        db_table = "registry_projet"
        constraints = [
            models.CheckConstraint(
                name="projet_dates",
                condition=models.Q(date_fin__isnull=True)
                | models.Q(date_debut__isnull=True)
                | models.Q(date_fin__gte=models.F("date_debut")),
            )
        ]

    @property
    def peut_modifier(self) -> bool:
        return self.actif and not self.lecture_seule
