"""Store what is compared of each household, pairs of possible duplicates, and merges.

`Sheet` and `Pair` are derived: an analysis rebuilds them. Decisions about pairs and records of merges are not derived.
"""

from typing import Self

from django.contrib.postgres.fields import ArrayField
from django.contrib.postgres.indexes import GinIndex
from django.db import models
from django.db.models import F, Func, Q
from django.db.models.functions import Now

from accounts.users.models import User
from config.caller import Scope
from config.ids import UUID7, uuid7
from geo.scope.models import ScopedQuerySet
from registry.households.models import Household


class Sheet(models.Model):
    """Store the compared values of one household, prepared for comparison.

    This is the only source of both the analysis of many households and the search for one. `lieu` is the locality, or
    without one the square of 500 m; `x` and `y` are metres on a plane at the country's latitude, `maille` their square
    of 100 m; `annee` is the head's year of birth derived from their age. `personnes` has a code of the given name and the
    year of birth of each member, `chefs` of each name of the head; `groupes` has hashes of three given
    names. `erreur` is the error of the position in metres; `logement` packs six traits of the dwelling. `empreinte` is a hash
    of the values up to `taille`, on which decisions are taken, without `erreur`; `etat` of all.
    """

    menage = models.OneToOneField(Household, primary_key=True, on_delete=models.CASCADE, related_name="+")
    nom = models.TextField(null=True)
    sexe = models.CharField(max_length=1, null=True)
    annee = models.SmallIntegerField(null=True)
    telephones = ArrayField(models.TextField(), null=True)
    identifiant = models.TextField(null=True)
    lieu = models.TextField(null=True)
    secteur = models.UUIDField(null=True)
    region = models.UUIDField(null=True)
    x = models.IntegerField(null=True)
    y = models.IntegerField(null=True)
    erreur = models.IntegerField(null=True)
    taille = models.SmallIntegerField()
    empreinte = models.UUIDField()
    chefs = ArrayField(models.IntegerField(), null=True)
    personnes = ArrayField(models.IntegerField(), null=True)
    groupes = ArrayField(models.IntegerField(), null=True)
    campagne = models.UUIDField(null=True)
    jour = models.DateField(null=True)
    enqueteur = models.UUIDField(null=True)
    plateforme = models.TextField(null=True)
    logement = models.BigIntegerField(null=True)
    maille = models.BigIntegerField(null=True)
    etat = models.UUIDField(null=True)

    class Meta:
        db_table = "registry_doublon_fiche"
        indexes = [
            models.Index(fields=["nom", "annee"], name="doublon_fiche_nom"),
            # Covering index: the candidates of a place are filtered without reading the table.
            models.Index(
                fields=["lieu", "nom"], include=["menage", "annee", "x", "y"], name="doublon_fiche_neighbours"
            ),
            GinIndex(fields=["telephones"], name="doublon_fiche_telephone", fastupdate=False),
            GinIndex(fields=["groupes"], name="doublon_fiche_groupes", fastupdate=False),
            models.Index(fields=["maille"], name="doublon_fiche_maille", condition=Q(maille__isnull=False)),
            models.Index(
                fields=["identifiant"], name="doublon_fiche_identifiant", condition=Q(identifiant__isnull=False)
            ),
        ]

    def __str__(self) -> str:
        return str(self.menage_id)


class SharedNumber(models.Model):
    """Store a telephone number which too many households give, such as an agent's or a chief's.

    It is neither compared nor used to find candidates.
    """

    numero = models.TextField(primary_key=True)

    class Meta:
        db_table = "registry_doublon_partage"

    def __str__(self) -> str:
        return self.numero


class NameVariant(models.Model):
    """Store a nickname or spelling and the name for which it stands, as the people of the country use them.

    `mot` and `cle` are their keys. A word that stands for no name ("Membre 2") names nobody. Sheets follow a change when they
    are next rebuilt.
    """

    id = models.UUIDField(primary_key=True, default=uuid7, db_default=UUID7(), editable=False)
    ecrit = models.CharField(max_length=60)
    nom = models.CharField(max_length=60, blank=True)
    mot = models.GeneratedField(
        expression=Func("ecrit", function="name_key"), output_field=models.TextField(), db_persist=True, unique=True
    )
    cle = models.GeneratedField(
        expression=Func("nom", function="name_key"), output_field=models.TextField(), db_persist=True
    )
    updated_at = models.DateTimeField(auto_now=True, db_default=Now())

    class Meta:
        db_table = "registry_variante_nom"
        ordering = ["ecrit"]

    def __str__(self) -> str:
        return f"{self.ecrit} : {self.nom}" if self.nom else self.ecrit


class Decision(models.TextChoices):
    FUSIONNER = "fusionner"
    DISTINCTS = "distincts"
    IGNORER = "ignorer"


