"""Store rule sets with all their versions, and what was evaluated by them."""

from django.contrib.postgres.fields import ArrayField
from django.db import models
from django.db.models import F, Q
from django.db.models.functions import Now

from accounts.users.models import User
from config.ids import UUID7, uuid7
from geo.scope.models import SharedQuerySet
from transfers.programmes.models import Programme


class Logique(models.TextChoices):
    AND = "AND"
    OR = "OR"


class RuleSet(models.Model):
    """Store a set of rules that says who is eligible; its rules are those of its current version.

    A programme applies the active sets that name it, beside its own criteria. The counters hold the households evaluated
    and those found eligible, by all versions.
    """

    id = models.UUIDField(primary_key=True, default=uuid7, db_default=UUID7(), editable=False)
    code = models.CharField(max_length=30, unique=True)
    nom = models.CharField(max_length=255)
    description = models.TextField(null=True)
    notes = models.TextField(null=True)
    est_template = models.BooleanField(default=False, db_default=False)
    actif = models.BooleanField(default=True, db_default=True)
    version = models.PositiveIntegerField(default=1, db_default=1)
    programme = models.ForeignKey(Programme, on_delete=models.PROTECT, null=True, related_name="jeux_regles")
    nb_evaluations = models.BigIntegerField(default=0, db_default=0)
    nb_eligibles = models.BigIntegerField(default=0, db_default=0)
    derniere_evaluation = models.DateTimeField(null=True)
    cree_par = models.ForeignKey(User, on_delete=models.PROTECT, null=True, related_name="+", db_index=False)
    created_at = models.DateTimeField(auto_now_add=True, db_default=Now())
    updated_at = models.DateTimeField(auto_now=True, db_default=Now())

    # The rules and the logic of the current version: set by `queries.attach_rules`.
    current: "RuleSetVersion"

    objects = SharedQuerySet.as_manager()

    class Meta:
        db_table = "transfers_jeu_regles"
        ordering = ["-id"]
        constraints = [
            # A template is copied, never applied.
            models.CheckConstraint(
                name="jeu_modele_libre", condition=Q(est_template=False) | Q(programme__isnull=True)
            ),
            models.CheckConstraint(
                name="jeu_compteurs", condition=Q(nb_eligibles__gte=0) & Q(nb_evaluations__gte=F("nb_eligibles"))
            ),
        ]

    def __str__(self) -> str:
        return self.code


class RuleSetVersion(models.Model):
    """Store one version of a rule set: its logic, and through `regles` its rules. Never changed."""

    id = models.UUIDField(primary_key=True, default=uuid7, db_default=UUID7(), editable=False)
    jeu = models.ForeignKey(RuleSet, on_delete=models.CASCADE, related_name="versions", db_index=False)
    numero = models.PositiveIntegerField()
    logique = models.CharField(max_length=3, choices=Logique, default=Logique.AND)
    auteur = models.ForeignKey(User, on_delete=models.PROTECT, null=True, related_name="+", db_index=False)
    created_at = models.DateTimeField(db_default=Now())

    objects = SharedQuerySet.as_manager()

    class Meta:
        db_table = "transfers_jeu_regles_version"
        ordering = ["-numero"]
        constraints = [
            models.UniqueConstraint(fields=["jeu", "numero"], name="version_jeu_once"),
            models.CheckConstraint(name="version_logique", condition=Q(logique__in=Logique.values)),
        ]

    def __str__(self) -> str:
        return f"{self.jeu_id} {self.numero}"


class Rule(models.Model):
    """Store one rule of a version. `valeur` is a number, text, boolean or list, as the type of its field requires."""

    id = models.UUIDField(primary_key=True, default=uuid7, db_default=UUID7(), editable=False)
    version = models.ForeignKey(RuleSetVersion, on_delete=models.CASCADE, related_name="regles")
    nom = models.CharField(max_length=255)
    description = models.TextField(null=True)
    champ = models.CharField(max_length=60)
    operateur = models.CharField(max_length=12)
    valeur = models.JSONField()
    valeur_secondaire = models.JSONField(null=True)
    ordre = models.PositiveSmallIntegerField()
    actif = models.BooleanField(default=True, db_default=True)
    obligatoire = models.BooleanField(default=False, db_default=False)
    message_echec = models.CharField(max_length=255, null=True)
    # Rules with one number form a group.
    groupe = models.PositiveSmallIntegerField(null=True)
    # Whom `nbPersonnes` counts; null in the rules of other fields.
    personnes_sexe = models.CharField(max_length=1, null=True)
    personnes_age_min = models.PositiveSmallIntegerField(null=True)
    personnes_age_max = models.PositiveSmallIntegerField(null=True)
    personnes_handicap = models.BooleanField(null=True)

    objects = SharedQuerySet.as_manager()

    class Meta:
        db_table = "transfers_regle"
        ordering = ["ordre", "id"]

    def __str__(self) -> str:
        return self.nom


class Evaluation(models.Model):
    """Store an evaluation by one version: of one household (`menage_id`), or of a set with its counts by region.

    `regles_validees` are the rules that the household passed; the version tells what they were. Nothing of the household
    itself is copied. `modifies` counts the households whose eligibility was changed.
    """

    id = models.UUIDField(primary_key=True, default=uuid7, db_default=UUID7(), editable=False)
    version = models.ForeignKey(RuleSetVersion, on_delete=models.CASCADE, related_name="evaluations")
    menage_id = models.UUIDField(null=True)
    regles_validees = ArrayField(models.UUIDField(), default=list, db_default=[])
    filtres = models.JSONField(default=dict, db_default={})
    total = models.PositiveIntegerField()
    eligibles = models.PositiveIntegerField()
    par_region = models.JSONField(default=list, db_default=[])
    modifies = models.PositiveIntegerField(null=True)
    auteur = models.ForeignKey(User, on_delete=models.PROTECT, null=True, related_name="+", db_index=False)
    created_at = models.DateTimeField(db_default=Now())

    objects = SharedQuerySet.as_manager()

    class Meta:
        db_table = "transfers_evaluation"
        ordering = ["-id"]
        indexes = [
            models.Index(fields=["menage_id", "-id"], name="evaluation_menage_id", condition=Q(menage_id__isnull=False))
        ]
        constraints = [
            models.CheckConstraint(name="evaluation_compte", condition=Q(total__gte=F("eligibles"))),
            models.CheckConstraint(
                name="evaluation_menage", condition=Q(menage_id__isnull=True) | Q(total=1, modifies__isnull=True)
            ),
        ]

    def __str__(self) -> str:
        return str(self.id)
