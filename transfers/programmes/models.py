"""Store programmes: what is transferred, to whom, from when to when."""

from decimal import Decimal
from typing import Any

from django.contrib.postgres.fields import ArrayField
from django.db import models
from django.db.models import F, Q
from django.db.models.functions import Now

from config.ids import UUID7, uuid7
from geo.areas.models import Region
from geo.scope.models import SharedQuerySet
from registry.households.models import Categorie, Sexe
from registry.projects.models import Project


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


class Milieu(models.TextChoices):
    """List where eligible households live."""

    TOUS = "tous"
    RURAL = "rural"
    URBAIN = "urbain"


class Vulnerabilite(models.TextChoices):
    """List the codes of vulnerability; `eligibility.rules` defines what each means for a household."""

    FEMME_CHEF_MENAGE = "femme_chef_menage"
    FEMME_RURALE = "femme_rurale"
    PERSONNE_HANDICAPEE = "personne_handicapee"
    MENAGE_AVEC_HANDICAPES = "menage_avec_handicapes"
    FEMME_AGEE_DEMUNIE = "femme_agee_demunie"
    MENAGE_PERSONNES_AGEES = "menage_personnes_agees"
    FEMME_SANS_ASSISTANCE = "femme_sans_assistance"


class Devise(models.TextChoices):
    """List the currencies. Amounts of all programmes are added up, so there is one; it has no minor unit."""

    XOF = "XOF"


HIGHEST_SCORE = 100
HIGHEST_AGE = 130
# The largest number of levels of validation.
MAX_VALIDATION_LEVELS = 4
# The number of levels when none is given. Only users who see the whole country may require fewer.
DEFAULT_VALIDATION_LEVELS = 2


def build_choice_constraint(field: str, choices: type[models.TextChoices]) -> models.CheckConstraint:
    """Return a constraint which refuses a code outside the choices."""
    return models.CheckConstraint(name=f"programme_{field}", condition=Q(**{f"{field}__in": choices.values}))


def build_choices_constraint(field: str, name: str, choices: type[models.TextChoices]) -> models.CheckConstraint:
    """Return a constraint which refuses a list with a code outside the choices."""
    return models.CheckConstraint(name=f"programme_{name}", condition=Q(**{f"{field}__contained_by": choices.values}))


def build_order_constraint(name: str, first: str, then: str) -> models.CheckConstraint:
    """Return a constraint which refuses a first value above the second, when both are set."""
    missing = Q(**{f"{first}__isnull": True}) | Q(**{f"{then}__isnull": True})
    return models.CheckConstraint(name=f"programme_{name}", condition=missing | Q(**{f"{then}__gte": F(first)}))


def build_range_constraint(name: str, low: int, high: int, *fields: str) -> models.CheckConstraint:
    """Return a constraint which refuses values of the fields outside two limits, when they are set."""
    condition = Q()
    for field in fields:
        condition &= Q(**{f"{field}__range": (Decimal(low), Decimal(high))})
    return models.CheckConstraint(name=f"programme_{name}", condition=condition)


def build_text_array_field() -> ArrayField:
    return ArrayField(models.CharField(max_length=255), default=list, db_default=[])


def build_positive_field() -> models.PositiveSmallIntegerField:
    return models.PositiveSmallIntegerField(null=True)


