"""Store payment cycles, and how programmes generate them."""

from typing import Any, Final

from django.contrib.postgres.constraints import ExclusionConstraint
from django.contrib.postgres.fields import ArrayField, DateRangeField, RangeOperators
from django.db import models
from django.db.models import F, Func, Q
from django.db.models.functions import Now

from accounts.users.models import User
from config.ids import UUID7, uuid7
from geo.scope.models import ScopedQuerySet, SharedQuerySet
from transfers.programmes.models import MAX_VALIDATION_LEVELS, Frequence, Programme


class StatutValidation(models.TextChoices):
    BROUILLON = "brouillon"
    EN_ATTENTE = "en_attente"
    VALIDE = "valide"
    REJETE = "rejete"


class StatutExecution(models.TextChoices):
    """List the documented statuses of execution. None is stored as a flag: `execution` derives it from payments."""

    PLANIFIE = "planifie"
    EN_COURS = "en_cours"
    TERMINE = "termine"
    ECHOUE_PARTIEL = "echoue_partiel"


class ModeGeneration(models.TextChoices):
    AUTOMATIQUE = "automatique"
    SEMI_AUTOMATIQUE = "semi_automatique"


class ModeMontant(models.TextChoices):
    """List how the amount of a payment follows from the household."""

    FIXE = "fixe"
    PAR_PERSONNE = "par_personne"
    PAR_TAILLE = "par_taille"


# The columns of a cycle that say by whom, when and for which operator its list was calculated.
CALCULATION_FIELDS: Final = ("calcule_par", "calcule_le", "calcule_operateur")


class DateRange(Func):
    """Build the range of days between two columns, both included."""

    function = "daterange"
    output_field = DateRangeField()

    def __init__(self, first: str, last: str) -> None:
        super().__init__(F(first), F(last), models.Value("[]"))


class Cycle(models.Model):
    """Store a payment cycle of a programme: a period, an amount, and where its validation stands.

    A period has one regular cycle; `periode` of a supplementary one is that cycle. Nobody is paid twice in a period.
    """

    id = models.UUIDField(primary_key=True, default=uuid7, db_default=UUID7(), editable=False)
    code = models.CharField(max_length=60, unique=True, db_collation="C")
    nom = models.CharField(max_length=255)
    programme = models.ForeignKey(Programme, on_delete=models.PROTECT, related_name="cycles", db_index=False)
    numero_sequence = models.PositiveIntegerField()
    date_debut = models.DateField()
    date_fin = models.DateField()
    periode = models.ForeignKey("self", on_delete=models.PROTECT, null=True, related_name="supplementaires")
    # Whole XOF, with the two decimals that the API shows.
    montant_par_beneficiaire = models.DecimalField(max_digits=14, decimal_places=2)
    statut_validation = models.CharField(
        max_length=10, default=StatutValidation.BROUILLON, db_default=StatutValidation.BROUILLON
    )
    niveau_validation = models.PositiveSmallIntegerField(default=0, db_default=0)
    niveaux_requis = models.PositiveSmallIntegerField()
    # The round of validation: a reset or a rejection begins the next one.
    tour_validation = models.PositiveSmallIntegerField(default=1, db_default=1)
    # The hash of the frozen list of payments, from submission on.
    empreinte = models.BinaryField(null=True)
    # Who calculated the list, and when; null before.
    calcule_par = models.ForeignKey(User, on_delete=models.PROTECT, null=True, related_name="+", db_index=False)
    calcule_le = models.DateTimeField(null=True)
    # The code of the operator through which the list was calculated; null for that of each account.
    calcule_operateur = models.CharField(max_length=30, null=True)
    soumis_par = models.ForeignKey(User, on_delete=models.PROTECT, null=True, related_name="+", db_index=False)
    # Set by `suspendre-execution`: runs of this cycle stop before their next batch.
    suspendu_le = models.DateTimeField(null=True)
    # When two people closed it: nobody of it is paid any more.
    clos_le = models.DateTimeField(null=True)
    cree_par = models.ForeignKey(User, on_delete=models.PROTECT, null=True, related_name="+", db_index=False)
    created_at = models.DateTimeField(auto_now_add=True, db_default=Now())
    updated_at = models.DateTimeField(auto_now=True, db_default=Now())

    # Totals by status of payment, set by `queries.attach_totals`.
    totals: Any

    objects = SharedQuerySet.as_manager()

    class Meta:
        db_table = "transfers_cycle"
        ordering = ["-date_debut", "-numero_sequence", "-id"]
        constraints = [
            models.UniqueConstraint(fields=["programme", "numero_sequence"], name="cycle_numero_once"),
            ExclusionConstraint(
                name="cycle_periode_once",
                expressions=[
                    ("programme", RangeOperators.EQUAL),
                    (DateRange("date_debut", "date_fin"), RangeOperators.OVERLAPS),
                ],
                condition=Q(periode__isnull=True),
            ),
            models.CheckConstraint(name="cycle_dates", condition=Q(date_fin__gte=F("date_debut"))),
            models.CheckConstraint(
                name="cycle_montant",
                condition=Q(montant_par_beneficiaire__gt=0)
                & Q(montant_par_beneficiaire=Func(F("montant_par_beneficiaire"), function="trunc")),
            ),
            models.CheckConstraint(name="cycle_statut", condition=Q(statut_validation__in=StatutValidation.values)),
            models.CheckConstraint(
                name="cycle_niveaux",
                condition=Q(niveaux_requis__range=(1, MAX_VALIDATION_LEVELS))
                & Q(niveau_validation__lte=F("niveaux_requis")),
            ),
            models.CheckConstraint(
                name="cycle_valide",
                condition=~Q(statut_validation=StatutValidation.VALIDE) | Q(niveau_validation=F("niveaux_requis")),
            ),
            models.CheckConstraint(
                name="cycle_gele",
                condition=Q(statut_validation__in=[StatutValidation.BROUILLON, StatutValidation.REJETE])
                | Q(empreinte__isnull=False),
            ),
            models.CheckConstraint(
                name="cycle_clos",
                condition=Q(clos_le__isnull=True) | Q(statut_validation=StatutValidation.VALIDE),
            ),
        ]

    def __str__(self) -> str:
        return self.code

    @property
    def periode_ou_cycle_id(self) -> Any:
        """Return the id of the regular cycle of the period: its own, or that of the cycle which it supplements."""
        return self.periode_id or self.id


