"""Store households with their head, dwelling and members, their moves through data collection, and merged ones.

Counts and code lists follow the API contract. Head and dwelling are separate tables (one to one), because they are
edited, searched and read separately from the household.
"""

from django.contrib.gis.db import models
from django.contrib.postgres.indexes import GinIndex, OpClass
from django.db.models.functions import Least, Now
from django.db.models.lookups import GreaterThanOrEqual

from accounts.audit.models import RunningOperation
from accounts.users.models import User
from config.ids import UUID7, uuid7
from geo.areas.models import SRID, Commune, Locality, Normalised, Region, Sector
from geo.scope.models import HouseholdScopedQuerySet, ScopedQuerySet
from registry.projects.models import Campaign, Project


class Statut(models.TextChoices):
    COLLECTE = "collecte"
    EN_ATTENTE = "en_attente"
    VALIDE = "valide"
    REJETE = "rejete"


class StatutCollecte(models.TextChoices):
    PRE_COLLECTE = "pre_collecte"
    VALIDE = "valide"
    INTEGRE = "integre"
    REJETE = "rejete"


class Milieu(models.TextChoices):
    RURAL = "rural"
    URBAIN = "urbain"


class Categorie(models.TextChoices):
    EXTREME_PAUVRE = "extreme_pauvre"
    PAUVRE = "pauvre"
    VULNERABLE = "vulnerable"
    NON_PAUVRE = "non_pauvre"


class Source(models.TextChoices):
    COLLECTOR_PLATFORM_A = "collector_platform_a"
    COLLECTOR_PLATFORM_B = "collector_platform_b"
    MANUEL = "manuel"
    IMPORT = "import"
    MIGRATION = "migration"


class Sexe(models.TextChoices):
    M = "M"
    F = "F"


class Lien(models.TextChoices):
    EPOUSE = "epouse"
    FILS = "fils"
    FILLE = "fille"
    PERE = "pere"
    MERE = "mere"
    FRERE = "frere"
    SOEUR = "soeur"
    ONCLE = "oncle"
    TANTE = "tante"
    NEVEU = "neveu"
    NIECE = "niece"
    COUSIN = "cousin"
    AUTRE = "autre"


COUNTS = (
    "nb_enfants_04",
    "nb_enfants_514",
    "nb_enfants_010",
    "nb_enfants_1114",
    "nb_adultes_1564",
    "nb_personnes_65_plus",
    "nb_handicapes",
    "nb_actifs_occupes",
    "nb_femmes_1564",
    "nb_femmes_1549",
    "nb_femmes_enceintes",
)


def count_field() -> models.SmallIntegerField:
    """Return a field for a count; one constraint (`menage_comptes`) refuses negative values in all of them."""
    return models.SmallIntegerField(default=0, db_default=0)


def reference_field(to: type[models.Model], name: str = "menages", index: bool = False) -> models.ForeignKey:
    """Return a reference that triggers check per statement instead of a foreign key (decision 0013)."""
    return models.ForeignKey(
        to, on_delete=models.PROTECT, null=True, related_name=name, db_index=index, db_constraint=False
    )


def text_field(length: int = 255) -> models.CharField:
    return models.CharField(max_length=length, null=True)


def build_choice_constraint(field: str, choices: type[models.TextChoices]) -> models.CheckConstraint:
    """Return a constraint that refuses codes outside `choices`."""
    return models.CheckConstraint(name=f"menage_{field}", condition=models.Q(**{f"{field}__in": choices.values}))


