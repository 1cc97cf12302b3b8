"""Store the hierarchy region > secteur > commune > localite, with boundaries and points in EPSG:4326."""

from typing import Any

from django.contrib.gis.db import models
from django.contrib.gis.geos import GEOSGeometry
from django.db.models.functions import Now

from accounts.users.models import User
from config.ids import UUID7, uuid7
from config.text import Normalised
from geo.scope.models import RegionScopedQuerySet, ScopedQuerySet, SectorScopedQuerySet

SRID = 4326


class Area(models.Model):
    """Define the fields of all four levels; `source` and `source_id` identify the file that a row came from."""

    id = models.UUIDField(primary_key=True, default=uuid7, db_default=UUID7(), editable=False)
    nom = models.CharField(max_length=255)
    nom_normalise = models.GeneratedField(
        expression=Normalised("nom"), output_field=models.TextField(), db_persist=True
    )
    population = models.PositiveIntegerField(null=True)
    source = models.CharField(max_length=100, blank=True, db_default="")
    source_id = models.CharField(max_length=100, blank=True, db_default="")
    created_at = models.DateTimeField(auto_now_add=True, db_default=Now())
    updated_at = models.DateTimeField(auto_now=True, db_default=Now())

    class Meta:
        abstract = True

    def __str__(self) -> str:
        return self.nom


class Boundary(models.Model):
    """Store an exact boundary, and a simplified one (about 200 m, set by a trigger) for lists and low zooms."""

    geom = models.MultiPolygonField(srid=SRID, null=True)
    contour: GEOSGeometry | None = models.MultiPolygonField(srid=SRID, null=True, spatial_index=False)  # type: ignore[assignment]

    class Meta:
        abstract = True


class Region(Area, Boundary):
    """Store a region, the first level; `users` are those who have it in their scope."""

    code = models.CharField(max_length=30, unique=True)
    users = models.ManyToManyField(User, related_name="regions", db_table="geo_region_user")

    objects = RegionScopedQuerySet.as_manager()

    class Meta:
        db_table = "geo_region"
        ordering = ["nom", "id"]


class Sector(Area, Boundary):
    """Store a secteur, the second level."""

    region = models.ForeignKey(Region, on_delete=models.PROTECT, related_name="secteurs")
    code = models.CharField(max_length=30, null=True)

    objects = ScopedQuerySet.as_manager()

    class Meta:
        db_table = "geo_secteur"
        ordering = ["nom", "id"]
        constraints = [models.UniqueConstraint(fields=["code"], name="secteur_code_once")]


class Commune(Area):
    """Store a commune, the third level."""

    secteur = models.ForeignKey(Sector, on_delete=models.PROTECT, related_name="communes")
    code = models.CharField(max_length=30, null=True)

    objects = SectorScopedQuerySet.as_manager()

    class Meta:
        db_table = "geo_commune"
        ordering = ["nom", "id"]
        constraints = [
            models.UniqueConstraint(fields=["code"], name="commune_code_once"),
            # Target of the composite foreign key that forces a locality's commune to lie in its secteur.
            models.UniqueConstraint(fields=["id", "secteur"], name="commune_of_secteur"),
        ]


class Locality(Area):
    """Store a locality, the fourth level: a village (tabanca) or an urban quarter."""

    class Type(models.TextChoices):
        VILLAGE = "village"
        QUARTIER = "quartier"

    secteur = models.ForeignKey(Sector, on_delete=models.PROTECT, related_name="localites")
    commune = models.ForeignKey(Commune, on_delete=models.PROTECT, null=True, related_name="localites")
    code = models.CharField(max_length=60, null=True)
    type = models.CharField(max_length=10, choices=Type, default=Type.VILLAGE, db_default=Type.VILLAGE)
    geom = models.PointField(srid=SRID, null=True)

    objects = SectorScopedQuerySet.as_manager()

    class Meta:
        db_table = "geo_localite"
        ordering = ["nom", "id"]
        constraints = [
            models.UniqueConstraint(fields=["code"], name="localite_code_once"),
            models.CheckConstraint(name="localite_type", condition=models.Q(type__in=["village", "quartier"])),
        ]
        indexes = [models.Index(fields=["secteur", "nom_normalise"], name="localite_by_name")]

    @property
    def region_id(self) -> Any:
        return self.secteur.region_id
