"""Store the criteria by which the beneficiaries of a programme graduate."""

from django.db import models
from django.db.models import Q
from django.db.models.functions import Now

from config.ids import UUID7, uuid7
from geo.scope.models import SharedQuerySet
from transfers.programmes.models import Programme

MAX_WEIGHT = 1000


class CriterionType(models.TextChoices):
    """List what a criterion measures; `rules.MEASURED_TYPES` are those that the rows of the registry tell."""

    SCORE_PMT = "score_pmt"
    DUREE_PROGRAMME = "duree_programme"
    CONDITIONNALITES = "conditionnalites"
    PAIEMENTS_RECUS = "paiements_recus"
    REVENUS = "revenus"
    ACTIFS = "actifs"


class CriterionOperator(models.TextChoices):
    AT_LEAST = ">="
    AT_MOST = "<="
    EQUAL = "="
    DIFFERENT = "!="
    MORE = ">"
    LESS = "<"


class CriterionColumns(models.Model):
    """Provide what a criterion compares; an evaluation copies it, so that it stays explained."""

    nom = models.CharField(max_length=255)
    type = models.CharField(max_length=16, choices=CriterionType)
    operateur = models.CharField(max_length=2, choices=CriterionOperator)
    valeur_seuil = models.DecimalField(max_digits=14, decimal_places=2)
    poids = models.PositiveSmallIntegerField(default=1, db_default=1)
    obligatoire = models.BooleanField(default=False, db_default=False)
    ordre = models.PositiveSmallIntegerField()

    class Meta:
        abstract = True


class GraduationCriterion(CriterionColumns):
    """Store a criterion of a programme. `poids` weighs it in the score; an `obligatoire` one has to be met."""

    id = models.UUIDField(primary_key=True, default=uuid7, db_default=UUID7(), editable=False)
    programme = models.ForeignKey(Programme, on_delete=models.CASCADE, related_name="criteres_graduation")
    description = models.TextField(null=True)
    actif = models.BooleanField(default=True, db_default=True)
    created_at = models.DateTimeField(auto_now_add=True, db_default=Now())
    updated_at = models.DateTimeField(auto_now=True, db_default=Now())

    objects = SharedQuerySet.as_manager()

    class Meta:
        db_table = "transfers_critere_graduation"
        ordering = ["ordre", "id"]
        constraints = [
            models.CheckConstraint(name="critere_graduation_type", condition=Q(type__in=CriterionType.values)),
            models.CheckConstraint(
                name="critere_graduation_operateur", condition=Q(operateur__in=CriterionOperator.values)
            ),
            models.CheckConstraint(name="critere_graduation_poids", condition=Q(poids__range=(0, MAX_WEIGHT))),
        ]

    def __str__(self) -> str:
        return self.nom