class Household(models.Model):
    """Store a household. `score_pmt` is between 0 and 100; a score that could not be computed is null, never 0."""

    id = models.UUIDField(primary_key=True, default=uuid7, db_default=UUID7(), editable=False)
    # Collation C lets the unique index also find codes by prefix.
    code_menage = models.CharField(max_length=60, db_collation="C")
    statut = models.CharField(max_length=12, default=Statut.EN_ATTENTE, db_default=Statut.EN_ATTENTE)
    statut_collecte = models.CharField(
        max_length=12, default=StatutCollecte.PRE_COLLECTE, db_default=StatutCollecte.PRE_COLLECTE
    )
    milieu = models.CharField(max_length=6, null=True)
    taille_menage = models.SmallIntegerField()
    date_collecte = models.DateTimeField(null=True)
    score_pmt = models.DecimalField(max_digits=5, decimal_places=2, null=True)
    categorie_pauvrete = models.CharField(max_length=14, null=True)
    eligible_programme = models.BooleanField(default=False, db_default=False)
    # The last scoring: the previous score, the version of the method, why there is no score, and the date. Columns and
    # not a table, because they are written with the score, in the same row. A released method is never deleted.
    ancien_score_pmt = models.DecimalField(max_digits=5, decimal_places=2, null=True)
    methode_pmt = models.UUIDField(null=True)
    motif_pmt = models.TextField(null=True)
    date_pmt = models.DateTimeField(null=True)
    score_qualite = models.DecimalField(max_digits=5, decimal_places=2, null=True)
    # Codes of broken rules (registry.quality.rules).
    problemes_qualite = models.JSONField(default=list, db_default=[])
    date_analyse_qualite = models.DateTimeField(null=True)
    score_doublon = models.DecimalField(max_digits=5, decimal_places=2, null=True)
    resume_doublons = models.JSONField(null=True)
    geom = models.PointField(srid=SRID, null=True)
    altitude = models.DecimalField(max_digits=7, decimal_places=2, null=True)
    precision_gps = models.DecimalField(max_digits=8, decimal_places=2, null=True)
    region = reference_field(Region)
    secteur = reference_field(Sector)
    commune = reference_field(Commune)
    localite = reference_field(Locality, index=True)
    source_donnees = models.CharField(max_length=20, default=Source.MANUEL, db_default=Source.MANUEL)
    identifiant_unique = text_field()
    collector_submission_id = text_field()
    collector_form_uid = text_field()
    collector_validation_status = text_field()
    id_source_externe = text_field()
    projet = reference_field(Project)
    campagne = reference_field(Campaign)
    enqueteur = reference_field(User)
    date_validation_collecte = models.DateTimeField(null=True)
    valide_collecte_par = reference_field(User, "+")
    commentaire_validation_collecte = models.TextField(null=True)
    donnees_validation = models.JSONField(null=True)
    nb_enfants_04 = count_field()
    nb_enfants_514 = count_field()
    nb_enfants_010 = count_field()
    nb_enfants_1114 = count_field()
    nb_adultes_1564 = count_field()
    nb_personnes_65_plus = count_field()
    nb_handicapes = count_field()
    nb_actifs_occupes = count_field()
    nb_femmes_1564 = count_field()
    nb_femmes_1549 = count_field()
    nb_femmes_enceintes = count_field()
    # The audit operation (an import) that created the household: its audit entry names user, date and source.
    operation_creation = models.UUIDField(null=True, editable=False, db_default=RunningOperation())
    created_at = models.DateTimeField(auto_now_add=True, db_default=Now())
    updated_at = models.DateTimeField(auto_now=True, db_default=Now())

    objects = ScopedQuerySet.as_manager()

    class Meta:
        db_table = "registry_menage"
        ordering = ["-id"]
        constraints = [
            models.UniqueConstraint(fields=["code_menage"], name="menage_code_once"),
            build_choice_constraint("statut", Statut),
            build_choice_constraint("statut_collecte", StatutCollecte),
            build_choice_constraint("milieu", Milieu),
            build_choice_constraint("categorie_pauvrete", Categorie),
            build_choice_constraint("source_donnees", Source),
            models.CheckConstraint(name="menage_taille", condition=models.Q(taille_menage__gt=0)),
            models.CheckConstraint(name="menage_comptes", condition=GreaterThanOrEqual(Least(*COUNTS), 0)),
            models.CheckConstraint(
                name="menage_score", condition=models.Q(score_pmt__gte=0) & models.Q(score_pmt__lte=100)
            ),
        ]
        indexes = [
            # The two filters of nearly every list, with the list's order: newest first, by reading the index backwards.
            # Ids grow, so ascending entries are appended to their group; descending ones would split its first page.
            models.Index(fields=["region", "categorie_pauvrete", "id"], name="menage_region_categorie"),
            models.Index(fields=["secteur", "id"], name="menage_secteur"),
            models.Index(fields=["created_at"], include=["region"], name="menage_creation"),
            models.Index(fields=["id"], name="menage_pre_collecte", condition=models.Q(statut_collecte="pre_collecte")),
            models.Index(fields=["projet", "id"], name="menage_projet", condition=models.Q(projet__isnull=False)),
            models.Index(fields=["campagne", "id"], name="menage_campagne", condition=models.Q(campagne__isnull=False)),
            models.Index(
                fields=["enqueteur", "id"], name="menage_enqueteur", condition=models.Q(enqueteur__isnull=False)
            ),
            models.Index(
                fields=["identifiant_unique"],
                name="menage_identifiant",
                condition=models.Q(identifiant_unique__isnull=False),
            ),
        ]

    def __str__(self) -> str:
        return self.code_menage


def household_key_field(name: str) -> models.OneToOneField:
    """Return a part's one-to-one key to its household; triggers check and cascade it per statement (decision 0013)."""
    return models.OneToOneField(
        Household, primary_key=True, on_delete=models.CASCADE, related_name=name, db_constraint=False
    )


