"""Store facilities as points.

Each kind has its own table, so that each has its own spatial index and its own constraints.
"""

from typing import Any, ClassVar, Final, Self

from django.contrib.gis.db import models
from django.contrib.postgres.fields import ArrayField
from django.db.models import Q
from django.db.models.functions import Cast, Now

from config.caller import Scope
from config.ids import UUID7, uuid7
from geo.areas.models import SRID, Locality, Normalised, Region, Sector
from geo.scope.models import ScopedQuerySet


class Facility(models.Model):
    """Define the fields of all kinds. `region` and `secteur` are set from the point when the source has neither.

    `geog` is the point as a geography, for distances in metres; `source` and `source_id` identify the file that a row
    came from.
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
    geom: Any = models.PointField(srid=SRID)
    geog = models.GeneratedField(
        expression=Cast("geom", models.PointField(geography=True, srid=SRID)),
        output_field=models.PointField(geography=True, srid=SRID),
        db_persist=True,
    )
    source = models.CharField(max_length=100, blank=True, db_default="")
    source_id = models.CharField(max_length=100, blank=True, db_default="")
    created_at = models.DateTimeField(auto_now_add=True, db_default=Now())
    updated_at = models.DateTimeField(auto_now=True, db_default=Now())

    objects: ClassVar[Any] = ScopedQuerySet.as_manager()

    class Meta:
        abstract = True
        ordering = ["nom", "id"]

    def __str__(self) -> str:
        return self.nom


class School(Facility):
    """Store a school.

    `niveaux_enseignes` is a subset of prescolaire, primaire, secondaire; `niveau_max` is the highest class taught.
    """

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
    """Store a hospital, health centre, health post or pharmacy."""

    urgences_24h = models.BooleanField(default=False, db_default=False)
    maternite = models.BooleanField(default=False, db_default=False)
    laboratoire = models.BooleanField(default=False, db_default=False)
    pharmacie = models.BooleanField(default=False, db_default=False)
    capacite_lits = models.PositiveIntegerField(null=True)
    nombre_personnel = models.PositiveIntegerField(null=True)

    class Meta(Facility.Meta):
        db_table = "geo_service_sante"


class WaterPoint(Facility):
    """Store a borehole, well, tap or spring; `fonctionnel` is null when unknown."""

    fonctionnel = models.BooleanField(null=True)
    type_source = models.CharField(max_length=60, null=True)

    class Meta(Facility.Meta):
        db_table = "geo_point_eau"


class PoliceStation(Facility):
    """Store a police or judicial post."""

    class Meta(Facility.Meta):
        db_table = "geo_police_judiciaire"


class Visibility(models.TextChoices):
    """Say who sees a service for survivors, from everybody to few."""

    PUBLIC = "publique"
    PROFESSIONAL = "professionnels"
    RESTRICTED = "restreinte"


# The permission that opens a service of each visibility; a public one is open to who may read the map.
VISIBILITY_PERMISSIONS: Final = {
    Visibility.PROFESSIONAL: "vbg.lire",
    Visibility.RESTRICTED: "vbg.voir_services_restreints",
}


class VbgServiceQuerySet(ScopedQuerySet):
    """Query services for survivors, and what belongs to one; `service_path` leads from the row to the service.

    `visible_to` is the only function that decides who sees a service (decision 0105): lists, tiles, exports, nearest
    services, the administration and everything else ask it.
    """

    service_path = ""
    row_permissions = frozenset(VISIBILITY_PERMISSIONS.values())

    def visible_to(self, user: Scope) -> Self:
        hidden = [level for level, key in VISIBILITY_PERMISSIONS.items() if key not in user.permissions]
        rows = super().visible_to(user)
        if not hidden:
            return rows
        shown = [level.value for level in Visibility if level not in hidden]
        return rows.filter(**{f"{self.service_path}visibilite__in": shown})


class VbgAgentQuerySet(VbgServiceQuerySet):
    """Query the people who work in services: whoever sees the service sees them."""

    scope_path, service_path = "service__region_id", "service__"


class VbgService(Facility):
    """Store a service for survivors of gender-based violence; cases are stored elsewhere.

    `visibilite` says who sees it. The database makes a shelter `restreinte` when it is inserted, and refuses any other
    value for one. `geom` may be null: the address of a service is not always known. `horaires` is as it was written.
    """

    geom = models.PointField(srid=SRID, null=True)
    visibilite = models.CharField(
        max_length=20, choices=Visibility, default=Visibility.PUBLIC, db_default=Visibility.PUBLIC
    )
    description = models.TextField(null=True)
    email = models.EmailField(null=True)
    horaires = models.CharField(max_length=255, null=True)
    services_offerts = ArrayField(models.CharField(max_length=60), default=list, db_default=[])
    capacite_accueil = models.PositiveIntegerField(null=True)
    date_ouverture = models.DateField(null=True)
    partenaires = ArrayField(models.CharField(max_length=255), default=list, db_default=[])

    objects: ClassVar[Any] = VbgServiceQuerySet.as_manager()
    # Who deletes a village must not learn that a shelter stands there: it is not counted, and stays in its region.
    counted_by_all: ClassVar[Q] = Q(visibilite=Visibility.PUBLIC)
    detached_fields: ClassVar[tuple[str, ...]] = ("localite", "secteur")

    class Meta(Facility.Meta):
        db_table = "geo_service_vbg"
        constraints = [
            models.CheckConstraint(name="service_vbg_visibilite", condition=Q(visibilite__in=list(Visibility))),
        ]


class VbgAgent(models.Model):
    """Store somebody who works in a service for survivors."""

    id = models.UUIDField(primary_key=True, default=uuid7, db_default=UUID7(), editable=False)
    service = models.ForeignKey(VbgService, on_delete=models.CASCADE, related_name="agents")
    nom = models.CharField(max_length=255)
    prenom = models.CharField(max_length=255, blank=True, db_default="")
    fonction = models.CharField(max_length=255, null=True)
    telephone = models.CharField(max_length=32, null=True)
    created_at = models.DateTimeField(auto_now_add=True, db_default=Now())
    updated_at = models.DateTimeField(auto_now=True, db_default=Now())

    objects: ClassVar[Any] = VbgAgentQuerySet.as_manager()

    class Meta:
        db_table = "geo_agent_vbg"
        ordering = ["nom", "prenom", "id"]
        constraints = [
            models.UniqueConstraint(Normalised("nom"), Normalised("prenom"), "service", name="agent_vbg_once"),
        ]

    def __str__(self) -> str:
        return f"{self.prenom} {self.nom}".strip()


class HealthAgent(Facility):
    """Store a community health agent (agent de santé communautaire)."""

    class Meta(Facility.Meta):
        db_table = "geo_asc"


class LocalActor(Facility):
    """Store a focal point or a village chief: type `point_focal` or `chef_village`."""

    class Meta(Facility.Meta):
        db_table = "geo_acteur_local"
