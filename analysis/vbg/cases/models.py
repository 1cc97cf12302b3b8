"""Store cases of gender-based violence, and the sums from which they are counted, in a schema of their own.

A row points at nobody: it has a month instead of a day, an age band instead of an age, a sector instead of a place, no
author and no time of writing; even its id tells no time. The tables are read and written only as the role `tabanca_vbg`
(`become_case_role` of the queries); row security hides every row from all others, the owner of the tables included.
"""

from typing import Any, Self

from django.db import models
from django.db.models import Q

from config.caller import Scope


class Rubrique(models.TextChoices):
    PHYSIQUE = "violence_physique"
    SEXUELLE = "violence_sexuelle"
    PSYCHOLOGIQUE = "violence_psychologique"
    ECONOMIQUE = "violence_economique"
    MARIAGE = "mariage_force"
    MUTILATION = "mutilation_genitale"
    EXPLOITATION = "exploitation"
    AUTRE = "autre"


class AgeBand(models.TextChoices):
    CHILD = "0-11"
    ADOLESCENT = "12-17"
    ADULT = "18+"
    UNKNOWN = "inconnu"


class SurvivorSex(models.TextChoices):
    FEMALE = "F"
    MALE = "M"
    UNKNOWN = "inconnu"


class CaseStatus(models.TextChoices):
    OPEN = "en_cours"
    RESOLVED = "resolu"
    TRANSFERRED = "transfere"
    CLOSED = "clos"


class CaseQuerySet(models.QuerySet[Any]):
    """Filter cases by the regions of a caller; a case always has one."""

    def visible_to(self, user: Scope) -> Self:
        """Return the cases of the caller's regions."""
        return self if user.region_ids is None else self.filter(region_id__in=user.region_ids)


class Case(models.Model):
    """Store one case; its areas and its service are ids without a relation, so that no other query can join it.

    `cle` is the random key of the record, whose sums perturb the counts. Foreign keys stand in the migration.
    """

    id = models.UUIDField(primary_key=True, editable=False)
    service_id = models.UUIDField(null=True)
    region_id = models.UUIDField()
    secteur_id = models.UUIDField(null=True)
    mois = models.DateField()
    rubrique = models.CharField(max_length=30, choices=Rubrique)
    tranche_age = models.CharField(max_length=7, choices=AgeBand)
    sexe = models.CharField(max_length=7, choices=SurvivorSex)
    statut = models.CharField(max_length=9, choices=CaseStatus)
    cle = models.IntegerField()

    objects = CaseQuerySet.as_manager()

    class Meta:
        db_table = '"vbg"."cas"'
        constraints = [
            models.CheckConstraint(name="cas_mois", condition=Q(mois__day=1)),
            models.CheckConstraint(name="cas_rubrique", condition=Q(rubrique__in=list(Rubrique))),
            models.CheckConstraint(name="cas_tranche_age", condition=Q(tranche_age__in=list(AgeBand))),
            models.CheckConstraint(name="cas_sexe", condition=Q(sexe__in=list(SurvivorSex))),
            models.CheckConstraint(name="cas_statut", condition=Q(statut__in=list(CaseStatus))),
            models.CheckConstraint(name="cas_cle", condition=Q(cle__gte=0, cle__lt=65_536)),
        ]

    def __str__(self) -> str:
        return str(self.id)


class CubeCell(models.Model):
    """Store the number of cases of one cell of the cube and the sum of their keys; triggers write it.

    Erased cases stay in it: the cell gives the same answer before and after. Answers are made of what was published last.
    """

    mois = models.DateField()
    region_id = models.UUIDField()
    secteur_id = models.UUIDField(null=True)
    rubrique = models.CharField(max_length=30)
    tranche_age = models.CharField(max_length=7)
    sexe = models.CharField(max_length=7)
    nombre = models.IntegerField()
    cles = models.BigIntegerField()
    nombre_publie = models.IntegerField(default=0, db_default=0)
    cles_publiees = models.BigIntegerField(default=0, db_default=0)

    class Meta:
        db_table = '"vbg"."cube"'
        constraints = [models.CheckConstraint(name="cube_nombre", condition=Q(nombre__gte=0))]

    def __str__(self) -> str:
        return str(self.pk)


class RubriqueCell(models.Model):
    """Store the sums of the cube over age bands and sexes, which is all that counts by rubrique read; triggers write it."""

    mois = models.DateField()
    region_id = models.UUIDField()
    secteur_id = models.UUIDField(null=True)
    rubrique = models.CharField(max_length=30)
    nombre = models.IntegerField()
    nombre_publie = models.IntegerField()
    cles_publiees = models.BigIntegerField()

    class Meta:
        db_table = '"vbg"."cube_rubriques"'

    def __str__(self) -> str:
        return str(self.pk)


class ServiceCell(models.Model):
    """Store the number of cases of a service by month and status, and the sum of their keys; triggers write it."""

    mois = models.DateField()
    region_id = models.UUIDField()
    service_id = models.UUIDField(null=True)
    statut = models.CharField(max_length=9)
    nombre = models.IntegerField()
    cles = models.BigIntegerField()
    nombre_publie = models.IntegerField(default=0, db_default=0)
    cles_publiees = models.BigIntegerField(default=0, db_default=0)

    class Meta:
        db_table = '"vbg"."suivi"'
        constraints = [models.CheckConstraint(name="suivi_nombre", condition=Q(nombre__gte=0))]

    def __str__(self) -> str:
        return str(self.pk)