class HeadOfHousehold(models.Model):
    """Store the head of a household. Phone numbers are E.164 when they can be parsed, else as typed."""

    menage = household_key_field("chef")
    nom_complet = models.CharField(max_length=255)
    sexe = models.CharField(max_length=1, null=True)
    age = models.PositiveSmallIntegerField(null=True)
    niveau_education = text_field(100)
    occupation_principale = text_field(100)
    statut_matrimonial = text_field(100)
    telephone = text_field(32)
    numero_mobile_money = text_field(32)
    compte_bancaire = text_field(64)

    objects = HouseholdScopedQuerySet.as_manager()

    class Meta:
        db_table = "registry_chef_menage"
        constraints = [
            models.CheckConstraint(name="chef_sexe", condition=models.Q(sexe__in=["M", "F"])),
            models.CheckConstraint(name="chef_age", condition=models.Q(age__lte=130)),
        ]
        indexes = [
            GinIndex(OpClass(Normalised("nom_complet"), name="gin_trgm_ops"), name="chef_nom_trgm"),
            models.Index(fields=["telephone"], name="chef_telephone", condition=models.Q(telephone__isnull=False)),
            models.Index(
                fields=["numero_mobile_money"],
                name="chef_compte_mobile",
                condition=models.Q(numero_mobile_money__isnull=False),
            ),
        ]

    def __str__(self) -> str:
        return str(self.menage_id)


class Dwelling(models.Model):
    """Store the dwelling of a household. Values outside the reference lists are kept and get a quality flag."""

    menage = household_key_field("logement")
    type_logement = text_field(100)
    statut_occupation = text_field(100)
    nb_pieces = models.PositiveSmallIntegerField(null=True)
    materiau_mur = text_field(100)
    materiau_toit = text_field(100)
    materiau_sol = text_field(100)
    source_eau = text_field(100)
    type_toilette = text_field(100)
    source_eclairage = text_field(100)
    combustible_cuisine = text_field(100)
    traitement_eau = text_field(100)
    evacuation_dechets = text_field(100)
    a_une_cuisine = models.BooleanField(null=True)

    objects = HouseholdScopedQuerySet.as_manager()

    class Meta:
        db_table = "registry_logement"

    def __str__(self) -> str:
        return str(self.menage_id)


class Member(models.Model):
    """Store a member of a household other than its head."""

    id = models.UUIDField(primary_key=True, default=uuid7, db_default=UUID7(), editable=False)
    menage = models.ForeignKey(Household, on_delete=models.CASCADE, related_name="membres")
    nom_complet = models.CharField(max_length=255)
    lien_parente = models.CharField(max_length=10, choices=Lien)
    sexe = models.CharField(max_length=1, choices=Sexe, null=True)
    age = models.PositiveSmallIntegerField(null=True)
    date_naissance = models.DateField(null=True)
    niveau_education = text_field(100)
    occupation_principale = text_field(100)
    handicap = models.BooleanField(default=False, db_default=False)
    created_at = models.DateTimeField(auto_now_add=True, db_default=Now())
    updated_at = models.DateTimeField(auto_now=True, db_default=Now())

    objects = HouseholdScopedQuerySet.as_manager()

    class Meta:
        db_table = "registry_membre_menage"
        ordering = ["id"]
        constraints = [
            models.CheckConstraint(name="membre_lien", condition=models.Q(lien_parente__in=Lien.values)),
            models.CheckConstraint(name="membre_sexe", condition=models.Q(sexe__in=["M", "F"])),
            models.CheckConstraint(name="membre_age", condition=models.Q(age__lte=130)),
        ]

    def __str__(self) -> str:
        return str(self.id)


class CollectionMove(models.Model):
    """Store a move of a household through the data collection workflow: user, steps, date and reason.

    `statut` is the status of the household after it. Rows are only inserted, by the statement that moves the household
    (registry.collection), and deleted with it.
    """

    id = models.UUIDField(primary_key=True, default=uuid7, db_default=UUID7(), editable=False)
    # The database has the foreign key, which cascades (migration 0002_cascades).
    menage = models.ForeignKey(Household, on_delete=models.CASCADE, related_name="mouvements", db_constraint=False)
    action = models.CharField(max_length=20)
    de = models.CharField(max_length=12)
    vers = models.CharField(max_length=12)
    statut = models.CharField(max_length=12)
    date = models.DateTimeField(db_default=Now())
    user = models.ForeignKey(User, on_delete=models.PROTECT, related_name="+", db_index=False)
    commentaire = models.TextField(null=True)
    motif = models.CharField(max_length=100, null=True)

    objects = HouseholdScopedQuerySet.as_manager()

    class Meta:
        db_table = "registry_mouvement_collecte"
        ordering = ["id"]

    def __str__(self) -> str:
        return f"{self.menage_id}: {self.action}"


class FormerHousehold(models.Model):
    """Store the id and code of a household that was merged, and its successor (`menage`)."""

    id = models.UUIDField(primary_key=True, editable=False)
    code_menage = models.CharField(max_length=60, db_collation="C", unique=True)
    # The database has the foreign key, which cascades (migration 0002_cascades).
    menage = models.ForeignKey(Household, on_delete=models.CASCADE, related_name="anciens", db_constraint=False)
    created_at = models.DateTimeField(db_default=Now())

    objects = HouseholdScopedQuerySet.as_manager()

    class Meta:
        db_table = "registry_menage_ancien"

    def __str__(self) -> str:
        return self.code_menage
