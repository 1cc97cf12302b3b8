"""Store the conditionalities of programmes, and what follows when one is not met."""

from decimal import Decimal

from django.db import models
from django.db.models import Q
from django.db.models.functions import Now

from config.ids import UUID7, uuid7
from geo.scope.models import SharedQuerySet
from transfers.programmes.models import Programme


class ConditionalityCategory(models.TextChoices):
    EDUCATION = "education"
    SANTE = "sante"
    AUTRE = "autre"


class Effect(models.TextChoices):
    """List what a conditionality that is not met does to the next cycle."""

    AUCUN = "aucun"
    AVERTISSEMENT = "avertissement"
    REDUCTION = "reduction"
    SUSPENSION = "suspension"


class Conditionality(models.Model):
    """Store a conditionality of a programme.

    It is met from `seuil_conformite` percent on. `taux_reduction` is the share of the amount, in percent, that a
    reduction takes away. An amount is touched only `delai_recours_jours` days after the household was given notice.
    """

    id = models.UUIDField(primary_key=True, default=uuid7, db_default=UUID7(), editable=False)
    programme = models.ForeignKey(Programme, on_delete=models.CASCADE, related_name="conditionnalites", db_index=False)
    code = models.CharField(max_length=30)
    nom = models.CharField(max_length=255)
    description = models.TextField(null=True)
    categorie = models.CharField(max_length=9, choices=ConditionalityCategory)
    seuil_conformite = models.DecimalField(max_digits=5, decimal_places=2, default=Decimal(80), db_default=Decimal(80))
    effet = models.CharField(max_length=13, choices=Effect, default=Effect.AVERTISSEMENT)
    taux_reduction = models.PositiveSmallIntegerField(null=True)
    delai_recours_jours = models.PositiveSmallIntegerField(default=15, db_default=15)
    actif = models.BooleanField(default=True, db_default=True)
    created_at = models.DateTimeField(auto_now_add=True, db_default=Now())
    updated_at = models.DateTimeField(auto_now=True, db_default=Now())

    objects = SharedQuerySet.as_manager()

    class Meta:
        db_table = "transfers_conditionnalite"
        ordering = ["code", "id"]
        constraints = [
            models.UniqueConstraint(fields=["programme", "code"], name="conditionnalite_code_once"),
            models.CheckConstraint(
                name="conditionnalite_categorie", condition=Q(categorie__in=ConditionalityCategory.values)
            ),
            models.CheckConstraint(name="conditionnalite_seuil", condition=Q(seuil_conformite__range=(0, 100))),
            models.CheckConstraint(
                name="conditionnalite_effet",
                condition=Q(effet__in=["aucun", "avertissement", "suspension"], taux_reduction__isnull=True)
                | Q(effet="reduction", taux_reduction__range=(1, 99)),
            ),
        ]

    def __str__(self) -> str:
        return self.code
