"""Store complaints, the confidential text of those about gender-based violence, and what was done about each."""

from datetime import date
from typing import ClassVar, Final, Self

from django.contrib.gis.db import models
from django.contrib.postgres.fields import ArrayField
from django.contrib.postgres.indexes import GinIndex, OpClass
from django.db.models import Case, F, Q, When
from django.db.models.functions import Now
from django.utils import timezone

from accounts.users.models import User
from config.caller import Scope
from config.ids import UUID7, uuid7
from config.text import PhoneKey
from geo.areas.models import Locality, Normalised, Region, Sector
from geo.scope.models import ScopedQuerySet
from registry.households.models import Household
from transfers.beneficiaries.models import Beneficiary
from transfers.complaints.teams.models import Category, Team, TeamMember
from transfers.conditionality.checks.models import ComplianceCheck
from transfers.cycles.models import Cycle
from transfers.payments.models import Payment

CASE_PERMISSION = "vbg.voir_cas"
INTEGRITY_PERMISSION = "plaintes.voir_corruption"
# What reading a complaint of a category needs besides `plaintes.lire`: who is meant by it often works beside the readers.
CATEGORY_PERMISSIONS: Final[dict[str, str]] = {
    Category.VBG: CASE_PERMISSION,
    Category.CORRUPTION: INTEGRITY_PERMISSION,
}


class ComplaintStatus(models.TextChoices):
    NOUVELLE = "nouvelle"
    OUVERTE = "ouverte"
    EN_COURS = "en_cours"
    RESOLUE = "resolue"
    FERMEE = "fermee"
    REJETEE = "rejetee"


# What occupies a member of a team; the triggers of migration 0193 list the same.
HANDLED_STATUSES = (ComplaintStatus.OUVERTE, ComplaintStatus.EN_COURS)
# What is to be resolved within its deadline.
OPEN_STATUSES = (ComplaintStatus.NOUVELLE, *HANDLED_STATUSES)


# The deadline as lists show it and sort by it: one that does not run is none.
RUNNING_DEADLINE = Case(When(statut__in=OPEN_STATUSES, suspendue_depuis=None, then=F("echeance")))


class Priority(models.TextChoices):
    URGENTE = "urgente"
    HAUTE = "haute"
    MOYENNE = "moyenne"
    BASSE = "basse"


class Origin(models.TextChoices):
    """List by what a complaint came: the public form, a gateway of messages or voice, or a check of receipts.

    What somebody of the service takes comes to a desk, by a call, on a visit or by a letter: DESK_ORIGINS.
    """

    GUICHET = "guichet"
    TELEPHONE = "telephone"
    VISITE = "visite"
    COURRIER = "courrier"
    FORMULAIRE = "formulaire"
    SMS = "sms"
    VOIX = "voix"
    VERIFICATION = "verification"


# Who complained so was given no code by the service itself.
DESK_ORIGINS = (Origin.GUICHET, Origin.TELEPHONE, Origin.VISITE, Origin.COURRIER)


class PauseReason(models.TextChoices):
    """List for what a complaint waits while its deadline does not run."""

    PLAIGNANT = "attente_plaignant"
    OPERATEUR = "attente_operateur"
    ENQUETE = "attente_enquete"
    FORCE_MAJEURE = "force_majeure"


class Escalation(models.IntegerChoices):
    """List who was told that a complaint is late."""

    AUCUNE = 0
    RESPONSABLE = 1
    DIRECTION = 2


def list_hidden_categories(user: Scope) -> list[str]:
    """Return the categories of which `user` may read no complaint, whatever else he may read."""
    return [category for category, key in CATEGORY_PERMISSIONS.items() if key not in user.permissions]


class ComplaintQuerySet(ScopedQuerySet):
    """Query complaints, or their sums; those of `CATEGORY_PERMISSIONS` exist only for who holds the permission."""

    row_permissions = frozenset(CATEGORY_PERMISSIONS.values())

    def visible_to(self, user: Scope) -> Self:
        rows = super().visible_to(user)
        hidden = list_hidden_categories(user)
        return rows.exclude(categorie__in=hidden) if hidden else rows


