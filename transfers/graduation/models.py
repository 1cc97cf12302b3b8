"""Store graduations, and what their evaluations found."""

from django.db import models
from django.db.models import Q
from django.db.models.functions import Now

from accounts.users.models import User
from config.ids import UUID7, uuid7
from geo.scope.models import HouseholdScopedQuerySet, ScopedQuerySet
from transfers.beneficiaries.models import beneficiary_foreign_key, household_foreign_key
from transfers.graduation.criteria.models import CriterionColumns, GraduationCriterion


class GraduationStatus(models.TextChoices):
    PROPOSEE = "proposee"
    EVALUEE = "evaluee"
    APPROUVEE = "approuvee"
    REJETEE = "rejetee"
    ANNULEE = "annulee"


class GraduationType(models.TextChoices):
    """List how a beneficiary graduates: by meeting the obligatory criteria, or although one of them is not met."""

    POSITIVE = "positive"
    NEGATIVE = "negative"


class Recommendation(models.TextChoices):
    APPROUVER = "approuver"
    EXAMINER = "examiner"
    REJETER = "rejeter"


# Not decided yet. A beneficiary has at most one such graduation.
OPEN_STATUSES = (GraduationStatus.PROPOSEE, GraduationStatus.EVALUEE)


def _build_user_key() -> models.ForeignKey:
    return models.ForeignKey(User, on_delete=models.PROTECT, null=True, related_name="+", db_index=False)


class Graduation(models.Model):
    """Store that a beneficiary is to leave a programme because the household no longer needs it.

    `score_pmt_final` is the household's score at the time of the evaluation; `score_global` is a percentage.
    """

    id = models.UUIDField(primary_key=True, default=uuid7, db_default=UUID7(), editable=False)
    beneficiaire = beneficiary_foreign_key("graduations")
    menage = household_foreign_key("graduations")
    statut = models.CharField(max_length=9, choices=GraduationStatus, default=GraduationStatus.PROPOSEE)
    type_graduation = models.CharField(max_length=8, choices=GraduationType, null=True)
    motif = models.TextField(null=True)
    commentaire = models.TextField(null=True)
    commentaire_evaluation = models.TextField(null=True)
    commentaire_decision = models.TextField(null=True)
    motif_annulation = models.TextField(null=True)
    score_pmt_final = models.DecimalField(max_digits=5, decimal_places=2, null=True)
    score_global = models.DecimalField(max_digits=5, decimal_places=2, null=True)
    recommandation = models.CharField(max_length=9, choices=Recommendation, null=True)
    date_proposition = models.DateField()
    date_evaluation = models.DateField(null=True)
    date_decision = models.DateField(null=True)
    date_effective = models.DateField(null=True)
    date_annulation = models.DateField(null=True)
    suivi_post_graduation_actif = models.BooleanField(default=False, db_default=False)
    duree_post_suivi_mois = models.PositiveSmallIntegerField(null=True)
    fin_post_suivi = models.DateField(null=True)
    propose_par = _build_user_key()
    evalue_par = _build_user_key()
    decide_par = _build_user_key()
    annule_par = _build_user_key()
    created_at = models.DateTimeField(auto_now_add=True, db_default=Now())
    updated_at = models.DateTimeField(auto_now=True, db_default=Now())

    objects = HouseholdScopedQuerySet.as_manager()

    class Meta:
        db_table = "transfers_graduation"
        ordering = ["-id"]
        constraints = [
            models.UniqueConstraint(
                fields=["beneficiaire"], name="graduation_une_en_cours", condition=Q(statut__in=OPEN_STATUSES)
            ),
            models.CheckConstraint(name="graduation_statut", condition=Q(statut__in=GraduationStatus.values)),
            models.CheckConstraint(
                name="graduation_evaluee",
                condition=~Q(statut__in=["evaluee", "approuvee", "rejetee"])
                | Q(date_evaluation__isnull=False, score_global__isnull=False),
            ),
            models.CheckConstraint(
                name="graduation_decidee",
                condition=~Q(statut__in=["approuvee", "rejetee"]) | Q(date_decision__isnull=False),
            ),
            models.CheckConstraint(
                name="graduation_effective", condition=~Q(statut="approuvee") | Q(date_effective__isnull=False)
            ),
            models.CheckConstraint(
                name="graduation_suivi",
                condition=Q(suivi_post_graduation_actif=False)
                | Q(duree_post_suivi_mois__isnull=False, fin_post_suivi__isnull=False),
            ),
        ]
        indexes = [models.Index(fields=["statut", "-id"], name="graduation_statut_recent")]

    def __str__(self) -> str:
        return str(self.id)


class GraduationResultQuerySet(ScopedQuerySet):
    scope_path = "graduation__menage__region_id"


class GraduationResult(CriterionColumns):
    """Store what an evaluation found of one criterion: a copy of the criterion, the value stated, and the verdict.

    `valeur_calculee` is what the rows of the registry said at that time, null where they say nothing.
    """

    id = models.UUIDField(primary_key=True, default=uuid7, db_default=UUID7(), editable=False)
    graduation = models.ForeignKey(Graduation, on_delete=models.CASCADE, related_name="resultats")
    critere = models.ForeignKey(GraduationCriterion, on_delete=models.SET_NULL, null=True, related_name="+")
    valide = models.BooleanField()
    valeur = models.DecimalField(max_digits=14, decimal_places=2, null=True)
    valeur_calculee = models.DecimalField(max_digits=14, decimal_places=2, null=True)

    objects = GraduationResultQuerySet.as_manager()

    class Meta:
        db_table = "transfers_graduation_resultat"
        ordering = ["ordre", "id"]

    def __str__(self) -> str:
        return self.nom
