"""Programmes: what is transferred, to whom, from when to when."""

from django.contrib.postgres.fields import ArrayField
from django.db import models
from django.db.models.functions import Now

from config.ids import UUID7, uuid7
from geo.scope.models import SharedQuerySet
from registry.projects.models import Project


class Programme(models.Model):
    """A programme of a project. Amounts are whole XOF; budgets spent are computed from payments, never kept here."""

    class Type(models.TextChoices):
        TRANSFERT_MONETAIRE = "transfert_monetaire"
        TRAVAUX_PUBLICS = "travaux_publics"
        FORMATION = "formation"
        MIXTE = "mixte"

    class Statut(models.TextChoices):
        EN_PREPARATION = "en_preparation"
        ACTIF = "actif"
        SUSPENDU = "suspendu"
        TERMINE = "termine"
        CLOTURE = "cloture"

    class Frequence(models.TextChoices):
        MENSUEL = "mensuel"
        BIMESTRIEL = "bimestriel"
        TRIMESTRIEL = "trimestriel"
        SEMESTRIEL = "semestriel"
        ANNUEL = "annuel"

    id = models.UUIDField(primary_key=True, default=uuid7, db_default=UUID7(), editable=False)
    code = models.CharField(max_length=30, unique=True)
    nom = models.CharField(max_length=255)
    description = models.TextField(blank=True, db_default="")
    type = models.CharField(max_length=20, choices=Type)
    statut = models.CharField(max_length=14, choices=Statut, default=Statut.EN_PREPARATION)
    projet = models.ForeignKey(Project, on_delete=models.PROTECT, related_name="programmes")
    date_debut = models.DateField()
    date_fin = models.DateField(null=True)
    budget_total = models.DecimalField(max_digits=16, decimal_places=2, null=True)
    devise = models.CharField(max_length=3, default="XOF", db_default="XOF")
    montant_par_beneficiaire = models.DecimalField(max_digits=14, decimal_places=2, null=True)
    frequence_paiement = models.CharField(max_length=12, choices=Frequence, null=True)
    objectif_beneficiaires = models.PositiveIntegerField(null=True)
    seuil_pmt_max = models.DecimalField(max_digits=5, decimal_places=2, null=True)
    categories_pauvrete_eligibles = ArrayField(models.CharField(max_length=14), default=list, db_default=[])
    avec_conditionnalites = models.BooleanField(default=False, db_default=False)
    created_at = models.DateTimeField(auto_now_add=True, db_default=Now())
    updated_at = models.DateTimeField(auto_now=True, db_default=Now())

    objects = SharedQuerySet.as_manager()

    class Meta:
        db_table = "transfers_programme"
        ordering = ["-created_at", "id"]
        constraints = [
            models.CheckConstraint(
                name="programme_dates",
                condition=models.Q(date_fin__isnull=True) | models.Q(date_fin__gte=models.F("date_debut")),
            ),
        ]

    def __str__(self) -> str:
        return self.code
