"""Create the tables of geo."""

from django.conf import settings
from django.contrib.gis.db import models
from django.contrib.postgres.fields import ArrayField
from django.db import migrations
from django.db.models.functions import Cast, Now

from config.ids import UUID7, uuid7
from config.text import Normalised


class Migration(migrations.Migration):
    initial = True
    dependencies = [migrations.swappable_dependency(settings.AUTH_USER_MODEL)]

    operations = [
        migrations.CreateModel(
            name="LayerChange",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("couche", models.CharField(max_length=40)),
                ("nombre", models.BigIntegerField(db_default=1, default=1)),
            ],
            options={
                "db_table": "geo_layer_change",
                "indexes": [models.Index(fields=["couche", "id"], name="layer_change_couche")],
            },
        ),
        migrations.CreateModel(
            name="Region",
            fields=[
                (
                    "id",
                    models.UUIDField(
                        db_default=UUID7(), default=uuid7, editable=False, primary_key=True, serialize=False
                    ),
                ),
                ("nom", models.CharField(max_length=255)),
                (
                    "nom_normalise",
                    models.GeneratedField(
                        db_persist=True, expression=Normalised("nom"), output_field=models.TextField()
                    ),
                ),
                ("population", models.PositiveIntegerField(null=True)),
                ("source", models.CharField(blank=True, db_default="", max_length=100)),
                ("source_id", models.CharField(blank=True, db_default="", max_length=100)),
                ("created_at", models.DateTimeField(auto_now_add=True, db_default=Now())),
                ("updated_at", models.DateTimeField(auto_now=True, db_default=Now())),
                ("geom", models.MultiPolygonField(null=True, srid=4326)),
                ("contour", models.MultiPolygonField(null=True, spatial_index=False, srid=4326)),
                ("code", models.CharField(max_length=30, unique=True)),
                (
                    "users",
                    models.ManyToManyField(
                        db_table="geo_region_user", related_name="regions", to=settings.AUTH_USER_MODEL
                    ),
                ),
            ],
            options={
                "db_table": "geo_region",
                "ordering": ["nom", "id"],
            },
        ),
        migrations.CreateModel(
            name="Sector",
            fields=[
                (
                    "id",
                    models.UUIDField(
                        db_default=UUID7(), default=uuid7, editable=False, primary_key=True, serialize=False
                    ),
                ),
                ("nom", models.CharField(max_length=255)),
                (
                    "nom_normalise",
                    models.GeneratedField(
                        db_persist=True, expression=Normalised("nom"), output_field=models.TextField()
                    ),
                ),
                ("population", models.PositiveIntegerField(null=True)),
                ("source", models.CharField(blank=True, db_default="", max_length=100)),
                ("source_id", models.CharField(blank=True, db_default="", max_length=100)),
                ("created_at", models.DateTimeField(auto_now_add=True, db_default=Now())),
                ("updated_at", models.DateTimeField(auto_now=True, db_default=Now())),
                ("geom", models.MultiPolygonField(null=True, srid=4326)),
                ("contour", models.MultiPolygonField(null=True, spatial_index=False, srid=4326)),
                ("code", models.CharField(max_length=30, null=True)),
                ("region", models.ForeignKey(on_delete=models.PROTECT, related_name="secteurs", to="geo.region")),
            ],
            options={
                "db_table": "geo_secteur",
                "ordering": ["nom", "id"],
                "constraints": [models.UniqueConstraint(fields=("code",), name="secteur_code_once")],
            },
        ),
        migrations.CreateModel(
            name="Commune",
            fields=[
                (
                    "id",
                    models.UUIDField(
                        db_default=UUID7(), default=uuid7, editable=False, primary_key=True, serialize=False
                    ),
                ),
                ("nom", models.CharField(max_length=255)),
                (
                    "nom_normalise",
                    models.GeneratedField(
                        db_persist=True, expression=Normalised("nom"), output_field=models.TextField()
                    ),
                ),
                ("population", models.PositiveIntegerField(null=True)),
                ("source", models.CharField(blank=True, db_default="", max_length=100)),
                ("source_id", models.CharField(blank=True, db_default="", max_length=100)),
                ("created_at", models.DateTimeField(auto_now_add=True, db_default=Now())),
                ("updated_at", models.DateTimeField(auto_now=True, db_default=Now())),
                ("code", models.CharField(max_length=30, null=True)),
                ("secteur", models.ForeignKey(on_delete=models.PROTECT, related_name="communes", to="geo.sector")),
            ],
            options={
                "db_table": "geo_commune",
                "ordering": ["nom", "id"],
                "constraints": [
                    models.UniqueConstraint(fields=("code",), name="commune_code_once"),
                    models.UniqueConstraint(fields=("id", "secteur"), name="commune_of_secteur"),
                ],
            },
        ),
        migrations.CreateModel(
            name="Locality",
            fields=[
                (
                    "id",
                    models.UUIDField(
                        db_default=UUID7(), default=uuid7, editable=False, primary_key=True, serialize=False
                    ),
                ),
                ("nom", models.CharField(max_length=255)),
                (
                    "nom_normalise",
                    models.GeneratedField(
                        db_persist=True, expression=Normalised("nom"), output_field=models.TextField()
                    ),
                ),
                ("population", models.PositiveIntegerField(null=True)),
                ("source", models.CharField(blank=True, db_default="", max_length=100)),
                ("source_id", models.CharField(blank=True, db_default="", max_length=100)),
                ("created_at", models.DateTimeField(auto_now_add=True, db_default=Now())),
                ("updated_at", models.DateTimeField(auto_now=True, db_default=Now())),
                ("code", models.CharField(max_length=60, null=True)),
                (
                    "type",
                    models.CharField(
                        choices=[("village", "Village"), ("quartier", "Quartier")],
                        db_default="village",
                        default="village",
                        max_length=10,
                    ),
                ),
                ("geom", models.PointField(null=True, srid=4326)),
                (
                    "commune",
                    models.ForeignKey(null=True, on_delete=models.PROTECT, related_name="localites", to="geo.commune"),
                ),
                ("secteur", models.ForeignKey(on_delete=models.PROTECT, related_name="localites", to="geo.sector")),
            ],
            options={
                "db_table": "geo_localite",
                "ordering": ["nom", "id"],
                "indexes": [models.Index(fields=["secteur", "nom_normalise"], name="localite_by_name")],
                "constraints": [
                    models.UniqueConstraint(fields=("code",), name="localite_code_once"),
                    models.CheckConstraint(
                        condition=models.Q(("type__in", ["village", "quartier"])), name="localite_type"
                    ),
                ],
            },
        ),
        migrations.CreateModel(
            name="School",
            fields=[
                (
                    "id",
                    models.UUIDField(
                        db_default=UUID7(), default=uuid7, editable=False, primary_key=True, serialize=False
                    ),
                ),
                ("nom", models.CharField(max_length=255)),
                (
                    "nom_normalise",
                    models.GeneratedField(
                        db_persist=True, expression=Normalised("nom"), output_field=models.TextField()
                    ),
                ),
                ("code", models.CharField(max_length=60, null=True, unique=True)),
                ("type", models.CharField(blank=True, db_default="", max_length=60)),
                ("statut", models.CharField(blank=True, db_default="", max_length=30)),
                ("adresse", models.CharField(max_length=255, null=True)),
                ("telephone", models.CharField(max_length=32, null=True)),
                ("responsable", models.CharField(max_length=255, null=True)),
                ("geom", models.PointField(srid=4326)),
                (
                    "geog",
                    models.GeneratedField(
                        db_persist=True,
                        expression=Cast("geom", models.PointField(geography=True, srid=4326)),
                        output_field=models.PointField(geography=True, srid=4326),
                    ),
                ),
                ("source", models.CharField(blank=True, db_default="", max_length=100)),
                ("source_id", models.CharField(blank=True, db_default="", max_length=100)),
                ("created_at", models.DateTimeField(auto_now_add=True, db_default=Now())),
                ("updated_at", models.DateTimeField(auto_now=True, db_default=Now())),
                ("typology", models.CharField(max_length=60, null=True)),
                ("communaute", models.CharField(max_length=255, null=True)),
                ("prescolaire", models.BooleanField(db_default=False, default=False)),
                ("niveau_max", models.CharField(max_length=30, null=True)),
                (
                    "niveaux_enseignes",
                    ArrayField(base_field=models.CharField(max_length=30), db_default=[], default=list, size=None),
                ),
                ("menages_estimes", models.PositiveIntegerField(null=True)),
                ("pilote", models.BooleanField(db_default=False, default=False)),
                ("id_dgepase", models.CharField(max_length=60, null=True)),
                (
                    "localite",
                    models.ForeignKey(null=True, on_delete=models.PROTECT, related_name="+", to="geo.locality"),
                ),
                ("region", models.ForeignKey(null=True, on_delete=models.PROTECT, related_name="+", to="geo.region")),
                ("secteur", models.ForeignKey(null=True, on_delete=models.PROTECT, related_name="+", to="geo.sector")),
            ],
            options={
                "db_table": "geo_ecole",
                "ordering": ["nom", "id"],
            },
        ),
        migrations.CreateModel(
            name="PoliceStation",
            fields=[
                (
                    "id",
                    models.UUIDField(
                        db_default=UUID7(), default=uuid7, editable=False, primary_key=True, serialize=False
                    ),
                ),
                ("nom", models.CharField(max_length=255)),
                (
                    "nom_normalise",
                    models.GeneratedField(
                        db_persist=True, expression=Normalised("nom"), output_field=models.TextField()
                    ),
                ),
                ("code", models.CharField(max_length=60, null=True, unique=True)),
                ("type", models.CharField(blank=True, db_default="", max_length=60)),
                ("statut", models.CharField(blank=True, db_default="", max_length=30)),
                ("adresse", models.CharField(max_length=255, null=True)),
                ("telephone", models.CharField(max_length=32, null=True)),
                ("responsable", models.CharField(max_length=255, null=True)),
                ("geom", models.PointField(srid=4326)),
                (
                    "geog",
                    models.GeneratedField(
                        db_persist=True,
                        expression=Cast("geom", models.PointField(geography=True, srid=4326)),
                        output_field=models.PointField(geography=True, srid=4326),
                    ),
                ),
                ("source", models.CharField(blank=True, db_default="", max_length=100)),
                ("source_id", models.CharField(blank=True, db_default="", max_length=100)),
                ("created_at", models.DateTimeField(auto_now_add=True, db_default=Now())),
                ("updated_at", models.DateTimeField(auto_now=True, db_default=Now())),
                (
                    "localite",
                    models.ForeignKey(null=True, on_delete=models.PROTECT, related_name="+", to="geo.locality"),
                ),
                ("region", models.ForeignKey(null=True, on_delete=models.PROTECT, related_name="+", to="geo.region")),
                ("secteur", models.ForeignKey(null=True, on_delete=models.PROTECT, related_name="+", to="geo.sector")),
            ],
            options={
                "db_table": "geo_police_judiciaire",
                "ordering": ["nom", "id"],
            },
        ),
        migrations.CreateModel(
            name="LocalActor",
            fields=[
                (
                    "id",
                    models.UUIDField(
                        db_default=UUID7(), default=uuid7, editable=False, primary_key=True, serialize=False
                    ),
                ),
                ("nom", models.CharField(max_length=255)),
                (
                    "nom_normalise",
                    models.GeneratedField(
                        db_persist=True, expression=Normalised("nom"), output_field=models.TextField()
                    ),
                ),
                ("code", models.CharField(max_length=60, null=True, unique=True)),
                ("type", models.CharField(blank=True, db_default="", max_length=60)),
                ("statut", models.CharField(blank=True, db_default="", max_length=30)),
                ("adresse", models.CharField(max_length=255, null=True)),
                ("telephone", models.CharField(max_length=32, null=True)),
                ("responsable", models.CharField(max_length=255, null=True)),
                ("geom", models.PointField(srid=4326)),
                (
                    "geog",
                    models.GeneratedField(
                        db_persist=True,
                        expression=Cast("geom", models.PointField(geography=True, srid=4326)),
                        output_field=models.PointField(geography=True, srid=4326),
                    ),
                ),
                ("source", models.CharField(blank=True, db_default="", max_length=100)),
                ("source_id", models.CharField(blank=True, db_default="", max_length=100)),
                ("created_at", models.DateTimeField(auto_now_add=True, db_default=Now())),
                ("updated_at", models.DateTimeField(auto_now=True, db_default=Now())),
                (
                    "localite",
                    models.ForeignKey(null=True, on_delete=models.PROTECT, related_name="+", to="geo.locality"),
                ),
                ("region", models.ForeignKey(null=True, on_delete=models.PROTECT, related_name="+", to="geo.region")),
                ("secteur", models.ForeignKey(null=True, on_delete=models.PROTECT, related_name="+", to="geo.sector")),
            ],
            options={
                "db_table": "geo_acteur_local",
                "ordering": ["nom", "id"],
            },
        ),
        migrations.CreateModel(
            name="HealthService",
            fields=[
                (
                    "id",
                    models.UUIDField(
                        db_default=UUID7(), default=uuid7, editable=False, primary_key=True, serialize=False
                    ),
                ),
                ("nom", models.CharField(max_length=255)),
                (
                    "nom_normalise",
                    models.GeneratedField(
                        db_persist=True, expression=Normalised("nom"), output_field=models.TextField()
                    ),
                ),
                ("code", models.CharField(max_length=60, null=True, unique=True)),
                ("type", models.CharField(blank=True, db_default="", max_length=60)),
                ("statut", models.CharField(blank=True, db_default="", max_length=30)),
                ("adresse", models.CharField(max_length=255, null=True)),
                ("telephone", models.CharField(max_length=32, null=True)),
                ("responsable", models.CharField(max_length=255, null=True)),
                ("geom", models.PointField(srid=4326)),
                (
                    "geog",
                    models.GeneratedField(
                        db_persist=True,
                        expression=Cast("geom", models.PointField(geography=True, srid=4326)),
                        output_field=models.PointField(geography=True, srid=4326),
                    ),
                ),
                ("source", models.CharField(blank=True, db_default="", max_length=100)),
                ("source_id", models.CharField(blank=True, db_default="", max_length=100)),
                ("created_at", models.DateTimeField(auto_now_add=True, db_default=Now())),
                ("updated_at", models.DateTimeField(auto_now=True, db_default=Now())),
                ("urgences_24h", models.BooleanField(db_default=False, default=False)),
                ("maternite", models.BooleanField(db_default=False, default=False)),
                ("laboratoire", models.BooleanField(db_default=False, default=False)),
                ("pharmacie", models.BooleanField(db_default=False, default=False)),
                ("capacite_lits", models.PositiveIntegerField(null=True)),
                ("nombre_personnel", models.PositiveIntegerField(null=True)),
                (
                    "localite",
                    models.ForeignKey(null=True, on_delete=models.PROTECT, related_name="+", to="geo.locality"),
                ),
                ("region", models.ForeignKey(null=True, on_delete=models.PROTECT, related_name="+", to="geo.region")),
                ("secteur", models.ForeignKey(null=True, on_delete=models.PROTECT, related_name="+", to="geo.sector")),
            ],
            options={
                "db_table": "geo_service_sante",
                "ordering": ["nom", "id"],
            },
        ),
        migrations.CreateModel(
            name="HealthAgent",
            fields=[
                (
                    "id",
                    models.UUIDField(
                        db_default=UUID7(), default=uuid7, editable=False, primary_key=True, serialize=False
                    ),
                ),
                ("nom", models.CharField(max_length=255)),
                (
                    "nom_normalise",
                    models.GeneratedField(
                        db_persist=True, expression=Normalised("nom"), output_field=models.TextField()
                    ),
                ),
                ("code", models.CharField(max_length=60, null=True, unique=True)),
                ("type", models.CharField(blank=True, db_default="", max_length=60)),
                ("statut", models.CharField(blank=True, db_default="", max_length=30)),
                ("adresse", models.CharField(max_length=255, null=True)),
                ("telephone", models.CharField(max_length=32, null=True)),
                ("responsable", models.CharField(max_length=255, null=True)),
                ("geom", models.PointField(srid=4326)),
                (
                    "geog",
                    models.GeneratedField(
                        db_persist=True,
                        expression=Cast("geom", models.PointField(geography=True, srid=4326)),
                        output_field=models.PointField(geography=True, srid=4326),
                    ),
                ),
                ("source", models.CharField(blank=True, db_default="", max_length=100)),
                ("source_id", models.CharField(blank=True, db_default="", max_length=100)),
                ("created_at", models.DateTimeField(auto_now_add=True, db_default=Now())),
                ("updated_at", models.DateTimeField(auto_now=True, db_default=Now())),
                (
                    "localite",
                    models.ForeignKey(null=True, on_delete=models.PROTECT, related_name="+", to="geo.locality"),
                ),
                ("region", models.ForeignKey(null=True, on_delete=models.PROTECT, related_name="+", to="geo.region")),
                ("secteur", models.ForeignKey(null=True, on_delete=models.PROTECT, related_name="+", to="geo.sector")),
            ],
            options={
                "db_table": "geo_asc",
                "ordering": ["nom", "id"],
            },
        ),
        migrations.CreateModel(
            name="VbgService",
            fields=[
                (
                    "id",
                    models.UUIDField(
                        db_default=UUID7(), default=uuid7, editable=False, primary_key=True, serialize=False
                    ),
                ),
                ("nom", models.CharField(max_length=255)),
                (
                    "nom_normalise",
                    models.GeneratedField(
                        db_persist=True, expression=Normalised("nom"), output_field=models.TextField()
                    ),
                ),
                ("code", models.CharField(max_length=60, null=True, unique=True)),
                ("type", models.CharField(blank=True, db_default="", max_length=60)),
                ("statut", models.CharField(blank=True, db_default="", max_length=30)),
                ("adresse", models.CharField(max_length=255, null=True)),
                ("telephone", models.CharField(max_length=32, null=True)),
                ("responsable", models.CharField(max_length=255, null=True)),
                ("geom", models.PointField(srid=4326)),
                (
                    "geog",
                    models.GeneratedField(
                        db_persist=True,
                        expression=Cast("geom", models.PointField(geography=True, srid=4326)),
                        output_field=models.PointField(geography=True, srid=4326),
                    ),
                ),
                ("source", models.CharField(blank=True, db_default="", max_length=100)),
                ("source_id", models.CharField(blank=True, db_default="", max_length=100)),
                ("created_at", models.DateTimeField(auto_now_add=True, db_default=Now())),
                ("updated_at", models.DateTimeField(auto_now=True, db_default=Now())),
                (
                    "localite",
                    models.ForeignKey(null=True, on_delete=models.PROTECT, related_name="+", to="geo.locality"),
                ),
                ("region", models.ForeignKey(null=True, on_delete=models.PROTECT, related_name="+", to="geo.region")),
                ("secteur", models.ForeignKey(null=True, on_delete=models.PROTECT, related_name="+", to="geo.sector")),
            ],
            options={
                "db_table": "geo_service_vbg",
                "ordering": ["nom", "id"],
            },
        ),
        migrations.CreateModel(
            name="WaterPoint",
            fields=[
                (
                    "id",
                    models.UUIDField(
                        db_default=UUID7(), default=uuid7, editable=False, primary_key=True, serialize=False
                    ),
                ),
                ("nom", models.CharField(max_length=255)),
                (
                    "nom_normalise",
                    models.GeneratedField(
                        db_persist=True, expression=Normalised("nom"), output_field=models.TextField()
                    ),
                ),
                ("code", models.CharField(max_length=60, null=True, unique=True)),
                ("type", models.CharField(blank=True, db_default="", max_length=60)),
                ("statut", models.CharField(blank=True, db_default="", max_length=30)),
                ("adresse", models.CharField(max_length=255, null=True)),
                ("telephone", models.CharField(max_length=32, null=True)),
                ("responsable", models.CharField(max_length=255, null=True)),
                ("geom", models.PointField(srid=4326)),
                (
                    "geog",
                    models.GeneratedField(
                        db_persist=True,
                        expression=Cast("geom", models.PointField(geography=True, srid=4326)),
                        output_field=models.PointField(geography=True, srid=4326),
                    ),
                ),
                ("source", models.CharField(blank=True, db_default="", max_length=100)),
                ("source_id", models.CharField(blank=True, db_default="", max_length=100)),
                ("created_at", models.DateTimeField(auto_now_add=True, db_default=Now())),
                ("updated_at", models.DateTimeField(auto_now=True, db_default=Now())),
                ("fonctionnel", models.BooleanField(null=True)),
                ("type_source", models.CharField(max_length=60, null=True)),
                (
                    "localite",
                    models.ForeignKey(null=True, on_delete=models.PROTECT, related_name="+", to="geo.locality"),
                ),
                ("region", models.ForeignKey(null=True, on_delete=models.PROTECT, related_name="+", to="geo.region")),
                ("secteur", models.ForeignKey(null=True, on_delete=models.PROTECT, related_name="+", to="geo.sector")),
            ],
            options={
                "db_table": "geo_point_eau",
                "ordering": ["nom", "id"],
            },
        ),
    ]