class Recurrence(models.Model):
    """Store how a programme generates its cycles, and how the amount follows from the household."""

    programme = models.OneToOneField(Programme, on_delete=models.CASCADE, primary_key=True, related_name="recurrence")
    active = models.BooleanField(default=False, db_default=False)
    mode_generation = models.CharField(
        max_length=16, default=ModeGeneration.SEMI_AUTOMATIQUE, db_default=ModeGeneration.SEMI_AUTOMATIQUE
    )
    frequence_paiement = models.CharField(max_length=12, null=True)
    # The day of the month; 29 to 31 mean the last day of a shorter month.
    jour_generation = models.PositiveSmallIntegerField(null=True)
    delai_creation_jours = models.PositiveSmallIntegerField(null=True)
    # Names of the fields, as in the API, that a generated cycle takes over from the cycle before.
    parametres_heritables = ArrayField(models.CharField(max_length=60), default=list, db_default=[])
    # The first day of the latest generated period: it is not generated again when its cycle is deleted.
    genere_pour = models.DateField(null=True)
    # The first day of the period for which somebody was notified, so that nobody is notified twice.
    notifie_pour = models.DateField(null=True)
    dernier_cycle = models.ForeignKey(Cycle, on_delete=models.SET_NULL, null=True, related_name="+", db_index=False)
    updated_at = models.DateTimeField(auto_now=True, db_default=Now())

    objects = SharedQuerySet.as_manager()

    class Meta:
        db_table = "transfers_recurrence"
        constraints = [
            models.CheckConstraint(name="recurrence_mode", condition=Q(mode_generation__in=ModeGeneration.values)),
            models.CheckConstraint(
                name="recurrence_frequence",
                condition=Q(frequence_paiement__isnull=True) | Q(frequence_paiement__in=Frequence.values),
            ),
            models.CheckConstraint(
                name="recurrence_jour",
                condition=Q(jour_generation__isnull=True) | Q(jour_generation__range=(1, 31)),
            ),
            models.CheckConstraint(
                name="recurrence_delai",
                condition=Q(delai_creation_jours__isnull=True) | Q(delai_creation_jours__lte=365),
            ),
            # What runs by itself must know when.
            models.CheckConstraint(
                name="recurrence_complete",
                condition=Q(active=False) | Q(frequence_paiement__isnull=False, jour_generation__isnull=False),
            ),
        ]

    def __str__(self) -> str:
        return str(self.programme_id)


class AmountRule(models.Model):
    """Store how the amount of a payment of a programme follows from the household. Without one it is the cycle's.

    `par_personne`: the cycle's amount per member, at most `plafond`. `par_taille`: `tranches` is a JSON list of
    `{tailleMin, montant}`, and the largest `tailleMin` that the household reaches decides.
    """

    programme = models.OneToOneField(
        Programme, on_delete=models.CASCADE, primary_key=True, related_name="regle_montant"
    )
    mode = models.CharField(max_length=12, default=ModeMontant.FIXE, db_default=ModeMontant.FIXE)
    plafond = models.BigIntegerField(null=True)
    tranches = models.JSONField(default=list, db_default=[])
    updated_at = models.DateTimeField(auto_now=True, db_default=Now())

    objects = SharedQuerySet.as_manager()

    class Meta:
        db_table = "transfers_regle_montant"
        constraints = [
            models.CheckConstraint(name="regle_montant_mode", condition=Q(mode__in=ModeMontant.values)),
            models.CheckConstraint(name="regle_montant_plafond", condition=Q(plafond__isnull=True) | Q(plafond__gt=0)),
        ]

    def __str__(self) -> str:
        return str(self.programme_id)


class PaymentTotal(models.Model):
    """Store sums of the payments of a cycle by region, operator and status. Triggers on the payments maintain them.

    It stands here and not beside the payments, since what a cycle shows is read from it.
    """

    id = models.BigAutoField(primary_key=True)
    cycle = models.ForeignKey(
        Cycle, on_delete=models.CASCADE, related_name="sommes", db_index=False, db_constraint=False
    )
    region_id = models.UUIDField(null=True)
    operateur_id = models.CharField(max_length=30, null=True)
    statut = models.CharField(max_length=8)
    nombre = models.BigIntegerField()
    montant = models.DecimalField(max_digits=20, decimal_places=0)
    frais = models.DecimalField(max_digits=20, decimal_places=0)
    recu = models.DecimalField(max_digits=20, decimal_places=0)

    objects = ScopedQuerySet.as_manager()

    class Meta:
        db_table = "transfers_paiement_total"
        constraints = [
            models.UniqueConstraint(
                fields=["cycle", "region_id", "operateur_id", "statut"],
                name="paiement_total_once",
                nulls_distinct=False,
            )
        ]
        # The map sums them by region. No column that changes is in it, so that a row keeps its entries.
        indexes = [models.Index(fields=["region_id", "statut"], name="paiement_total_region")]

    def __str__(self) -> str:
        return f"{self.cycle_id} {self.statut}"