class Complaint(models.Model):
    """Store a complaint. `echeance` is the last working day on which it is resolved in time.

    It is counted from `delai_depuis` (null: the day of the complaint), without the `jours_suspendus` (working days).
    While `suspendue_depuis` is set it does not run. `empreinte_suivi` is the hash of the code that a complainant without
    an account has.

    The texts of category `vbg` are in `ConfidentialText` only: the constraint `plainte_vbg_sans_texte` holds them null.
    A complaint about a beneficiary names the household too: both are one key, which follows merges.
    """

    id = models.UUIDField(primary_key=True, default=uuid7, db_default=UUID7(), editable=False)
    reference = models.CharField(max_length=20, unique=True)
    objet = models.CharField(max_length=255, null=True)
    objet_normalise = models.GeneratedField(
        expression=Normalised("objet"), output_field=models.TextField(null=True), db_persist=True
    )
    description = models.TextField(null=True)
    plaignant = models.CharField(max_length=255, null=True)
    telephone = models.CharField(max_length=32, null=True)
    categorie = models.CharField(max_length=10, choices=Category)
    priorite = models.CharField(max_length=7, choices=Priority)
    statut = models.CharField(max_length=8, choices=ComplaintStatus, default=ComplaintStatus.NOUVELLE)
    region = models.ForeignKey(Region, on_delete=models.PROTECT, null=True, related_name="+")
    secteur = models.ForeignKey(Sector, on_delete=models.PROTECT, null=True, related_name="+", db_index=False)
    localite = models.ForeignKey(Locality, on_delete=models.PROTECT, null=True, related_name="+", db_index=False)
    menage = models.ForeignKey(Household, on_delete=models.PROTECT, null=True, related_name="plaintes")
    beneficiaire = models.ForeignKey(
        Beneficiary, on_delete=models.PROTECT, null=True, related_name="plaintes", db_constraint=False
    )
    cycle = models.ForeignKey(Cycle, on_delete=models.PROTECT, null=True, related_name="plaintes")
    paiement = models.ForeignKey(Payment, on_delete=models.PROTECT, null=True, related_name="plaintes")
    # The check of a conditionality that it contests: while the complaint is open, the check cuts nothing.
    verification = models.ForeignKey(ComplianceCheck, on_delete=models.SET_NULL, null=True, related_name="+")
    equipe = models.ForeignKey(Team, on_delete=models.PROTECT, null=True, related_name="plaintes")
    membre = models.ForeignKey(TeamMember, on_delete=models.PROTECT, null=True, related_name="plaintes")
    resolution = models.TextField(null=True)
    echeance = models.DateField()
    delai_depuis = models.DateField(null=True)
    jours_suspendus = models.PositiveSmallIntegerField(default=0, db_default=0)
    suspendue_depuis = models.DateField(null=True)
    motif_suspension = models.CharField(max_length=17, choices=PauseReason, null=True)
    niveau_escalade = models.PositiveSmallIntegerField(
        choices=Escalation, default=Escalation.AUCUNE, db_default=Escalation.AUCUNE
    )
    date_escalade = models.DateTimeField(null=True)
    appel_en_cours = models.BooleanField(default=False, db_default=False)
    canal = models.CharField(max_length=12, choices=Origin, default=Origin.GUICHET, db_default=Origin.GUICHET)
    langue = models.CharField(max_length=2, default="fr", db_default="fr")
    empreinte_suivi = models.BinaryField(max_length=32, null=True)
    satisfaction = models.PositiveSmallIntegerField(null=True)
    auteur = models.ForeignKey(User, on_delete=models.PROTECT, null=True, related_name="+", db_index=False)
    date_creation = models.DateTimeField(auto_now_add=True, db_default=Now())
    date_assignation = models.DateTimeField(null=True)
    date_resolution = models.DateTimeField(null=True)
    date_cloture = models.DateTimeField(null=True)
    updated_at = models.DateTimeField(auto_now=True, db_default=Now())

    objects = ComplaintQuerySet.as_manager()
    # Who deletes a village must not learn that somebody there complained of violence, or of whom.
    counted_by_all: ClassVar[Q] = ~Q(categorie__in=list(CATEGORY_PERMISSIONS))
    detached_fields: ClassVar[tuple[str, ...]] = ("localite", "secteur")

    class Meta:
        db_table = "transfers_plainte"
        ordering = ["-date_creation", "-id"]
        constraints = [
            models.CheckConstraint(
                name="plainte_vbg_sans_texte",
                condition=~Q(categorie="vbg")
                | Q(objet=None, description=None, plaignant=None, telephone=None, resolution=None),
            ),
            models.CheckConstraint(
                name="plainte_menage_du_beneficiaire", condition=Q(beneficiaire=None) | Q(menage__isnull=False)
            ),
            models.CheckConstraint(name="plainte_membre_en_equipe", condition=Q(membre=None) | Q(equipe__isnull=False)),
            models.CheckConstraint(
                name="plainte_satisfaction", condition=Q(satisfaction=None) | Q(satisfaction__range=(1, 5))
            ),
            models.CheckConstraint(
                name="plainte_suspension",
                condition=Q(suspendue_depuis=None, motif_suspension=None)
                | Q(suspendue_depuis__isnull=False, motif_suspension__isnull=False, statut__in=OPEN_STATUSES),
            ),
            models.CheckConstraint(name="plainte_niveau_escalade", condition=Q(niveau_escalade__range=(0, 2))),
        ]
        indexes = [
            # The list, its total and the figures are read from these alone.
            models.Index(
                fields=["-date_creation", "-id"],
                include=["categorie", "statut", "date_resolution"],
                name="plainte_date",
            ),
            models.Index(
                fields=["region", "-date_creation", "-id"],
                include=["categorie", "statut", "date_resolution"],
                name="plainte_region_date",
            ),
            models.Index(
                fields=["echeance"],
                include=["categorie", "priorite", "statut", "region"],
                condition=Q(date_resolution=None, suspendue_depuis=None) & ~Q(statut="rejetee"),
                name="plainte_non_resolue",
            ),
            models.Index(fields=["statut", "echeance"], include=["categorie"], name="plainte_statut_echeance"),
            models.Index(fields=["categorie", "statut", "priorite", "region", "secteur"], name="plainte_etats"),
            # The first page by deadline, which the console opens with.
            models.Index(RUNNING_DEADLINE, F("date_creation").desc(), F("id").desc(), name="plainte_echeance_courante"),
            GinIndex(OpClass("objet_normalise", name="gin_trgm_ops"), name="plainte_objet_trgm"),
            # A caller without a reference is found by the name or the telephone.
            GinIndex(OpClass(Normalised("plaignant"), name="gin_trgm_ops"), name="plainte_plaignant_trgm"),
            models.Index(PhoneKey("telephone"), name="plainte_telephone", condition=Q(telephone__isnull=False)),
        ]

    def __str__(self) -> str:
        return self.reference

    @property
    def start_of_deadline(self) -> date:
        """Return the day after which the working days of the deadline are counted."""
        return self.delai_depuis or timezone.localtime(self.date_creation).date()

    @property
    def has_code(self) -> bool:
        """Return whether somebody was given a code to follow the complaint."""
        return self.empreinte_suivi is not None

    @property
    def texts(self) -> "Complaint | ConfidentialText":
        """Return the row that holds the texts: this one, or the confidential one."""
        return self.confidentiel if self.categorie == Category.VBG else self