class PairQuerySet(ScopedQuerySet):
    """Limit pairs to those whose households are both visible."""

    def visible_to(self, user: Scope) -> Self:
        regions = user.region_ids
        if regions is None:
            return self
        return self.filter(menage_a__region_id__in=regions, menage_b__region_id__in=regions)


class Pair(models.Model):
    """Store two households which may be the same one.

    `score` is 0 to 100, `niveaux` maps comparisons to levels (codes of `linkage.comparisons`) and `apports` to the bits
    which these add, by the weights of the version `modele`; `empreinte` is a hash of the data compared. A decision holds as
    long as these data equal those on which it was taken (`empreinte_decision`); a pair that was put aside also comes back
    with other evidence (decision 0290).
    """

    id = models.UUIDField(primary_key=True, default=uuid7, db_default=UUID7(), editable=False)
    menage_a = models.ForeignKey(Household, on_delete=models.CASCADE, related_name="+", db_index=False)
    menage_b = models.ForeignKey(Household, on_delete=models.CASCADE, related_name="+")
    score = models.DecimalField(max_digits=5, decimal_places=2)
    niveaux = models.JSONField(default=dict, db_default={})
    apports = models.JSONField(default=dict, db_default=models.Value({}, output_field=models.JSONField()))
    modele = models.CharField(max_length=40, null=True)
    empreinte = models.UUIDField()
    detecte_le = models.DateTimeField(db_default=Now())
    decision = models.CharField(max_length=9, null=True)
    motif = models.TextField(null=True)
    decide_par = models.ForeignKey(User, on_delete=models.SET_NULL, null=True, related_name="+", db_index=False)
    decide_le = models.DateTimeField(null=True)
    empreinte_decision = models.UUIDField(null=True)

    objects = PairQuerySet.as_manager()

    class Meta:
        db_table = "registry_doublon"
        ordering = ["-score", "id"]
        constraints = [
            models.CheckConstraint(name="doublon_ordre", condition=Q(menage_a__lt=F("menage_b"))),
            models.UniqueConstraint(fields=["menage_a", "menage_b"], name="doublon_once"),
            models.CheckConstraint(name="doublon_score", condition=Q(score__gte=0) & Q(score__lte=100)),
            models.CheckConstraint(name="doublon_decision", condition=Q(decision__in=["distincts", "ignorer"])),
            models.CheckConstraint(
                name="doublon_decision_whole",
                condition=Q(decision__isnull=True, decide_le__isnull=True, empreinte_decision__isnull=True)
                | Q(decision__isnull=False, decide_le__isnull=False, empreinte_decision__isnull=False),
            ),
        ]
        indexes = [
            models.Index(fields=["-score", "id"], name="doublon_open", condition=Q(decision__isnull=True)),
        ]

    def __str__(self) -> str:
        return str(self.id)


class MergeQuerySet(ScopedQuerySet):
    """Limit merges to those whose households both were in visible regions."""

    def visible_to(self, user: Scope) -> Self:
        regions = user.region_ids
        if regions is None:
            return self
        return self.filter(region_conserve__in=regions, region_absorbe__in=regions)


class Merge(models.Model):
    """Store the merge of a household into another, with everything needed to undo it.

    `archive` holds the rows of the absorbed household by table, `deplaces` the keys of the rows moved by table and
    column, and `valeurs` the values overwritten in the kept household: [{table, avant, apres}].
    """

    id = models.UUIDField(primary_key=True, default=uuid7, editable=False)
    conserve = models.UUIDField(db_index=True)
    absorbe = models.UUIDField()
    code_conserve = models.CharField(max_length=60)
    code_absorbe = models.CharField(max_length=60)
    region_conserve = models.UUIDField(null=True)
    region_absorbe = models.UUIDField(null=True)
    score = models.DecimalField(max_digits=5, decimal_places=2)
    niveaux = models.JSONField(default=dict)
    apports = models.JSONField(default=dict, db_default=models.Value({}, output_field=models.JSONField()))
    modele = models.CharField(max_length=40, null=True)
    motif = models.TextField(null=True)
    archive = models.JSONField()
    deplaces = models.JSONField()
    valeurs = models.JSONField()
    fusionne_par = models.ForeignKey(User, on_delete=models.SET_NULL, null=True, related_name="+", db_index=False)
    fusionne_le = models.DateTimeField(db_default=Now())
    annule_par = models.ForeignKey(User, on_delete=models.SET_NULL, null=True, related_name="+", db_index=False)
    annule_le = models.DateTimeField(null=True)

    objects = MergeQuerySet.as_manager()

    class Meta:
        db_table = "registry_fusion"
        ordering = ["-id"]
        constraints = [
            models.CheckConstraint(name="fusion_two", condition=~Q(conserve=F("absorbe"))),
            models.UniqueConstraint(fields=["absorbe"], name="fusion_once", condition=Q(annule_le__isnull=True)),
        ]

    def __str__(self) -> str:
        return f"{self.code_absorbe} > {self.code_conserve}"