class Programme(models.Model):
    """Store a programme of a project.

    Amounts are whole XOF; spent amounts are computed from payments, never stored here. A criterion which is null, empty
    or `tous` requires nothing; see `eligibility`.
    """

    id = models.UUIDField(primary_key=True, default=uuid7, db_default=UUID7(), editable=False)
    code = models.CharField(max_length=30, unique=True)
    nom = models.CharField(max_length=255)
    description = models.TextField(blank=True, db_default="")
    type = models.CharField(max_length=20, choices=Type, default=Type.TRANSFERT_MONETAIRE)
    statut = models.CharField(max_length=14, choices=Statut, default=Statut.EN_PREPARATION)
    projet = models.ForeignKey(Project, on_delete=models.PROTECT, related_name="programmes")
    date_debut = models.DateField()
    date_fin = models.DateField(null=True)
    budget_total = models.DecimalField(max_digits=16, decimal_places=2, null=True)
    sources_financement = build_text_array_field()
    devise = models.CharField(max_length=3, default=Devise.XOF, db_default=Devise.XOF)
    montant_par_beneficiaire = models.DecimalField(max_digits=14, decimal_places=2, null=True)
    frequence_paiement = models.CharField(max_length=12, choices=Frequence, null=True)
    nombre_cycles_prevus = build_positive_field()
    duree_mois = build_positive_field()
    # The number of levels of validation which a cycle needs; copied when the cycle is created.
    niveaux_requis = models.PositiveSmallIntegerField(
        default=DEFAULT_VALIDATION_LEVELS, db_default=DEFAULT_VALIDATION_LEVELS
    )
    # From these totals on (XOF, fees included) a cycle needs three, and four, levels of validation.
    montant_niveau_3 = models.BigIntegerField(null=True)
    montant_niveau_4 = models.BigIntegerField(null=True)
    objectif_beneficiaires = models.PositiveIntegerField(null=True)
    seuil_pmt_min = models.DecimalField(max_digits=5, decimal_places=2, null=True)
    seuil_pmt_max = models.DecimalField(max_digits=5, decimal_places=2, null=True)
    categories_pauvrete_eligibles = ArrayField(models.CharField(max_length=14), default=list, db_default=[])
    milieu_eligible = models.CharField(max_length=6, default=Milieu.TOUS, db_default=Milieu.TOUS)
    chef_sexe = models.CharField(max_length=1, null=True)
    chef_age_min = build_positive_field()
    chef_age_max = build_positive_field()
    taille_min = build_positive_field()
    criteres_vulnerabilite = ArrayField(models.CharField(max_length=30), default=list, db_default=[])
    # Further criteria for people to read; never evaluated.
    criteres_personnalises = models.JSONField(null=True)
    avec_conditionnalites = models.BooleanField(default=False, db_default=False)
    conditionnalites_education = build_text_array_field()
    conditionnalites_sante = build_text_array_field()
    responsable = models.CharField(max_length=255, null=True)
    email_responsable = models.CharField(max_length=255, null=True)
    telephone_responsable = models.CharField(max_length=32, null=True)
    partenaires = build_text_array_field()
    created_at = models.DateTimeField(auto_now_add=True, db_default=Now())
    updated_at = models.DateTimeField(auto_now=True, db_default=Now())

    # Amounts, counts and rates for one user, set by `queries.attach_figures`.
    figures: Any

    objects = SharedQuerySet.as_manager()

    class Meta:
        db_table = "transfers_programme"
        ordering = ["-created_at", "id"]
        constraints = [
            models.CheckConstraint(
                name="programme_dates",
                condition=models.Q(date_fin__isnull=True) | models.Q(date_fin__gte=models.F("date_debut")),
            ),
            build_choice_constraint("devise", Devise),
            build_choice_constraint("milieu_eligible", Milieu),
            build_choice_constraint("chef_sexe", Sexe),
            build_choices_constraint("categories_pauvrete_eligibles", "categories", Categorie),
            build_choices_constraint("criteres_vulnerabilite", "vulnerabilite", Vulnerabilite),
            build_range_constraint("seuils", 0, HIGHEST_SCORE, "seuil_pmt_min", "seuil_pmt_max"),
            build_range_constraint("ages", 0, HIGHEST_AGE, "chef_age_min", "chef_age_max"),
            build_range_constraint("niveaux", 1, MAX_VALIDATION_LEVELS, "niveaux_requis"),
            build_order_constraint("ordre_seuils", "seuil_pmt_min", "seuil_pmt_max"),
            build_order_constraint("ordre_ages", "chef_age_min", "chef_age_max"),
            build_choice_constraint("type", Type),
            build_choice_constraint("statut", Statut),
            build_choice_constraint("frequence_paiement", Frequence),
            models.CheckConstraint(
                name="programme_montants_niveaux",
                condition=(Q(montant_niveau_3__isnull=True) | Q(montant_niveau_3__gte=0))
                & (Q(montant_niveau_4__isnull=True) | Q(montant_niveau_4__gte=0)),
            ),
            models.CheckConstraint(
                name="programme_montants",
                condition=(Q(budget_total__isnull=True) | Q(budget_total__gte=0))
                & (Q(montant_par_beneficiaire__isnull=True) | Q(montant_par_beneficiaire__gte=0)),
            ),
        ]

    def __str__(self) -> str:
        return self.code


class ProgrammeRegion(models.Model):
    """Store a region whose households a programme takes. A programme without regions takes those of all."""

    id = models.UUIDField(primary_key=True, default=uuid7, db_default=UUID7(), editable=False)
    programme = models.ForeignKey(Programme, on_delete=models.CASCADE, related_name="regions_eligibles", db_index=False)
    region = models.ForeignKey(Region, on_delete=models.PROTECT, related_name="programmes")

    objects = SharedQuerySet.as_manager()

    class Meta:
        db_table = "transfers_programme_region"
        ordering = ["region__nom", "id"]
        constraints = [models.UniqueConstraint(fields=["programme", "region"], name="programme_region_once")]

    def __str__(self) -> str:
        return f"{self.programme_id} {self.region_id}"