class ConfidentialText(models.Model):
    """Store the texts of a complaint of category `vbg`, in the schema of gender-based violence.

    `commentaires` maps the id of a move to what was said of it.
    """

    plainte = models.OneToOneField(Complaint, on_delete=models.CASCADE, primary_key=True, related_name="confidentiel")
    objet = models.CharField(max_length=255, null=True)
    description = models.TextField(null=True)
    plaignant = models.CharField(max_length=255, null=True)
    telephone = models.CharField(max_length=32, null=True)
    resolution = models.TextField(null=True)
    commentaires = models.JSONField(default=dict, db_default={})

    class Meta:
        db_table = '"vbg"."plainte_texte"'

    def __str__(self) -> str:
        return str(self.pk)


class ComplaintMove(models.Model):
    """Store one thing that was done about a complaint; `champs` names the fields that a change set.

    `commentaire` is null for a complaint of category `vbg`: `ConfidentialText` has it.
    """

    class Action(models.TextChoices):
        CREATION = "creation"
        MODIFICATION = "modification"
        ASSIGNATION = "assignation"
        STATUT = "statut"
        SUSPENSION = "suspension"
        REPRISE = "reprise"
        ESCALADE = "escalade"
        APPEL = "appel"
        DECISION = "decision"
        COMMENTAIRE = "commentaire"
        REPONSE = "reponse"
        PIECE = "piece"
        LIEN = "lien"
        SATISFACTION = "satisfaction"
        MESURE = "mesure"
        RECLASSEMENT = "reclassement"

    id = models.UUIDField(primary_key=True, default=uuid7, db_default=UUID7(), editable=False)
    plainte = models.ForeignKey(Complaint, on_delete=models.CASCADE, related_name="historique")
    action = models.CharField(max_length=12, choices=Action)
    statut_avant = models.CharField(max_length=8, choices=ComplaintStatus, null=True)
    statut_apres = models.CharField(max_length=8, choices=ComplaintStatus)
    champs = ArrayField(models.CharField(max_length=30), default=list, db_default=[])
    commentaire = models.TextField(null=True)
    auteur = models.ForeignKey(User, on_delete=models.PROTECT, null=True, related_name="+", db_index=False)
    date = models.DateTimeField(auto_now_add=True, db_default=Now())

    class Meta:
        db_table = "transfers_plainte_mouvement"
        ordering = ["id"]

    def __str__(self) -> str:
        return str(self.id)
