"""Places of service, each a point: one table a kind, so that each has its own spatial index and its own checks."""

from django.contrib.gis.db import models
from django.contrib.postgres.fields import ArrayField
from django.db.models.functions import Cast, Now

from config.ids import UUID7, uuid7
from geo.areas.models import SRID, Locality, Normalised, Region, Sector
from geo.scope.models import ScopedQuerySet


class Facility(models.Model):
    """What all kinds share. Region and secteur are filled from the point when the source does not say.

    `geog` is the point for metres; `source` and `source_id` say which file a row came from.
    """

    id = models.UUIDField(primary_key=True, default=uuid7, db_default=UUID7(), editable=False)
    nom = models.CharField(max_length=255)
    nom_normalise = models.GeneratedField(
        expression=Normalised("nom"), output_field=models.TextField(), db_persist=True
    )
    code = models.CharField(max_length=60, null=True, unique=True)
    type = models.CharField(max_length=60, blank=True, db_default="")
    statut = models.CharField(max_length=30, blank=True, db_default="")
    adresse = models.CharField(max_length=255, null=True)
    telephone = models.CharField(max_length=32, null=True)
    responsable = models.CharField(max_length=255, null=True)
    region = models.ForeignKey(Region, on_delete=models.PROTECT, null=True, related_name="+")
    secteur = models.ForeignKey(Sector, on_delete=models.PROTECT, null=True, related_name="+")
    localite = models.ForeignKey(Locality, on_delete=models.PROTECT, null=True, related_name="+")
    geom = models.PointField(srid=SRID)
    geog = models.GeneratedField(
        expression=Cast("geom", models.PointField(geography=True, srid=SRID)),
        output_field=models.PointField(geography=True, srid=SRID),
        db_persist=True,
    )
    source = models.CharField(max_length=100, blank=True, db_default="")
    source_id = models.CharField(max_length=100, blank=True, db_default="")
    created_at = models.DateTimeField(auto_now_add=True, db_default=Now())
    updated_at = models.DateTimeField(auto_now=True, db_default=Now())

    objects = ScopedQuerySet.as_manager()

    class Meta:
        abstract = True
        ordering = ["nom", "id"]

    def __str__(self) -> str:
        return self.nom


class School(Facility):
    """A school. `niveaux_enseignes` of prescolaire, primaire, secondaire; `niveau_max` the highest class."""

    typology = models.CharField(max_length=60, null=True)
    communaute = models.CharField(max_length=255, null=True)
    prescolaire = models.BooleanField(default=False, db_default=False)
    niveau_max = models.CharField(max_length=30, null=True)
    niveaux_enseignes = ArrayField(models.CharField(max_length=30), default=list, db_default=[])
    menages_estimes = models.PositiveIntegerField(null=True)
    pilote = models.BooleanField(default=False, db_default=False)
    id_dgepase = models.CharField(max_length=60, null=True)

    class Meta(Facility.Meta):
        db_table = "geo_ecole"


class HealthService(Facility):
    """A hospital, health centre, health post or pharmacy."""

    urgences_24h = models.BooleanField(default=False, db_default=False)
    maternite = models.BooleanField(default=False, db_default=False)
    laboratoire = models.BooleanField(default=False, db_default=False)
    pharmacie = models.BooleanField(default=False, db_default=False)
    capacite_lits = models.PositiveIntegerField(null=True)
    nombre_personnel = models.PositiveIntegerField(null=True)

    class Meta(Facility.Meta):
        db_table = "geo_service_sante"


class WaterPoint(Facility):
    """A borehole, well, tap or spring; `fonctionnel` null is unknown."""

    fonctionnel = models.BooleanField(null=True)
    type_source = models.CharField(max_length=60, null=True)

    class Meta(Facility.Meta):
        db_table = "geo_point_eau"


class PoliceStation(Facility):
    """A police or judicial post."""

    class Meta(Facility.Meta):
        db_table = "geo_police_judiciaire"


class VbgService(Facility):
    """A service for survivors of gender-based violence: the place only; cases live elsewhere."""

    class Meta(Facility.Meta):
        db_table = "geo_service_vbg"


class HealthAgent(Facility):
    """A community health agent (agent de santé communautaire)."""

    class Meta(Facility.Meta):
        db_table = "geo_asc"


class LocalActor(Facility):
    """A focal point or a village chief: type `point_focal` or `chef_village`."""

    class Meta(Facility.Meta):
        db_table = "geo_acteur_local"
